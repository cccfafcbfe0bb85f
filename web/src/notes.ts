// Sentences of a section: notes, and warnings, which have a mark and a word besides their colour.
import {element} from './element';
import {sentence} from './format';

export function notes_list(notes: string[]): HTMLElement[] {
  return notes.map(note => element('p', {class: 'remark'}, sentence(note)));
}

export function warnings_list(warnings: string[]): HTMLElement[] {
  return warnings.map(warning =>
    element('p', {class: 'warning', role: 'note'}, element('strong', {}, '⚠ Warning '), sentence(warning)),
  );
}
