// What was done: by which command, with which options, from which files.
import type {Page, Run, Value} from './data';
import {element} from './element';
import {bytes_text, sentence, value_text} from './format';
import {wide} from './wide';

export function header(page: Page): HTMLElement {
  const {run, report} = page;
  return element(
    'header',
    {},
    element('p', {class: 'brand'}, 'germane'),
    element('h1', {}, report.title || 'report'),
    run.purpose !== '' && element('p', {class: 'purpose'}, sentence(run.purpose)),
    element('pre', {class: 'command', 'aria-label': 'the command'}, element('code', {}, run.command)),
    element('p', {class: 'made'}, made_by(run)),
  );
}

function made_by(run: Run): string {
  const seed = run.options.find(option => option.name === 'seed');
  const parts = [`germane ${run.version}`, run.date];
  if (seed) parts.push(`seed ${value_text(seed.value)}`);
  return parts.filter(part => part !== '').join('  ·  ');
}

// At the end of the page: all that is needed to do it again.
export function how_it_was_made(run: Run): HTMLElement {
  const given = run.options.filter(option => option.given);
  const left = run.options.filter(option => !option.given);
  return element(
    'section',
    {id: 'run'},
    element('h2', {}, 'How this was made'),
    element(
      'p',
      {},
      'The command at the top, given the same files, the same seed and the same version, yields the same numbers.',
    ),
    ...inputs(run),
    ...options('Options that were given', given, true),
    ...options('Options left as they are', left, false),
  );
}

function inputs(run: Run): HTMLElement[] {
  if (run.inputs.length === 0) return [];
  const body = element('tbody');
  for (const input of run.inputs)
    body.append(
      element(
        'tr',
        {},
        element('td', {}, input.name),
        element('td', {class: 'number'}, bytes_text(input.bytes)),
        element('td', {}, element('code', {}, input.fingerprint)),
      ),
    );
  const heads = element(
    'tr',
    {},
    element('th', {scope: 'col'}, 'file'),
    element('th', {scope: 'col', class: 'number'}, 'size'),
    element('th', {scope: 'col'}, 'fingerprint'),
  );
  return [
    element('h3', {}, 'Files that were read'),
    wide(element('table', {}, element('thead', {}, heads), body)),
    element(
      'p',
      {class: 'aside'},
      'The fingerprint tells whether a file is still the one that was read. It is made from the size and from the first and the last million bytes.',
    ),
  ];
}

function options(title: string, list: Run['options'], open: boolean): HTMLElement[] {
  if (list.length === 0) return [];
  const facts = element('dl', {class: 'facts'});
  for (const option of list)
    facts.append(
      element(
        'div',
        {},
        element('dt', {}, '--' + option.name),
        element('dd', {}, shown(option.value)),
        element('dd', {class: 'note'}, option.help),
      ),
    );
  const details = element('details', open ? {open: ''} : {}, element('summary', {}, title), facts);
  return [details];
}

function shown(value: Value): string {
  return value === '' ? '–' : value_text(value);
}
