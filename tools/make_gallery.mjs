// GERMANE=TOOL GERMANE_WEB_MODULES=FOLDER node tools/make_gallery.mjs: the pictures of docs/gallery.md.
//
// That page says it all: the commands of its blocks are run in order, and each picture follows a comment
// `<!-- REPORT.html WHAT [dark] [narrow] -->`, where WHAT is the key of a plot, `first` for the first one,
// `table` for the first table, or `top` for the page down to the end of what leads. GERMANE_WEB_MODULES is as tests/web/browser.mjs needs it.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {open, start} from '../tests/web/browser.mjs';

const kWidth = 900; // pixels of a page
const kNarrow = 400;
const kTop = 900; // pixels of a page where nothing leads
const kMargin = 16; // around a plot

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page_of_docs = readFileSync(join(root, 'docs', 'gallery.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'germane-gallery-'));
cpSync(join(root, 'data'), join(folder, 'data'), {recursive: true});
symlinkSync(resolve(process.env.GERMANE ?? 'germane'), join(folder, 'germane'));

for (const [, block] of page_of_docs.matchAll(/^```sh\n([\s\S]*?)^```/gm))
  execFileSync('sh', ['-e', '-c', block], {
    cwd: folder,
    env: {...process.env, PATH: `${folder}:${process.env.PATH}`},
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const browser = await start();
let bytes = 0;
const shots = /<!-- (\S+\.html) (\S+)((?: dark| narrow)*) -->\n!\[[^\]]*\]\((\S+)\)/g;
for (const [, report, what, how, file] of page_of_docs.matchAll(shots)) {
  const narrow = how.includes('narrow');
  const {page, complaints, close} = await open(browser, join(folder, report), {
    width: narrow ? kNarrow : kWidth,
    scheme: how.includes('dark') ? 'dark' : 'light',
  });
  if (complaints.length > 0) throw new Error(`${report}: ${complaints.join('; ')}`);
  await page.waitForTimeout(300); // plots are drawn again when their width has settled
  const path = join(root, 'docs', file);
  await page.screenshot({path, fullPage: true, clip: await clip_of(page, what, narrow)});
  bytes += statSync(path).size;
  console.log(`${file}: ${statSync(path).size.toLocaleString('en-US')} bytes`);
  await close();
}
await browser.close();
rmSync(folder, {recursive: true});
console.log(`${bytes.toLocaleString('en-US')} bytes in all`);

async function clip_of(page, what, narrow) {
  if (what === 'top') {
    const lead = await page.locator('main > section > section').first().boundingBox();
    return {x: 0, y: 0, width: narrow ? kNarrow : kWidth, height: lead ? lead.y + lead.height : kTop};
  }
  const plot = what === 'first' ? 'figure' : `figure[data-plot="${what}"]`;
  const shown = page.locator(what === 'table' ? 'section > .table' : plot).first();
  // Without the line above it and the folded numbers below.
  const box = await shown.evaluate(element => {
    const whole = element.getBoundingClientRect();
    const top = element.querySelector('figcaption')?.getBoundingClientRect().top ?? whole.top;
    const end = element.querySelector('details.numbers')?.getBoundingClientRect().top ?? whole.bottom;
    return {x: whole.x, y: top + scrollY, width: whole.width, height: end - top};
  });
  return {
    x: Math.max(0, box.x - kMargin),
    y: box.y - kMargin,
    width: Math.min(box.width + 2 * kMargin, narrow ? kNarrow : kWidth),
    height: box.height + kMargin,
  };
}
