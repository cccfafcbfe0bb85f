// Bars of names. They lie where there are many names or long ones, so that these can be read.
import * as Plot from '@observablehq/plot';
import type {BarShape, PlotData} from '../data';
import type {Drawing, Numbers} from '../drawing';
import {number_text} from '../format';
import {color_of, symbol_of} from '../palette';
import {axis_label, bare, height_for, kStyle, kTip} from './frame';

const kLetter = 7; // pixels, about
const kWhisker = {stroke: 'currentColor', strokeWidth: 1.8};

interface Bar {
  label: string;
  group: string;
  value: number;
  low: number | null;
  high: number | null;
}

function bars_of(shape: BarShape): Bar[] {
  return shape.groups.flatMap(group =>
    shape.labels.map((label, i) => ({
      label,
      group: group.name,
      value: group.y[i] ?? 0,
      low: group.low[i] ?? null,
      high: group.high[i] ?? null,
    })),
  );
}

export function draw_bars(plot: PlotData<BarShape>, width: number): Drawing {
  const {shape} = plot;
  const longest = Math.max(1, ...shape.labels.map(label => label.length));
  const lying = shape.labels.length * (longest * kLetter + 8) > width - 80;
  const several = shape.groups.length > 1;
  return {
    panels: [{title: '', svg: lying ? lying_bars(plot, width, longest) : standing_bars(plot, width)}],
    legend: several
      ? shape.groups.map((group, i) => ({label: group.name, color: color_of(i), symbol: symbol_of(1)}))
      : [],
    note: '',
    columns: 1,
  };
}

// Groups of a name stand side by side as facets of it.
function parts(plot: PlotData<BarShape>) {
  const groups = plot.shape.groups.map(group => group.name);
  const several = groups.length > 1;
  const color = {domain: groups, range: groups.map((_, i) => color_of(i))};
  const bars = bars_of(plot.shape);
  const title = (bar: Bar) =>
    [
      several ? `${bar.label}, ${bar.group}` : bar.label,
      `${plot.y_label || 'value'}: ${number_text(bar.value)}`,
      ...(bar.low !== null && bar.high !== null
        ? [`between ${number_text(bar.low)} and ${number_text(bar.high)}`]
        : []),
    ].join('\n');
  const whiskers = bars.filter(bar => bar.low !== null && bar.high !== null);
  // A bar lets its interval be seen.
  return {groups, several, color, bars, title, whiskers, solid: whiskers.length > 0 ? 0.6 : 1};
}

function standing_bars(plot: PlotData<BarShape>, width: number): SVGSVGElement {
  const {groups, several, color, bars, title, whiskers, solid} = parts(plot);
  const place = several ? {fx: 'label', x: 'group'} : {x: 'label'};
  const names = {domain: plot.shape.labels, label: axis_label(plot.x_label), padding: 0.2};
  const longest = Math.max(1, ...groups.map(group => group.length));
  const named = longest * kLetter < (width - 80) / (groups.length * plot.shape.labels.length + 1);
  return bare(
    Plot.plot({
      width,
      height: Math.min(340, height_for(width)),
      marginLeft: 56,
      marginBottom: 42,
      style: kStyle,
      color,
      x: several ? {domain: groups, axis: named ? 'bottom' : null, label: null, tickSize: 0} : names,
      fx: several ? {...names, axis: named ? 'top' : 'bottom'} : undefined,
      y: {label: axis_label(plot.y_label), grid: true, nice: true},
      marks: [
        Plot.barY(bars, {...place, y: 'value', fill: 'group', fillOpacity: solid}),
        Plot.ruleX(whiskers, {...place, y1: 'low', y2: 'high', ...kWhisker}),
        Plot.ruleY([0], {stroke: 'currentColor', strokeOpacity: 0.6}),
        Plot.tip(bars, Plot.pointerX({...place, y: 'value', title, ...kTip})),
      ],
    }),
  );
}

function lying_bars(plot: PlotData<BarShape>, width: number, longest: number): SVGSVGElement {
  const {groups, several, color, bars, title, whiskers, solid} = parts(plot);
  const place = several ? {fy: 'label', y: 'group'} : {y: 'label'};
  const names = {domain: plot.shape.labels, label: axis_label(plot.x_label), padding: 0.25};
  const room = Math.min(longest * kLetter + 16, Math.round(width * 0.45));
  return bare(
    Plot.plot({
      width,
      height: 70 + plot.shape.labels.length * Math.max(18, 12 * groups.length),
      marginLeft: several ? 12 : room,
      marginRight: several ? room : 20,
      marginBottom: 42,
      style: kStyle,
      color,
      y: several ? {domain: groups, axis: null} : names,
      fy: several ? names : undefined,
      x: {label: axis_label(plot.y_label), grid: true, nice: true, ticks: width < 480 ? 4 : undefined},
      marks: [
        Plot.barX(bars, {...place, x: 'value', fill: 'group', fillOpacity: solid}),
        Plot.ruleY(whiskers, {...place, x1: 'low', x2: 'high', ...kWhisker}),
        Plot.ruleX([0], {stroke: 'currentColor', strokeOpacity: 0.6}),
        Plot.tip(bars, Plot.pointerY({...place, x: 'value', title, ...kTip})),
      ],
    }),
  );
}

export function bar_numbers(plot: PlotData<BarShape>): Numbers {
  const {labels, groups} = plot.shape;
  return {
    columns: [
      plot.x_label || 'name',
      ...(groups.length > 1 ? groups.map(group => group.name) : [plot.y_label || 'value']),
    ],
    rows: labels.map((label, i) => [label, ...groups.map(group => group.y[i] ?? null)]),
  };
}
