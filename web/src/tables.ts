// Tables: numbers aligned, long ones cut to their first rows, and sorted by whichever column is asked.
import type {Table, Value} from './data';
import {element} from './element';
import {column_format, in_full, number_text, value_text} from './format';
import {meaning} from './glossary';
import {wide} from './wide';

const kSortable = 6; // rows from which sorting is worth a button
const kShownAtFirst = 25;

export function table_view(table: Table): HTMLElement {
  const box = element('div', {class: 'table'});
  if (table.title) box.append(element('h3', {}, table.title));
  if (table.rows.length === 0) {
    box.append(element('p', {class: 'aside'}, 'none'));
    return box;
  }
  const view = new TableView(table);
  box.append(wide(view.root), ...view.foot());
  return box;
}

class TableView {
  readonly root: HTMLTableElement;
  private readonly body = element('tbody');
  private readonly formats: ((value: Value) => string)[];
  private readonly numeric: boolean[];
  private order: number[];
  private shown: number;

  constructor(private readonly table: Table) {
    const columns = table.columns.map((_, i) => table.rows.map(row => row[i] ?? null));
    this.formats = columns.map(column_format);
    this.numeric = columns.map(
      values =>
        values.some(v => typeof v === 'number') && values.every(v => v === null || typeof v === 'number'),
    );
    this.order = table.rows.map((_, i) => i);
    this.shown = table.shown || (table.rows.length > 2 * kShownAtFirst ? kShownAtFirst : table.rows.length);
    this.root = element('table', {}, element('thead', {}, this.heads()), this.body);
    this.fill();
  }

  // "and 123 more", and a way to see them.
  foot(): HTMLElement[] {
    const parts: HTMLElement[] = [];
    const hidden = this.table.rows.length - this.shown;
    if (hidden > 0) {
      const button = element(
        'button',
        {type: 'button', class: 'more'},
        `Show all ${number_text(this.table.rows.length)} rows`,
      );
      button.addEventListener('click', () => {
        this.shown = this.table.rows.length;
        this.fill();
        button.remove();
      });
      parts.push(button);
    }
    if (this.table.left_out > 0)
      parts.push(
        element(
          'p',
          {class: 'aside'},
          `${number_text(this.table.left_out)} more rows are not in this page; --report FILE.json has all.`,
        ),
      );
    return parts;
  }

  private heads(): HTMLTableRowElement {
    const row = element('tr');
    this.table.columns.forEach((column, i) => {
      const head = element('th', {scope: 'col', class: this.numeric[i] ? 'number' : ''});
      const known = meaning(column.key);
      const label = known ? element('abbr', {title: known}, column.label) : column.label;
      if (this.table.rows.length < kSortable) head.append(label);
      else {
        const button = element('button', {type: 'button', class: 'sort'}, label);
        button.addEventListener('click', () => this.sort(i, head));
        head.append(button);
      }
      row.append(head);
    });
    return row;
  }

  private sort(column: number, head: HTMLElement): void {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of this.root.querySelectorAll('th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const at = (row: number): Value => this.table.rows[row]?.[column] ?? null;
    this.order.sort((a, b) => (down ? compare(at(b), at(a)) : compare(at(a), at(b))) || a - b);
    this.fill();
  }

  private fill(): void {
    this.body.replaceChildren(
      ...this.order.slice(0, this.shown).map(index => {
        const row = element('tr');
        this.table.columns.forEach((_, i) => {
          const value = this.table.rows[index]?.[i] ?? null;
          const full = in_full(value);
          const drawing = typeof value === 'string' && /[─│┐┘┤┬]/.test(value);
          const kind = this.numeric[i] ? 'number' : drawing ? 'drawing' : '';
          const text = this.formats[i]?.(value) ?? '';
          const note = i === 0 ? this.table.row_notes[index] : undefined;
          row.append(
            note === undefined
              ? element('td', {class: kind, ...(full ? {title: full} : {})}, known_word(value, text))
              : element('td', {class: 'noted'}, known_word(value, text), element('span', {}, note)),
          );
        });
        return row;
      }),
    );
  }
}

// A score that a row is about, as it stands elsewhere, with its meaning where that is known.
function known_word(value: Value, text: string): Node | string {
  const known = typeof value === 'string' ? meaning(value) : undefined;
  return known ? element('abbr', {title: known}, text.replace(/_/g, ' ')) : text;
}

// Numbers before words, and what is not there last.
function compare(a: Value, b: Value): number {
  const rank = (v: Value) => (v === null ? 2 : typeof v === 'number' ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return value_text(a).localeCompare(value_text(b), 'en', {numeric: true});
}
