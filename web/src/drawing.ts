// What a shape's file hands to the figure around it: one picture or several, and what marks mean.
import type {Symbol} from './palette';

export interface LegendEntry {
  label: string;
  color: string;
  symbol?: Symbol; // a mark of this shape
  dash?: string; // or a line of these dashes
}

export interface Drawing {
  panels: {title: string; svg: SVGSVGElement}[];
  legend: LegendEntry[];
  note: string;
  columns: number; // panels side by side
}

// Numbers behind the picture, for who cannot see it or wants to read them off.
export interface Numbers {
  columns: string[];
  rows: (string | number | null)[][];
}
