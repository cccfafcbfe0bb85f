// Debian's Chromium, driven by playwright-core, which lies where GERMANE_WEB_MODULES says.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const modules = process.env.GERMANE_WEB_MODULES;
if (!modules) throw new Error('GERMANE_WEB_MODULES must name the folder that node_modules is in');
const {chromium} = createRequire(join(modules, 'package.json'))('playwright-core');

export async function start() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

// The page of a file, with all it complained about and all it asked the network for.
export async function open(browser, path, {width = 1280, scheme = 'light', reduced = false} = {}) {
  const context = await browser.newContext({
    viewport: {width, height: 900},
    colorScheme: scheme,
    acceptDownloads: true,
    javaScriptEnabled: !reduced,
  });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on(
    'console',
    message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
  );
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => !/^(file|data|blob):/.test(request.url()) && requests.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  if (!reduced) await page.waitForSelector('html[data-ready=yes]', {timeout: 30000});
  return {page, complaints, requests, close: () => context.close()};
}

// A report that the tool wrote, with other data in it.
export function with_data(report, path, data) {
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  const html = readFileSync(report, 'utf8').replace(
    /(<script type="application\/json" id="germane-report">)[\s\S]*?(<\/script>)/,
    (_, open, close) => open + json + close,
  );
  writeFileSync(path, html);
  return path;
}
