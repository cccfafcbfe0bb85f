// What the page is made from: the JSON that germane/report/html.cpp puts into it.

export type Value = null | boolean | number | string | Value[] | {[key: string]: Value};

export interface Fact {
  key: string;
  label: string;
  value: Value;
  interval: [number, number] | null; // how sure it is
  note: string;
}

export interface Table {
  title: string;
  columns: {key: string; label: string}[];
  rows: Value[][];
  row_notes: string[]; // what each row is; empty: nothing is said
  shown: number; // rows to show at first; 0: all
  left_out: number; // rows that are not in the page
}

export interface Series {
  name: string;
  x: Maybe[];
  y: Maybe[];
  low: Maybe[];
  high: Maybe[];
  points: boolean;
}
export type Maybe = number | null; // null: not finite

export interface LineShape {
  kind: 'line';
  series: Series[];
  rules: {along: 'x' | 'y'; at: number; label: string}[];
  log_x: boolean;
  log_y: boolean;
}

export interface BarShape {
  kind: 'bars';
  labels: string[];
  groups: Series[];
}

export interface Panel {
  title: string;
  x_label: string;
  y_label: string;
  x: Maybe[];
  y: Maybe[];
}

export interface ScatterShape {
  kind: 'scatter';
  panels: Panel[];
  color: number[]; // a place in color_names; -1: none
  color_names: string[];
  names: string[];
  links: [number, number][];
  note: string;
  circle: boolean; // marks are correlations: the circle of radius 1, and names beside marks
}

export interface HeatShape {
  kind: 'heat';
  rows: string[];
  columns: string[];
  values: Maybe[];
  value_name: string;
}

export interface TreeShape {
  kind: 'tree';
  leaves: string[];
  merges: {left: number; right: number; height: number}[];
  cut: number;
}

export interface PictureShape {
  kind: 'pictures';
  width: number;
  height: number;
  pictures: {title: string; grey: Maybe[]}[];
}

export interface PlotData<Shape> {
  key: string;
  title: string;
  text: string;
  x_label: string;
  y_label: string;
  shape: Shape;
}
export type AnyPlot = PlotData<LineShape | BarShape | ScatterShape | HeatShape | TreeShape | PictureShape>;

export interface Section {
  key: string;
  title: string;
  facts: Fact[];
  tables: Table[];
  plots: AnyPlot[];
  notes: string[];
  warnings: string[];
  sections: Section[];
  leads: boolean; // what readers look for first
}

export interface Run {
  command: string; // as typed
  purpose: string; // of the verb, in a line
  version: string;
  date: string;
  options: {name: string; value: Value; given: boolean; help: string}[];
  inputs: {name: string; bytes: number; fingerprint: string}[];
}

export interface Page {
  run: Run;
  report: Section;
}

export function read_page(): Page {
  const holder = document.getElementById('germane-report');
  if (!holder) throw new Error('the page holds no report');
  return JSON.parse(holder.textContent ?? '') as Page;
}
