// What all plots share: measures, fonts, grid and tips that suit light and dark ground.
import type * as Plot from '@observablehq/plot';
import {number_text} from '../format';

export const kNarrow = 560; // pixels: below it, things stand above each other

export const kStyle = {background: 'transparent', fontFamily: 'inherit', fontSize: '12px', overflow: 'visible'};

export const kTip = {fill: 'var(--ground)', stroke: 'var(--faint)', fontSize: 12, lineWidth: 22} as const;

// A height that goes with a width, neither flat on wide screens nor tall on narrow ones.
export function height_for(width: number): number {
  return Math.round(Math.min(420, Math.max(260, width * 0.56)));
}

// Numbers along an axis; on a logarithmic one only those that begin with 1, 2 or 5 have room.
export function tick_text(log: boolean): (value: number) => string {
  return value => {
    const first = Number(Math.abs(value).toExponential(0).charAt(0));
    return log && ![1, 2, 5].includes(first) ? '' : number_text(value);
  };
}

export function axis_label(text: string): string | null {
  return text === '' ? null : text;
}

// Plots are only ever asked for as bare SVG: legends and captions are the figure's.
export function bare(made: ReturnType<typeof Plot.plot>): SVGSVGElement {
  if (made instanceof SVGSVGElement) return made;
  throw new Error('a plot is expected to be one SVG');
}
