// The plot as one SVG file that stands by itself: title, panels side by side, legend.
import type {AnyPlot} from './data';
import type {Drawing} from './drawing';
import {svg_element} from './element';
import {legend_mark} from './figure';

const kGap = 24;
const kLine = 20;
const kInk = '#1c2126';

export function svg_text(plot: AnyPlot, drawing: Drawing): string {
  const parts: SVGElement[] = [];
  const sizes = drawing.panels.map(({svg}) => ({
    width: Number(svg.getAttribute('width')),
    height: Number(svg.getAttribute('height')),
  }));
  let y = kGap + kLine;
  parts.push(text(kGap, y, plot.title, {'font-size': 16, 'font-weight': 600}));
  y += kGap;
  let right = 0;
  for (let first = 0; first < drawing.panels.length; first += drawing.columns) {
    let x = kGap;
    let tallest = 0;
    drawing.panels.slice(first, first + drawing.columns).forEach((panel, i) => {
      const size = sizes[first + i] ?? {width: 0, height: 0};
      if (panel.title !== '') parts.push(text(x, y + 12, panel.title, {'font-size': 13, 'font-weight': 600}));
      const copy = panel.svg.cloneNode(true) as SVGSVGElement;
      for (const tip of copy.querySelectorAll('[aria-label=tip]')) tip.remove();
      copy.setAttribute('x', String(x));
      copy.setAttribute('y', String(y + (panel.title !== '' ? kLine : 0)));
      parts.push(copy);
      x += size.width + kGap;
      tallest = Math.max(tallest, size.height + (panel.title !== '' ? kLine : 0));
    });
    right = Math.max(right, x);
    y += tallest + kGap / 2;
  }
  for (const entry of drawing.legend) {
    const mark = legend_mark(entry);
    mark.setAttribute('x', String(kGap));
    mark.setAttribute('y', String(y));
    parts.push(mark, text(kGap + 36, y + 10, entry.label, {'font-size': 12}));
    y += kLine;
  }
  const height = y + kGap / 2;
  const whole = svg_element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: right,
      height,
      viewBox: `0 0 ${right} ${height}`,
      color: kInk,
      'font-family': 'system-ui, sans-serif',
      role: 'img',
    },
    svg_element('title', {}, plot.title),
    svg_element('desc', {}, plot.text),
    svg_element('rect', {width: '100%', height: '100%', fill: '#fff'}),
    ...parts,
  );
  // What the page's style says in its own words, said for a file without it.
  return new XMLSerializer()
    .serializeToString(whole)
    .replace(/var\(--ground\)/g, '#fff')
    .replace(/var\(--ink\)/g, kInk)
    .replace(/var\(--faint\)/g, '#9aa1ab');
}

function text(x: number, y: number, words: string, style: Record<string, string | number>): SVGTextElement {
  return svg_element('text', {x, y, fill: kInk, ...style}, words);
}

export function save_svg(plot: AnyPlot, drawing: Drawing): void {
  const blob = new Blob([svg_text(plot, drawing)], {type: 'image/svg+xml'});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${plot.key}.svg`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
