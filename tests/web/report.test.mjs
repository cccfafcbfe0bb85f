// What a reader of an HTML report relies on, in a real browser. GERMANE names the tool, and
// GERMANE_WEB_MODULES the folder that holds node_modules with playwright-core.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
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

// What a picture says of a mark, once one is met that has such words.
async function tip_of(page, picture, words = /\S/) {
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  let tip = '';
  const middle_first = [0.5, 0.3, 0.6, 0.4, 0.75, 0.2, 0.85, 0.12, 0.93];
  for (const y of middle_first)
    for (const x of middle_first) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      await page.waitForTimeout(25);
      tip = (await picture.locator('[aria-label=tip]').first().textContent()) ?? '';
      if (words.test(tip)) return tip;
    }
  return tip;
}

let browser;
let shown; // the gallery

const kViews = [
  ...['--view', 'sepal=data/iris.csv', '--view-columns', 'sepal=sepal_length,sepal_width'],
  ...['--view', 'petal=data/iris.csv', '--view-columns', 'petal=petal_length,petal_width'],
];

// Reports of the verbs that look at what others wrote.
function report_others(wine) {
  const write = (name, ...words) => germane(...words, '--report', at(`${name}.html`));
  const truth = ['--truth', 'data/wine.csv', '--label', 'label', '--quiet'];
  const model = ['--model', at('wine.model')];
  germane('cluster', 'kmeans', ...wine, '--k', '3', '--out', at('raw.csv'));
  germane(
    ...['cluster', 'kmeans', ...wine, ...model, '--k', '3'],
    ...['--out', at('learned.csv'), '--save', at('wine.clusters')],
  );
  write('assign', 'cluster', 'assign', at('wine.clusters'), ...wine);
  write('evaluate', 'evaluate', at('raw.csv'), at('learned.csv'), ...truth);
  write('retrieve', 'retrieve', ...wine, ...model, '--k', '10', '--out', at('near.csv'));
  germane('retrieve', ...wine, '--k', '10', '--out', at('plain.csv'));
  write('within', 'retrieve', 'data/iris.csv', '--label', 'label', '--within', '0.3', '--quiet');
  write('ranking', 'evaluate', 'ranking', at('plain.csv'), at('near.csv'), ...truth);
  for (const score of ['distance', 'cosine'])
    germane(
      ...['pairs', at('wine.model'), ...wine, '--pairs', at('test.csv')],
      ...['--score', score, '--out', at(`${score}.csv`)],
    );
  write('scores', 'evaluate', 'pairs', at('distance.csv'), at('cosine.csv'), '--quiet');
  germane('learn', 'cca', ...kViews, '--bootstrap', '50', '--quiet', '--out', at('iris.views'));
  write('loadings', 'loadings', at('iris.views'), '--quiet');
  write('mates', 'retrieve', ...['--model', at('iris.views')], ...kViews.filter((_, i) => i % 4 < 2), '--quiet');
  const lines = readFileSync(join(root, 'data', 'iris.csv'), 'utf8').trim().split('\n').slice(1);
  writeFileSync(at('labels.txt'), lines.map(line => line.split(',').at(-1) + '\n').join(''));
  write(
    ...['views', 'cluster', 'views', ...kViews, '--k', '4', '--parts', '2'],
    ...['--labels', at('labels.txt'), '--quiet'],
  );
}

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
    report_others(wine);
    with_data(at('learn.html'), at('gallery.html'), gallery());
    shown = await open(browser, at('gallery.html'));
  });

  after(async () => {
    await browser?.close();
    rmSync(folder, {recursive: true, force: true});
  });

  const plots_of = {
    learn: ['learn elda', ['before_after', 'chunklet_sizes', 'choice_of_ridge', 'spectrum', 'check']],
    cluster: ['cluster linkage', ['clusters', 'tree', 'labels_in_clusters']],
    assign: ['cluster assign', ['clusters', 'labels_in_clusters']],
    views: ['cluster views', ['clusters', 'divisions', 'components', 'labels_in_clusters']],
    pairs: ['pairs', ['score_spread', 'error_trade_off']],
    evaluate: ['evaluate', ['labels_in_clusters', 'labels_in_clusters', 'differences']],
    scores: ['evaluate pairs', ['error_trade_off', 'score_spread', 'score_spread', 'differences']],
    ranking: ['evaluate ranking', ['purity', 'recall', 'differences']],
    retrieve: ['retrieve', ['nearest', 'by_rank', 'purity']],
    within: ['retrieve', ['near_pairs']],
    mates: ['retrieve', ['recall_sepal_petal', 'recall_petal_sepal']],
    loadings: [
      'loadings',
      [...['sepal', 'petal'].flatMap(view => [`loadings_${view}_0`, `loadings_${view}_1`]), 'correlation_circle'],
    ],
    describe: ['describe', []],
  };
  for (const [name, [verb, keys]] of Object.entries(plots_of))
    it(`the report ${name} loads in silence, without a network, with all its plots`, async () => {
      const {page, complaints, requests, close} = await open(browser, at(`${name}.html`));
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

  it('every plot of every verb says what is hovered over', async () => {
    for (const [name, [, keys]] of Object.entries(plots_of)) {
      const {page, complaints, close} = await open(browser, at(`${name}.html`));
      for (const [i, key] of keys.entries()) {
        const same = keys.slice(0, i).filter(other => other === key).length;
        const picture = page.locator(`figure[data-plot="${key}"]`).nth(same).locator('.picture svg').first();
        assert.match(await tip_of(page, picture), /\S/, `${name}: ${key}`);
      }
      assert.deepEqual(complaints, [], name);
      await close();
    }
  });

  it('what readers look for first stands before the other results', async () => {
    const {page, close} = await open(browser, at('learn.html'));
    const order = await page.$$eval('main figure, main h2', all =>
      all.map(one => one.dataset.plot ?? one.textContent),
    );
    assert.ok(order.indexOf('Did it help?') === 0, order.join(', '));
    assert.ok(order.indexOf('check') < order.indexOf('before_after'), order.join(', '));
    await close();
  });

  it('scores side by side are explained as those of one result are', async () => {
    const {page, close} = await open(browser, at('evaluate.html'));
    const row = page.locator('section > .table tr', {has: page.locator('abbr', {hasText: /^ari$/})}).first();
    assert.match(await row.locator('td').first().textContent(), /adjusted Rand index/);
    assert.match(await page.textContent('#words'), /corrected for chance/);
    assert.match(await page.textContent('main'), /how much more than/);
    await close();
  });

  it('a table that is cut off says so, until its end is seen', async () => {
    const {page, close} = await open(browser, at('evaluate.html'), {width: 400});
    const strip = page.locator('.strip.cut').first();
    await strip.scrollIntoViewIfNeeded();
    assert.ok(await strip.locator('.sideways').isVisible());
    await strip.locator('.wide').evaluate(box => (box.scrollLeft = box.scrollWidth));
    await strip.locator('.sideways').waitFor({state: 'hidden'});
    await close();
    const wide = await open(browser, at('describe.html'));
    assert.equal(await wide.page.locator('.sideways:visible').count(), 0);
    await wide.close();
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
      ['tree', /height: \d/],
    ]) {
      const picture = shown.page.locator(`figure[data-plot=${key}] .picture svg`).first();
      assert.match(await tip_of(shown.page, picture, words), words, key);
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
    for (const name of ['gallery', ...Object.keys(plots_of)]) {
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
