// A plot in its frame: title, what to see, legend, picture, "Save SVG", and its numbers as a table.
import type {AnyPlot} from './data';
import type {Drawing, LegendEntry} from './drawing';
import {element, svg_element} from './element';
import {sentence} from './format';
import {symbol_path} from './palette';
import {bar_numbers, draw_bars} from './plots/bars';
import {draw_heat, heat_numbers} from './plots/heat';
import {draw_lines, line_numbers} from './plots/line';
import {draw_pictures} from './plots/pictures';
import {draw_scatter} from './plots/scatter';
import {draw_tree} from './plots/tree';
import {save_svg} from './save_svg';
import {table_view} from './tables';

const kRedrawAfter = 150; // milliseconds without another change of the width
const kMostNumbers = 500; // rows of a table beside a plot; --plots writes all

const waiting: (() => void)[] = [];

// Plots are drawn once they are in the page, as only then their width is known.
export function draw_figures(): void {
  for (const draw of waiting) draw();
}

export function figure(plot: AnyPlot): HTMLElement {
  const picture = element('div', {class: 'picture'});
  const legend = element('ul', {class: 'legend'});
  const note = element('p', {class: 'aside'});
  const save = element('button', {type: 'button', class: 'save'}, 'Save SVG');
  const view = element(
    'figure',
    {'data-plot': plot.key, 'data-kind': plot.shape.kind},
    element(
      'figcaption',
      {},
      element('div', {class: 'title'}, element('h3', {}, plot.title), save),
      element('p', {}, sentence(plot.text)),
    ),
    legend,
    picture,
    note,
  );
  const numbers = numbers_of(plot);
  if (numbers) view.append(numbers);
  let drawing: Drawing | undefined;
  let drawn_for = 0;
  const draw = () => {
    const width = Math.floor(picture.getBoundingClientRect().width);
    if (width === 0 || width === drawn_for) return;
    drawn_for = width;
    drawing = draw_shape(plot, width);
    picture.style.setProperty('--columns', String(drawing.columns));
    picture.replaceChildren(...drawing.panels.map(panel => panel_view(plot, panel)));
    legend.replaceChildren(...drawing.legend.map(legend_item));
    legend.hidden = drawing.legend.length === 0;
    note.textContent = drawing.note;
    note.hidden = drawing.note === '';
  };
  save.addEventListener('click', () => drawing && save_svg(plot, drawing));
  waiting.push(() => {
    draw();
    let timer = 0;
    new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(draw, kRedrawAfter);
    }).observe(picture);
  });
  return view;
}

function panel_view(plot: AnyPlot, panel: Drawing['panels'][number]): HTMLElement {
  panel.svg.setAttribute('role', 'img');
  panel.svg.setAttribute(
    'aria-label',
    [plot.title, panel.title, plot.text].filter(text => text !== '').join('. '),
  );
  return element('div', {class: 'panel'}, panel.title !== '' && element('h4', {}, panel.title), panel.svg);
}

function draw_shape(plot: AnyPlot, width: number): Drawing {
  const {shape} = plot;
  switch (shape.kind) {
    case 'line':
      return draw_lines({...plot, shape}, width);
    case 'bars':
      return draw_bars({...plot, shape}, width);
    case 'scatter':
      return draw_scatter({...plot, shape}, width);
    case 'heat':
      return draw_heat({...plot, shape}, width);
    case 'tree':
      return draw_tree({...plot, shape}, width);
    case 'pictures':
      return draw_pictures({...plot, shape}, width);
  }
}

function numbers_of(plot: AnyPlot): HTMLElement | null {
  const {shape} = plot;
  const numbers =
    shape.kind === 'line'
      ? line_numbers({...plot, shape})
      : shape.kind === 'bars'
        ? bar_numbers({...plot, shape})
        : shape.kind === 'heat'
          ? heat_numbers({...plot, shape})
          : null;
  if (!numbers) return null;
  const table = table_view({
    title: '',
    columns: numbers.columns.map(label => ({key: '', label})),
    rows: numbers.rows.slice(0, kMostNumbers),
    row_notes: [],
    shown: 0,
    left_out: 0,
  });
  const more =
    numbers.rows.length > kMostNumbers &&
    element(
      'p',
      {class: 'aside'},
      `The first ${kMostNumbers} of ${numbers.rows.length} rows; --plots DIR writes all.`,
    );
  return element('details', {class: 'numbers'}, element('summary', {}, 'The numbers'), table, more);
}

export function legend_mark(entry: LegendEntry): SVGSVGElement {
  const wide = entry.symbol ? 12 : 28;
  const mark = entry.symbol
    ? svg_element('path', {d: symbol_path(entry.symbol, 48), transform: 'translate(6,6)', fill: entry.color})
    : svg_element('line', {
        x1: 1,
        x2: 27,
        y1: 6,
        y2: 6,
        stroke: entry.color,
        'stroke-width': 2.5,
        'stroke-dasharray': entry.dash ?? '',
      });
  return svg_element(
    'svg',
    {width: wide, height: 12, viewBox: `0 0 ${wide} 12`, 'aria-hidden': 'true'},
    mark,
  );
}

function legend_item(entry: LegendEntry): HTMLElement {
  return element('li', {}, legend_mark(entry), entry.label);
}
