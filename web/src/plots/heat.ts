// Values in cells. The number is written into the cell where it fits, so that shades only help.
import * as Plot from '@observablehq/plot';
import type {HeatShape, PlotData} from '../data';
import type {Drawing, Numbers} from '../drawing';
import {number_text} from '../format';
import {axis_label, bare, kStyle, kTip} from './frame';

const kLetter = 7; // pixels, about
const kRoomForText = 34; // pixels of a cell

interface Cell {
  row: string;
  column: string;
  value: number;
}

export function draw_heat(plot: PlotData<HeatShape>, width: number): Drawing {
  const {shape} = plot;
  const cells: Cell[] = [];
  shape.rows.forEach((row, i) =>
    shape.columns.forEach((column, k) => {
      const value = shape.values[i * shape.columns.length + k];
      if (typeof value === 'number') cells.push({row, column, value});
    }),
  );
  const values = cells.map(cell => cell.value);
  const most = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
  const signed = values.some(value => value < 0);
  const left = Math.min(
    Math.max(40, ...shape.rows.map(row => row.length * kLetter + 36)),
    Math.round(width * 0.4),
  );
  const most_wide = 90;
  const whole = Math.min(width, left + 24 + shape.columns.length * most_wide);
  const cell_width = (whole - left - 20) / Math.max(1, shape.columns.length);
  const cell_height = Math.max(14, Math.min(38, 420 / Math.max(1, shape.rows.length)));
  const longest = Math.max(...shape.columns.map(column => column.length), 1);
  const turned = longest * kLetter > cell_width;
  const written = cell_width >= kRoomForText && cell_height >= 16;
  const top = turned ? Math.min(140, longest * 6 + 26) : 40;
  const dark = (cell: Cell) => Math.abs(cell.value) / most > 0.55;
  return {
    panels: [
      {
        title: '',
        svg: bare(
          Plot.plot({
            width: whole,
            height: Math.round(top + 12 + cell_height * shape.rows.length),
            marginLeft: left,
            marginTop: top,
            marginBottom: 10,
            marginRight: 20,
            style: kStyle,
            x: {
              domain: shape.columns,
              axis: 'top',
              label: axis_label(plot.x_label),
              labelAnchor: 'left',
              tickRotate: turned ? -60 : 0,
              tickSize: 0,
              padding: 0.04,
            },
            y: {domain: shape.rows, label: axis_label(plot.y_label), tickSize: 0, padding: 0.04},
            color: signed
              ? {type: 'diverging', scheme: 'PuOr', domain: [-most, most], pivot: 0}
              : {type: 'linear', interpolate: blues, domain: [0, most]},
            marks: [
              Plot.cell(cells, {x: 'column', y: 'row', fill: 'value', rx: 2}),
              written
                ? Plot.text(cells, {
                    x: 'column',
                    y: 'row',
                    text: cell => short(cell.value),
                    fill: cell => (dark(cell) ? '#ffffff' : '#16202a'),
                    fontVariant: 'tabular-nums',
                  })
                : null,
              Plot.tip(
                cells,
                Plot.pointer({
                  x: 'column',
                  y: 'row',
                  title: cell =>
                    `${plot.y_label || 'row'} ${cell.row}\n${plot.x_label || 'column'} ${cell.column}\n${shape.value_name}: ${number_text(cell.value)}`,
                  ...kTip,
                }),
              ),
            ],
          }),
        ),
      },
    ],
    legend: [],
    note: shape.value_name === '' ? '' : `In the cells: ${shape.value_name}. The darker, the more.`,
    columns: 1,
  };
}

// From nearly white to a deep blue, evenly: told apart by lightness alone, in print too.
function blues(share: number): string {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
  return `rgb(${mix(238, 8)},${mix(243, 64)},${mix(248, 122)})`;
}

function short(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(2);
}

export function heat_numbers(plot: PlotData<HeatShape>): Numbers {
  const {rows, columns, values} = plot.shape;
  return {
    columns: [plot.y_label, ...columns],
    rows: rows.map((row, i) => [row, ...columns.map((_, k) => values[i * columns.length + k] ?? null)]),
  };
}
