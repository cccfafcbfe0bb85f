// What all plots share: measures, fonts, grid and tips that suit light and dark ground.
import type * as Plot from '@observablehq/plot';
import {number_text} from '../format';

export const kNarrow = 560; // pixels: below it, things stand above each other

export const kStyle = {
  background: 'transparent',
  fontFamily: 'inherit',
  fontSize: '12px',
  overflow: 'visible',
};

export const kTip = {fill: 'var(--ground)', stroke: 'var(--faint)', fontSize: 12, lineWidth: 22} as const;

// A height that goes with a width, neither flat on wide screens nor tall on narrow ones.
export function height_for(width: number): number {
  return Math.round(Math.min(420, Math.max(260, width * 0.56)));
}

// Numbers along a logarithmic axis: only those that begin with 1, 2 or 5 have room, and over many
// decades only those that begin with 1. Other axes do well by themselves.
export function tick_text(log: boolean, values: number[]): ((value: number) => string) | undefined {
  if (!log) return undefined;
  const decades = Math.log10(Math.max(...values) / Math.min(...values));
  const shown = decades > 3 ? [1] : [1, 2, 5];
  return value => {
    const first = Number(Math.abs(value).toExponential(0).charAt(0));
    return shown.includes(first) ? number_text(value) : '';
  };
}

const kFewIntegers = 15;

// What is counted has no ticks between the numbers.
export function whole_ticks(values: number[]): number[] | undefined {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (!values.every(Number.isInteger) || most - least > kFewIntegers) return undefined;
  return Array.from({length: most - least + 1}, (_, i) => least + i);
}

export function axis_label(text: string): string | null {
  return text === '' ? null : text;
}

// Plots are only ever asked for as bare SVG: legends and captions are the figure's.
export function bare(made: ReturnType<typeof Plot.plot>): SVGSVGElement {
  if (made instanceof SVGSVGElement) return made;
  throw new Error('a plot is expected to be one SVG');
}
