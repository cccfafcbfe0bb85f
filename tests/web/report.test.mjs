// What a reader of an HTML report relies on, in a real browser. GERMANE names the tool, and
// GERMANE_WEB_MODULES the folder that holds node_modules with playwright-core.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {fileURLToPath} from 'node:url';
import {open, start, with_data} from './browser.mjs';
import {gallery, kShapes, scatter} from './gallery.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'germane-web-'));
const at = name => join(folder, name);
const germane = (...words) =>
  execFileSync(process.env.GERMANE ?? 'germane', words, {cwd: root, stdio: ['ignore', 'pipe', 'inherit']});

let browser;
let shown; // the gallery

describe('an HTML report', () => {
  before(async () => {
    browser = await start();
    const wine = ['data/wine.csv', '--label', 'label', '--quiet'];
    germane('constraints', 'simulate', ...wine, '--components', '0.7', '--out', at('pairs.csv'));
    germane(
      'learn',
      'elda',
      ...wine,
      '--pairs',
      at('pairs.csv'),
      '--out',
      at('wine.model'),
      '--report',
      at('learn.html'),
      '--plots',
      at('plots'),
    );
    germane(
      'cluster',
      'linkage',
      ...wine,
      '--model',
      at('wine.model'),
      '--k',
      '3',
      '--report',
      at('cluster.html'),
    );
    germane(
      'constraints',
      'simulate',
      ...wine,
      '--components',
      '0.9',
      '--seed',
      '5',
      '--cannot',
      '200',
      '--out',
      at('test.csv'),
    );
    germane('pairs', at('wine.model'), ...wine, '--pairs', at('test.csv'), '--report', at('pairs.html'));
    germane('describe', 'data/wine.csv', '--quiet', '--report', at('describe.html'));
    with_data(at('learn.html'), at('gallery.html'), gallery());
    shown = await open(browser, at('gallery.html'));
  });

  after(async () => {
    await browser?.close();
    rmSync(folder, {recursive: true, force: true});
  });

  const plots_of = {
    learn: ['before_after', 'chunklet_sizes', 'choice_of_ridge', 'spectrum', 'check'],
    cluster: ['clusters', 'tree', 'labels_in_clusters'],
    pairs: ['score_spread', 'error_trade_off'],
    describe: [],
  };
  for (const [verb, keys] of Object.entries(plots_of))
    it(`the report of ${verb} loads in silence, without a network, with all its plots`, async () => {
      const {page, complaints, requests, close} = await open(browser, at(`${verb}.html`));
      assert.deepEqual(complaints, []);
      assert.deepEqual(requests, []);
      const found = await page.$$eval('figure', figures => figures.map(figure => figure.dataset.plot));
      assert.deepEqual([...found].sort(), [...keys].sort());
      const empty = await page.$$eval(
        'figure',
        figures =>
          figures.filter(f => !f.querySelector('.picture svg path, .picture svg image, .picture svg rect'))
            .length,
      );
      assert.equal(empty, 0);
      assert.match(await page.textContent('header'), new RegExp(`germane ${verb}`));
      await close();
    });

  it('the gallery loads in silence, and its hostile words do nothing', async () => {
    assert.deepEqual(shown.complaints, []);
    assert.deepEqual(shown.requests, []);
    assert.equal(await shown.page.locator('figure').count(), kShapes.length);
    assert.equal(await shown.page.locator('img[src=x]').count(), 0);
    assert.match(await shown.page.textContent('dl.facts'), /<\/script><img src=x/);
  });

  it('every plot has words in its place, and numbers where they fit a table', async () => {
    for (const plot of kShapes) {
      const labels = await shown.page.$$eval(`figure[data-plot=${plot.key}] .picture svg[role=img]`, all =>
        all.map(svg => svg.getAttribute('aria-label')),
      );
      assert.ok(labels.length > 0, plot.key);
      for (const label of labels) assert.ok(label.includes(plot.title) && label.includes(plot.text), label);
      const tables = await shown.page.locator(`figure[data-plot=${plot.key}] details table`).count();
      assert.equal(tables, ['line', 'bars', 'heat'].includes(plot.shape.kind) ? 1 : 0, plot.key);
    }
  });

  it('hovering shows what a mark is', async () => {
    for (const [key, words] of [
      ['spectrum', /eigenvalue/],
      ['sizes', /chunklets: \d+/],
      ['scatter_300', /row \d+/],
      ['shares', /cluster \d/],
      ['tree', /joined at/],
    ]) {
      const picture = shown.page.locator(`figure[data-plot=${key}] .picture svg`).first();
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      let tip = '';
      for (const [x, y] of [
        [0.5, 0.5],
        [0.3, 0.6],
        [0.4, 0.45],
        [0.6, 0.4],
        [0.2, 0.8],
      ]) {
        await shown.page.mouse.move(box.x + box.width * x, box.y + box.height * y);
        await shown.page.waitForTimeout(120);
        tip = (await picture.locator('[aria-label=tip]').textContent()) ?? '';
        if (words.test(tip)) break;
      }
      assert.match(tip, words, key);
    }
  });

  it('"Save SVG" yields an SVG that stands by itself', async () => {
    for (const plot of kShapes) {
      const figure = shown.page.locator(`figure[data-plot=${plot.key}]`);
      const [download] = await Promise.all([
        shown.page.waitForEvent('download'),
        figure.locator('button.save').click(),
      ]);
      assert.equal(download.suggestedFilename(), `${plot.key}.svg`);
      const text = readFileSync(await download.path(), 'utf8');
      assert.match(text, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      assert.ok(text.includes(plot.title), plot.key);
      assert.doesNotMatch(text, /var\(--|currentColor"[^>]*color="currentColor|href="http/);
      const problem = await shown.page.evaluate(
        svg =>
          new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')?.textContent ??
          '',
        text,
      );
      assert.equal(problem, '', plot.key);
    }
  });

  it('long tables show their first rows, all on request, and sort by a column', async () => {
    const table = shown.page.locator('section[data-key=spectrum] table');
    const first = () => table.locator('tbody tr').first().locator('td').first().textContent();
    assert.equal(await table.locator('tbody tr').count(), 10);
    const head = table.locator('th').nth(1);
    await head.locator('button').click();
    assert.equal(await head.getAttribute('aria-sort'), 'ascending');
    assert.equal(await first(), '120');
    await head.locator('button').click();
    assert.equal(await first(), '1');
    await shown.page.locator('section[data-key=spectrum] button.more').click();
    assert.equal(await table.locator('tbody tr').count(), 120);
  });

  it('words that need it are explained, others are not', async () => {
    const words = await shown.page.locator('#words').textContent();
    assert.match(words, /AUC/);
    assert.match(words, /chunklet/);
    assert.doesNotMatch(words, /Cllr/);
  });

  const luminance = color => {
    const [r, g, b] = color.match(/\d+(\.\d+)?/g).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  };

  it('dark where the reader is, light on paper', async () => {
    const {page, complaints, close} = await open(browser, at('gallery.html'), {scheme: 'dark'});
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
    assert.ok(luminance(await ground()) < 0.2 && luminance(await ink()) > 0.7);
    await page.emulateMedia({media: 'print', colorScheme: 'dark'});
    assert.ok(luminance(await ground()) > 0.9 && luminance(await ink()) < 0.2);
    assert.equal(await page.locator('button.save').first().isVisible(), false);
    assert.ok((await page.pdf()).length > 10000);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('nothing is wider than a telephone', async () => {
    for (const name of ['gallery', 'learn', 'cluster']) {
      const {page, close} = await open(browser, at(`${name}.html`), {width: 400});
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400, name);
      await close();
    }
  });

  it('a hundred thousand rows are painted, hovered over and not kept as elements', async () => {
    with_data(at('learn.html'), at('large.html'), gallery([scatter(100000, 5)]));
    const {page, complaints, close} = await open(browser, at('large.html')); // within its 30 seconds
    assert.deepEqual(complaints, []);
    const picture = page.locator('figure[data-plot=scatter_100000] .picture svg').first();
    assert.equal(await picture.locator('image.painting').count(), 1);
    assert.ok((await page.locator('figure *').count()) < 1000);
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(
      () => /row \d+/.test(document.querySelector('[aria-label=tip]')?.textContent ?? ''),
      null,
      {timeout: 10000},
    );
    await close();
  });

  it('without scripts the text report is there', async () => {
    const {page, close} = await open(browser, at('learn.html'), {reduced: true});
    assert.match(await page.textContent('body'), /did it help\?/);
    await close();
  });

  it('--plots writes the data of every plot', () => {
    const lines = readFileSync(join(at('plots'), 'before_after.csv'), 'utf8')
      .trim()
      .split('\n');
    assert.equal(lines[0], 'row,class,x_1,y_1,x_2,y_2');
    assert.equal(lines.length, 179);
  });
});
