// Merges as a tree, leaves at the bottom. Branches below the cut have the colour of their cluster.
import * as Plot from '@observablehq/plot';
import type {PlotData, TreeShape} from '../data';
import type {Drawing, LegendEntry} from '../drawing';
import {number_text} from '../format';
import {color_of, dash_of, kNeutral} from '../palette';
import {axis_label, bare, height_for, kStyle, kTip} from './frame';

const kNamedLeaves = 60;
const kNamedClusters = 14;

interface Node {
  x: number;
  height: number;
  leaves: number;
  first: number; // leaf, from the left
  least: number; // leaf, by number
}

export function draw_tree(plot: PlotData<TreeShape>, width: number): Drawing {
  const {shape} = plot;
  const order = leaf_order(shape);
  const nodes: Node[] = shape.leaves.map((_, leaf) => ({
    x: order.indexOf(leaf),
    height: 0,
    leaves: 1,
    first: leaf,
    least: leaf,
  }));
  for (const {left, right, height} of shape.merges) {
    const a = nodes[left];
    const b = nodes[right];
    if (!a || !b) throw new Error(`${plot.key}: a merge names a node that is not there`);
    nodes.push({
      x: (a.x + b.x) / 2,
      height,
      leaves: a.leaves + b.leaves,
      first: a.x < b.x ? a.first : b.first,
      least: Math.min(a.least, b.least),
    });
  }
  const cluster = clusters_of(shape, nodes);
  const merges = shape.merges.map((merge, i) => ({
    ...merge,
    node: nodes[shape.leaves.length + i]!,
    place: cluster[shape.leaves.length + i] ?? -1,
    z: i,
  }));
  const corners = merges.flatMap(({left, right, height, place, z}) => {
    const a = nodes[left]!;
    const b = nodes[right]!;
    return [
      [a.x, a.height],
      [a.x, height],
      [b.x, height],
      [b.x, b.height],
    ].map(([x, y]) => ({x: x!, y: y!, place, z}));
  });
  const named = shape.leaves.length <= kNamedLeaves && width / shape.leaves.length >= 10;
  const longest = Math.max(1, ...shape.leaves.map(leaf => leaf.length));
  const bottom = named ? Math.min(130, 20 + longest * 6.5) : 24;
  const lines = [...new Set(merges.map(merge => merge.place))].map(place =>
    Plot.line(
      corners.filter(corner => corner.place === place),
      {
        x: 'x',
        y: 'y',
        z: 'z',
        stroke: color_of(place),
        strokeWidth: shape.leaves.length > 200 ? 1 : 1.6,
        strokeDasharray: place < 0 ? '' : dash_of(Math.floor(place / 7)),
      },
    ),
  );
  return {
    panels: [
      {
        title: '',
        svg: bare(
          Plot.plot({
            width,
            height: height_for(width) + bottom - 24,
            marginLeft: 56,
            marginBottom: bottom,
            marginTop: 24,
            style: kStyle,
            x: {domain: [-0.6, shape.leaves.length - 0.4], axis: null},
            y: {label: axis_label(plot.y_label || 'height'), grid: true, nice: true, zero: true},
            marks: [
              ...lines,
              shape.cut > 0
                ? Plot.ruleY([shape.cut], {
                    stroke: 'currentColor',
                    strokeDasharray: '3 4',
                    strokeOpacity: 0.7,
                  })
                : null,
              shape.cut > 0
                ? Plot.text(['cut here into clusters'], {
                    y: () => shape.cut,
                    text: text => text,
                    frameAnchor: 'right',
                    textAnchor: 'end',
                    dy: -8,
                    fill: 'currentColor',
                    stroke: 'var(--ground)',
                    strokeWidth: 4,
                  })
                : null,
              named
                ? Plot.text(order, {
                    x: (_, i) => i,
                    y: () => 0,
                    text: leaf => shape.leaves[leaf],
                    rotate: -90,
                    textAnchor: 'end',
                    dx: 0,
                    dy: 6,
                    fontSize: 11,
                    fill: 'currentColor',
                  })
                : null,
              Plot.tip(
                merges,
                Plot.pointer({
                  x: merge => merge.node.x,
                  y: 'height',
                  maxRadius: 200,
                  title: merge =>
                    `${plot.y_label || 'height'}: ${number_text(merge.height)}\n${number_text(merge.node.leaves)} leaves, from ${shape.leaves[merge.node.first] ?? ''} on`,
                  ...kTip,
                }),
              ),
            ],
          }),
        ),
      },
    ],
    legend: [
      ...joined_clusters(merges.map(merge => merge.place)),
      ...(merges.some(merge => merge.place < 0) && shape.cut > 0
        ? [{label: 'joins above the cut', color: kNeutral, dash: ''}]
        : []),
    ],
    note: named ? '' : `${number_text(shape.leaves.length)} leaves; hover over a branch to see what it holds.`,
    columns: 1,
  };
}

// The clusters in which something is joined, while there are few enough to tell apart.
function joined_clusters(places: number[]): LegendEntry[] {
  const seen = [...new Set(places)].filter(place => place >= 0).sort((a, b) => a - b);
  if (seen.length > kNamedClusters) return [];
  return seen.map(place => ({
    label: `cluster ${place}`,
    color: color_of(place),
    dash: dash_of(Math.floor(place / 7)),
  }));
}

// From left to right as the tree has them, without recursion: a chain may be as deep as it is long.
function leaf_order(shape: TreeShape): number[] {
  const count = shape.leaves.length;
  const child = new Set(shape.merges.flatMap(merge => [merge.left, merge.right]));
  const roots = Array.from({length: count + shape.merges.length}, (_, i) => i).filter(
    node => !child.has(node),
  );
  const open = roots.reverse();
  const order: number[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const merge = shape.merges[node - count];
    if (node < count) order.push(node);
    else if (merge) open.push(merge.right, merge.left);
  }
  return order;
}

// Of each node, the number of the cluster it is inside; -1 above the cut. Clusters are numbered by
// their first leaves, as everywhere, so that they have the same colours in every plot.
function clusters_of(shape: TreeShape, nodes: Node[]): number[] {
  const parent = nodes.map(() => -1);
  shape.merges.forEach(({left, right}, i) => (parent[left] = parent[right] = shape.leaves.length + i));
  const below = (node: number) => shape.cut > 0 && (nodes[node]?.height ?? 0) <= shape.cut;
  const tops = nodes
    .map((_, node) => node)
    .filter(node => below(node) && (parent[node] === -1 || !below(parent[node] ?? -1)));
  tops.sort((a, b) => (nodes[a]?.least ?? 0) - (nodes[b]?.least ?? 0));
  const cluster = nodes.map(() => -1);
  tops.forEach((node, place) => (cluster[node] = place));
  for (let node = nodes.length - 1; node >= 0; --node) {
    const above = parent[node] ?? -1;
    if (cluster[node] === -1 && above >= 0) cluster[node] = cluster[above] ?? -1;
  }
  return cluster;
}
