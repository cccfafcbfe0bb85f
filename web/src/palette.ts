// Colours and shapes of classes. The colours are those of Okabe and Ito (the blue a little lighter)
// that show on light and on dark ground, which people with any common colour blindness can tell
// apart; as no more than seven can be, and nobody need rely on them, the shape changes too. Seven
// colours and six shapes make 42 classes that differ.

export const kNeutral = '#8a8f98';
export const kAccent = '#0072b2';

const kColors = ['#1b7fc0', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#8c6bb1'];

export function color_of(place: number): string {
  return place < 0 ? kNeutral : (kColors[place % kColors.length] ?? kNeutral);
}

// A shape of the given area, drawn around 0, for a canvas and for paths alike: what Plot calls a symbol.
export interface Symbol {
  draw(context: Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath' | 'arc'>, size: number): void;
}

function polygon(corners: [number, number][]): Symbol {
  // Twice the area, by the shoelace formula: shapes look equally large.
  let twice = 0;
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length] ?? [0, 0];
    twice += x * v - u * y;
  });
  const unit = Math.sqrt(2 / Math.abs(twice));
  return {
    draw(context, size) {
      const scale = unit * Math.sqrt(size);
      corners.forEach(([x, y], i) =>
        i ? context.lineTo(x * scale, y * scale) : context.moveTo(x * scale, y * scale),
      );
      context.closePath();
    },
  };
}

const circle: Symbol = {
  draw(context, size) {
    const radius = Math.sqrt(size / Math.PI);
    context.moveTo(radius, 0);
    context.arc(0, 0, radius, 0, 2 * Math.PI);
  },
};
const kShapes: Symbol[] = [
  circle,
  polygon([
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]),
  polygon([
    [0, -1.15],
    [1, 0.58],
    [-1, 0.58],
  ]),
  polygon([
    [0, -1.3],
    [1, 0],
    [0, 1.3],
    [-1, 0],
  ]),
  polygon([
    [-1, -3],
    [1, -3],
    [1, -1],
    [3, -1],
    [3, 1],
    [1, 1],
    [1, 3],
    [-1, 3],
    [-1, 1],
    [-3, 1],
    [-3, -1],
    [-1, -1],
  ]),
  polygon([
    [0, 1.15],
    [-1, -0.58],
    [1, -0.58],
  ]),
];

export function symbol_of(place: number): Symbol {
  return place < 0 ? circle : (kShapes[place % kShapes.length] ?? circle);
}

// Lines differ by their dashes too.
const kDashes = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 2'];
export function dash_of(place: number): string {
  return kDashes[place % kDashes.length] ?? '';
}

// The outline of a symbol as the d of an SVG path.
export function symbol_path(symbol: Symbol, size: number): string {
  let path = '';
  symbol.draw(
    {
      moveTo: (x, y) => void (path += `M${x.toFixed(2)},${y.toFixed(2)}`),
      lineTo: (x, y) => void (path += `L${x.toFixed(2)},${y.toFixed(2)}`),
      closePath: () => void (path += 'Z'),
      arc: (_x, _y, r) => void (path += `A${r},${r} 0 1 1 ${-r},0A${r},${r} 0 1 1 ${r},0Z`),
    },
    size,
  );
  return path;
}
