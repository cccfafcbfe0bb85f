// The same rows in one space or several. Many rows are painted on a canvas, which becomes one image
// of the SVG: a hundred thousand circles would each be an element that the browser has to keep.
import * as Plot from '@observablehq/plot';
import type {Panel, PlotData, ScatterShape} from '../data';
import type {Drawing, LegendEntry} from '../drawing';
import {svg_element} from '../element';
import {number_text} from '../format';
import {color_of, kNeutral, symbol_of} from '../palette';
import {axis_label, bare, kNarrow, kStyle, kTip} from './frame';

const kMostElements = 4000; // rows and links that are elements of their own
const kSharpness = 2; // pixels of the canvas a pixel of the page
const kMostNamed = 42; // classes in the legend: as many as look different
const kMostWritten = 40; // names beside marks of a circle
const kWidestCircle = 560; // pixels, as it is as high as wide

export function draw_scatter(plot: PlotData<ScatterShape>, width: number): Drawing {
  const {shape} = plot;
  const columns = shape.panels.length > 1 && width >= kNarrow ? 2 : 1;
  const room = Math.floor((width - (columns - 1) * 32) / columns);
  const panel_width = shape.circle ? Math.min(room, kWidestCircle) : room;
  const painted = shape.color.length + shape.links.length > kMostElements;
  return {
    panels: shape.panels.map(panel => ({
      title: panel.title,
      svg: draw_panel(shape, panel, panel_width, painted),
    })),
    legend: legend_of(shape),
    note: shape.note,
    columns,
  };
}

function legend_of(shape: ScatterShape): LegendEntry[] {
  const entries: LegendEntry[] = shape.color_names
    .slice(0, kMostNamed)
    .map((label, place) => ({label, color: color_of(place), symbol: symbol_of(place)}));
  const more = shape.color_names.length - kMostNamed;
  if (more > 0)
    entries.push({
      label: `and ${number_text(more)} more, which repeat these marks`,
      color: kNeutral,
      symbol: symbol_of(-1),
    });
  if (shape.color_names.length > 0 && shape.color.some(place => place < 0))
    entries.push({label: 'none', color: kNeutral, symbol: symbol_of(-1)});
  if (shape.links.length > 0) entries.push({label: 'known to belong together', color: kNeutral, dash: ''});
  return entries;
}

function draw_panel(shape: ScatterShape, panel: Panel, width: number, painted: boolean): SVGSVGElement {
  const rows = shape.color
    .map((_, row) => row)
    .filter(row => is_number(panel.x[row]) && is_number(panel.y[row]));
  const at = {x: (row: number) => panel.x[row], y: (row: number) => panel.y[row]};
  const size = radius(rows.length);
  const marks: Plot.Markish[] = painted
    ? [
        (_index, scales) =>
          painting(shape, panel, rows, scales as unknown as Scales, size, {width, height: height_of(width)}),
      ]
    : elements(shape, panel, rows, size);
  if (shape.circle) marks.unshift(...circle_marks(shape, panel, rows, width));
  // Gives the scales their domains too. Words are made for the one row that is hovered over.
  const tip = {title: (row: number) => row, format: {title: (row: number) => words(shape, panel, row)}};
  marks.push(Plot.tip(rows, Plot.pointer({...at, ...tip, maxRadius: 30, ...kTip})));
  const reach = shape.circle ? {domain: [-1.05, 1.05]} : {nice: true};
  return bare(
    Plot.plot({
      width,
      height: height_of(width),
      marginLeft: 52,
      marginBottom: 40,
      style: kStyle,
      ...(shape.circle ? {aspectRatio: 1, height: undefined} : {}),
      x: {
        label: axis_label(panel.x_label),
        grid: true,
        ...reach,
        ticks: Math.max(3, Math.floor(width / 90)),
      },
      y: {
        label: axis_label(panel.y_label),
        grid: true,
        ...reach,
      },
      marks,
    }),
  );
}

