// Lines through points, bands around them, and lines across the plot that mark a value.
import * as Plot from '@observablehq/plot';
import type {LineShape, PlotData, Series} from '../data';
import type {Drawing, LegendEntry, Numbers} from '../drawing';
import {number_text} from '../format';
import {color_of, dash_of, symbol_of} from '../palette';
import {axis_label, bare, height_for, kStyle, kTip, tick_text, whole_ticks} from './frame';

const kReach = 100; // pixels from which a point answers: few points are far apart

interface Point {
  x: number;
  y: number;
  low: number | null;
  high: number | null;
  name: string;
}

function points_of(shape: LineShape, series: number): Point[] {
  const {name, x, y, low, high} = shape.series[series] ?? {name: '', x: [], y: [], low: [], high: []};
  const points: Point[] = [];
  x.forEach((at, i) => {
    const value = y[i];
    if (at !== null && value !== null && value !== undefined)
      points.push({x: at, y: value, low: low[i] ?? null, high: high[i] ?? null, name});
  });
  return points;
}

export function draw_lines(plot: PlotData<LineShape>, width: number): Drawing {
  const {shape} = plot;
  const marks: Plot.Markish[] = [];
  const all: Point[] = [];
  shape.series.forEach((series, i) => {
    const points = points_of(shape, i);
    all.push(...points);
    if (series.low.length > 0)
      marks.push(Plot.areaY(points, {x: 'x', y1: 'low', y2: 'high', fill: color_of(i), fillOpacity: 0.16}));
    marks.push(
      Plot.line(points, {x: 'x', y: 'y', stroke: color_of(i), strokeWidth: 2, strokeDasharray: dash_of(i)}),
    );
    if (series.points)
      marks.push(
        Plot.dot(points, {
          x: 'x',
          y: 'y',
          fill: color_of(i),
          symbol: symbol_of(i),
          r: is_mark(series) ? 6 : 3.5,
        }),
      );
  });
  const xs = all.map(point => point.x);
  const ys = all.map(point => point.y);
  const whole = shape.log_x ? undefined : whole_ticks(xs);
  for (const rule of shape.rules) marks.push(...rule_marks(rule, is_right(rule.at, xs, shape.log_x)));
  marks.push(
    Plot.tip(
      all,
      Plot.pointer({
        x: 'x',
        y: 'y',
        title: (point: Point) => describe(plot, point),
        maxRadius: kReach,
        ...kTip,
      }),
    ),
  );
  return {
    panels: [
      {
        title: '',
        svg: bare(
          Plot.plot({
            width,
            height: height_for(width),
            marginLeft: 56,
            marginBottom: 42,
            marginTop: 24,
            marginRight: 24,
            style: kStyle,
            x: {
              type: shape.log_x ? 'log' : 'linear',
              label: axis_label(plot.x_label),
              nice: !shape.log_x,
              ticks: whole ?? (width < 480 ? 5 : undefined),
              tickFormat: whole ? number_text : tick_text(shape.log_x, xs),
            },
            y: {
              type: shape.log_y ? 'log' : 'linear',
              label: axis_label(plot.y_label),
              grid: true,
              nice: !shape.log_y,
              tickFormat: tick_text(shape.log_y, ys),
            },
            marks,
          }),
        ),
      },
    ],
    legend: shape.series.length < 2 ? [] : shape.series.map((series, i) => legend_of(series, i)),
    note: '',
    columns: 1,
  };
}

// A series of one point marks a place on another.
function is_mark(series: Series): boolean {
  return series.points && series.x.length === 1;
}

function legend_of(series: Series, place: number): LegendEntry {
  const entry = {label: series.name, color: color_of(place)};
  return is_mark(series) ? {...entry, symbol: symbol_of(place)} : {...entry, dash: dash_of(place)};
}

// Whether words beside it had better stand on its left.
function is_right(at: number, xs: number[], log: boolean): boolean {
  const place = (x: number) => (log ? Math.log(x) : x);
  const least = place(Math.min(...xs));
  return place(at) - least > 0.75 * (place(Math.max(...xs)) - least);
}

function rule_marks({along, at, label}: LineShape['rules'][number], right: boolean): Plot.Markish[] {
  const line = {stroke: 'currentColor', strokeDasharray: '3 4', strokeOpacity: 0.7};
  const words = {
    text: () => label,
    fill: 'currentColor',
    stroke: 'var(--ground)',
    strokeWidth: 4,
    fontSize: 12,
  };
  return along === 'x'
    ? [
        Plot.ruleX([at], line),
        Plot.text([at], {
          x: () => at,
          frameAnchor: 'top',
          textAnchor: right ? 'end' : 'start',
          dx: right ? -6 : 6,
          dy: 2,
          ...words,
        }),
      ]
    : [
        Plot.ruleY([at], line),
        Plot.text([at], {y: () => at, frameAnchor: 'right', textAnchor: 'end', dx: -6, dy: -8, ...words}),
      ];
}

function describe(plot: PlotData<LineShape>, point: Point): string {
  const lines = plot.shape.series.length > 1 ? [point.name] : [];
  lines.push(
    `${plot.x_label || 'x'}: ${number_text(point.x)}`,
    `${plot.y_label || 'y'}: ${number_text(point.y)}`,
  );
  if (point.low !== null && point.high !== null)
    lines.push(`between ${number_text(point.low)} and ${number_text(point.high)}`);
  return lines.join('\n');
}

export function line_numbers(plot: PlotData<LineShape>): Numbers {
  const {shape} = plot;
  const several = shape.series.length > 1;
  const bands = shape.series.some(series => series.low.length > 0);
  const columns = [plot.x_label || 'x', plot.y_label || 'y', ...(bands ? ['low', 'high'] : [])];
  return {
    columns: several ? ['line', ...columns] : columns,
    rows: shape.series.flatMap((_, i) =>
      points_of(shape, i).map(point => [
        ...(several ? [point.name] : []),
        point.x,
        point.y,
        ...(bands ? [point.low, point.high] : []),
      ]),
    ),
  };
}
