// node shots.mjs REPORT.html FOLDER: pictures of a report for people to look at, light, dark and printed.
import {join} from 'node:path';
import {open, start} from './browser.mjs';

const [report, folder] = process.argv.slice(2);
const browser = await start();
for (const [name, width, scheme, media] of [
  ['light', 1280, 'light', 'screen'],
  ['dark', 1280, 'dark', 'screen'],
  ['narrow', 400, 'light', 'screen'],
  ['narrow-dark', 400, 'dark', 'screen'],
  ['print', 800, 'dark', 'print'],
]) {
  const {page, complaints, close} = await open(browser, report, {width, scheme});
  await page.emulateMedia({media, colorScheme: scheme});
  await page.waitForTimeout(400);
  await page.screenshot({path: join(folder, `${name}.png`), fullPage: true});
  if (complaints.length) console.log(name, complaints);
  await close();
}
await browser.close();