// The circle of radius 1, and the names of the marks nearest to it, which come first.
function circle_marks(shape: ScatterShape, panel: Panel, rows: number[], width: number): Plot.Markish[] {
  const turn = Array.from({length: 181}, (_, i) => (i * Math.PI) / 90);
  const line = {stroke: kNeutral, strokeWidth: 1};
  const written = rows.slice(0, width < 480 ? kMostWritten / 2 : kMostWritten);
  const beside = (left: boolean) =>
    Plot.text(
      written.filter(row => (panel.x[row] ?? 0) > 0.5 === left),
      {
        x: row => panel.x[row],
        y: row => panel.y[row],
        text: row => shape.names[row] ?? '',
        textAnchor: left ? 'end' : 'start',
        dx: left ? -8 : 8,
        fill: 'currentColor',
        stroke: 'var(--ground)',
        strokeWidth: 3,
        fontSize: 11,
      },
    );
  return [
    Plot.line(turn, {x: angle => Math.cos(angle), y: angle => Math.sin(angle), ...line}),
    Plot.ruleX([0], line),
    Plot.ruleY([0], line),
    beside(false),
    beside(true),
  ];
}

function height_of(width: number): number {
  return Math.round(Math.min(460, Math.max(280, width * 0.8)));
}

function is_number(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

// Smaller the more there are, so that they leave each other visible.
function radius(count: number): number {
  return count > 20000 ? 1.4 : count > 2000 ? 2 : count > 400 ? 2.8 : 3.6;
}

function words(shape: ScatterShape, panel: Panel, row: number): string {
  const place = shape.color[row] ?? -1;
  return [
    shape.names[row] ?? `row ${row}`,
    ...(place >= 0 ? [shape.color_names[place] ?? ''] : []),
    `${panel.x_label || 'x'}: ${number_text(panel.x[row] ?? NaN)}`,
    `${panel.y_label || 'y'}: ${number_text(panel.y[row] ?? NaN)}`,
  ].join('\n');
}

function elements(shape: ScatterShape, panel: Panel, rows: number[], size: number): Plot.Markish[] {
  const place = (row: number) => shape.color[row] ?? -1;
  const marks: Plot.Markish[] = [];
  const linked = shape.links.filter(([a, b]) =>
    [panel.x[a], panel.y[a], panel.x[b], panel.y[b]].every(is_number),
  );
  if (linked.length > 0)
    marks.push(
      Plot.link(linked, {
        x1: ([a]) => panel.x[a],
        y1: ([a]) => panel.y[a],
        x2: ([, b]) => panel.x[b],
        y2: ([, b]) => panel.y[b],
        stroke: kNeutral,
        strokeOpacity: 0.55,
      }),
    );
  for (const value of new Set(rows.map(place)))
    marks.push(
      Plot.dot(
        rows.filter(row => place(row) === value),
        {
          x: (row: number) => panel.x[row],
          y: (row: number) => panel.y[row],
          fill: color_of(value),
          fillOpacity: 0.8,
          symbol: symbol_of(value),
          r: size,
        },
      ),
    );
  return marks;
}

interface Scales {
  x: (value: number) => number;
  y: (value: number) => number;
}

// The mark of a class, drawn once: copying it is several times as fast as drawing it again.
function stamp(place: number, size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.ceil(4 * size * kSharpness);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(kSharpness, kSharpness);
  context.fillStyle = color_of(place);
  context.beginPath();
  symbol_of(place).draw(context, Math.PI * size * size);
  context.fill();
  return canvas;
}

function painting(
  shape: ScatterShape,
  panel: Panel,
  rows: number[],
  scales: Scales,
  size: number,
  {width, height}: {width: number; height: number},
): SVGElement {
  const canvas = document.createElement('canvas');
  canvas.width = width * kSharpness;
  canvas.height = height * kSharpness;
  const context = canvas.getContext('2d');
  if (!context) return svg_element('g');
  context.scale(kSharpness, kSharpness);
  const x = (row: number) => scales.x(panel.x[row] ?? NaN);
  const y = (row: number) => scales.y(panel.y[row] ?? NaN);
  context.strokeStyle = kNeutral;
  context.globalAlpha = 0.4;
  context.lineWidth = 0.7;
  context.beginPath();
  for (const [a, b] of shape.links) {
    context.moveTo(x(a), y(a));
    context.lineTo(x(b), y(b));
  }
  context.stroke();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = rows.length > 20000 ? 0.45 : 0.7;
  const stamps = new Map<number, HTMLCanvasElement>();
  for (const row of rows) {
    const place = shape.color[row] ?? -1;
    let mark = stamps.get(place);
    if (!mark) stamps.set(place, (mark = stamp(place, size)));
    context.drawImage(
      mark,
      Math.round(x(row) * kSharpness - mark.width / 2),
      Math.round(y(row) * kSharpness - mark.height / 2),
    );
  }
  return svg_element('image', {class: 'painting', width, height, href: canvas.toDataURL('image/png')});
}
