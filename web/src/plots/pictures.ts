// Small grey pictures in a grid, each from black at its least value to white at its greatest.
import type {Maybe, PictureShape, PlotData} from '../data';
import type {Drawing} from '../drawing';
import {svg_element} from '../element';

const kLeast = 84; // pixels a picture is wide
const kGap = 14;

export function draw_pictures(plot: PlotData<PictureShape>, width: number): Drawing {
  const {shape} = plot;
  const wide = Math.max(kLeast, Math.min(140, shape.width * 2));
  const high = Math.round((wide * shape.height) / Math.max(1, shape.width));
  const across = Math.max(1, Math.min(shape.pictures.length, Math.floor((width + kGap) / (wide + kGap))));
  const rows = Math.ceil(shape.pictures.length / across);
  const svg = svg_element('svg', {width: across * (wide + kGap) - kGap, height: rows * (high + 20 + kGap)});
  shape.pictures.forEach((picture, i) => {
    const x = (i % across) * (wide + kGap);
    const y = Math.floor(i / across) * (high + 20 + kGap);
    svg.append(
      svg_element(
        'image',
        {
          x,
          y,
          width: wide,
          height: high,
          href: picture_url(picture.grey, shape),
          preserveAspectRatio: 'none',
          style: 'image-rendering: pixelated',
        },
        svg_element('title', {}, picture.title),
      ),
      svg_element('text', {x, y: y + high + 15, fill: 'currentColor', 'font-size': 12}, picture.title),
    );
  });
  return {panels: [{title: '', svg}], legend: [], note: '', columns: 1};
}

function picture_url(grey: Maybe[], {width, height}: PictureShape): string {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return '';
  const known = grey.filter((value): value is number => value !== null);
  const least = known.reduce((a, b) => Math.min(a, b), Infinity);
  const most = known.reduce((a, b) => Math.max(a, b), -Infinity);
  const pixels = context.createImageData(width, height);
  grey.forEach((value, i) => {
    const shade =
      value === null || most === least ? 128 : Math.round((255 * (value - least)) / (most - least));
    pixels.data.set([shade, shade, shade, 255], 4 * i);
  });
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL('image/png');
}
