// node bundle.mjs FOLDER: src/ and what it uses become FOLDER/report.js, FOLDER/report.css and
// FOLDER/web_bundle.cpp, which holds both.
import {build} from 'esbuild';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node bundle.mjs FOLDER');
await build({
  entryPoints: {report: fileURLToPath(new URL('src/main.ts', import.meta.url))},
  outdir: folder,
  bundle: true,
  minify: true,
  charset: 'utf8',
  format: 'iife',
  target: ['es2020'],
  legalComments: 'none',
  banner: {
    js: '// Holds Observable Plot, d3 and its parts: ISC and BSD-3-Clause, (c) Mike Bostock and Observable, Inc.',
  },
  logLevel: 'warning',
});

// Nothing in it may end the element of the page it stands in, or the string of the source.
function quoted(name, end) {
  const text = readFileSync(join(folder, name), 'utf8');
  for (const mark of [end, ')BUNDLE"'])
    if (text.toLowerCase().includes(mark.toLowerCase())) throw new Error(`${name} holds ${mark}`);
  return `R"BUNDLE(${text})BUNDLE"`;
}
writeFileSync(
  join(folder, 'web_bundle.cpp'),
  `#include "germane/report/web_bundle.h"

namespace germane {

WebBundle web_bundle() {
  return {${quoted('report.js', '</script')}, ${quoted('report.css', '</style')}};
}

}  // namespace germane
`,
);
