// A section and those below it, in the order in which they are read: what it was made from, what leads,
// then pictures before figures.
import type {Section} from './data';
import {element} from './element';
import {facts_list} from './facts';
import {figure} from './figure';
import {notes_list, warnings_list} from './notes';
import {table_view} from './tables';

export function section_view(section: Section, level: number): HTMLElement {
  const view = element('section', {'data-key': section.key});
  if (section.title && level > 1) {
    const title = section.title.charAt(0).toUpperCase() + section.title.slice(1);
    view.append(level === 2 ? element('h2', {}, title) : element('h3', {}, title));
  }
  view.append(...warnings_list(section.warnings));
  if (section.facts.length > 0) view.append(facts_list(section.facts));
  const below = (child: Section) => section_view(child, Math.min(level + 1, 3));
  view.append(...section.sections.filter(child => child.leads).map(below));
  for (const plot of section.plots) view.append(figure(plot));
  const drawn = section.plots.some(plot => plot.shape.kind === 'tree');
  for (const table of section.tables)
    if (!drawn || !table.columns.some(column => column.key === 'tree')) view.append(table_view(table)); // letters that draw the same
  view.append(...notes_list(section.notes));
  view.append(...section.sections.filter(child => !child.leads).map(below));
  return view;
}
