// A page with a plot of every shape, odd names and hostile words: what a report may hold, made by hand.

// A small generator, so that every run draws the same points.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function cloud(count, classes, seed) {
  const next = random(seed);
  const normal = () => next() + next() + next() + next() - 2;
  const color = Array.from({length: count}, (_, i) => i % classes);
  const spot = color.map(c => [3 * Math.cos((6.3 * c) / classes), 3 * Math.sin((6.3 * c) / classes)]);
  return {
    color,
    before: {x: spot.map(([x]) => x * 0.4 + 2 * normal()), y: spot.map(([, y]) => y * 0.4 + 2 * normal())},
    after: {x: spot.map(([x]) => x + normal()), y: spot.map(([, y]) => y + normal())},
  };
}

export function scatter(count, classes, links = 0) {
  const {color, before, after} = cloud(count, classes, 7);
  return {
    key: `scatter_${count}`,
    title: 'Rows before and after learning',
    text: 'Each mark is a row. After learning, rows of one class should lie closer together than before',
    x_label: '',
    y_label: '',
    shape: {
      kind: 'scatter',
      panels: [
        {title: 'before', x_label: 'first direction', y_label: 'second direction', ...before},
        {title: 'after', x_label: 'first direction', y_label: 'second direction', ...after},
      ],
      color,
      color_names: Array.from({length: classes}, (_, i) => `class ${i + 1}`),
      names: color.map((_, i) => `row ${i}`),
      links: Array.from({length: links}, (_, i) => [i, i + classes]),
      note: count > 5000 ? `${count.toLocaleString('en-US')} rows` : '',
      circle: false,
    },
  };
}

const range = count => Array.from({length: count}, (_, i) => i + 1);
const series = (name, x, y, more = {}) => ({name, x, y, low: [], high: [], points: false, ...more});

export const kShapes = [
  {
    key: 'spectrum',
    title: 'How much each direction counts',
    text: 'Bars would hide the tail, so this is a line; directions left of the mark are kept',
    x_label: 'direction',
    y_label: 'eigenvalue',
    shape: {
      kind: 'line',
      series: [
        series(
          'eigenvalue',
          range(13),
          range(13).map(i => 9 / i ** 1.4),
          {points: true},
        ),
      ],
      rules: [
        {along: 'x', at: 4.5, label: '4 kept'},
        {along: 'y', at: 1, label: 'noise'},
      ],
      log_x: false,
      log_y: false,
    },
  },
  {
    key: 'curves',
    title: 'Two curves with a band',
    text: 'The upper curve is better everywhere',
    x_label: 'different pairs accepted',
    y_label: 'same pairs refused',
    shape: {
      kind: 'line',
      log_x: true,
      log_y: true,
      rules: [],
      series: [
        series(
          'raw columns',
          range(40).map(i => i / 41),
          range(40).map(i => 0.9 / i),
          {low: range(40).map(i => 0.7 / i), high: range(40).map(i => 1.1 / i)},
        ),
        series(
          'after rca',
          range(40).map(i => i / 41),
          [...range(39).map(i => 0.4 / i), null],
        ),
      ],
    },
  },
  {
    key: 'sizes',
    title: 'How large the chunklets are',
    text: 'Most chunklets are pairs',
    x_label: 'rows in a chunklet',
    y_label: 'chunklets',
    shape: {
      kind: 'bars',
      labels: ['2', '3', '4', '5', '6 to 10'],
      groups: [series('chunklets', [], [40, 12, 6, 3, 1])],
    },
  },
  {
    key: 'long_names',
    title: 'Bars with long names',
    text: 'Names that do not fit below stand beside',
    x_label: 'feature',
    y_label: 'loading',
    shape: {
      kind: 'bars',
      labels: range(12).map(i => `a feature with a long name ${i}`),
      groups: [
        series(
          'loading',
          [],
          range(12).map(i => (i % 2 ? 1 : -1) / i),
          {
            low: range(12).map(i => (i % 2 ? 1 : -1) / i - 0.1),
            high: range(12).map(i => (i % 2 ? 1 : -1) / i + 0.1),
          },
        ),
      ],
    },
  },
  {
    key: 'groups',
    title: 'Scores of three distances',
    text: 'After learning both scores are better',
    x_label: 'data',
    y_label: 'AUC',
    shape: {
      kind: 'bars',
      labels: ['iris', 'wine'],
      groups: [
        series('raw', [], [0.87, 0.69]),
        series('standardized', [], [0.81, 0.94]),
        series('after rca', [], [0.96, 0.97]),
      ],
    },
  },
  scatter(300, 3, 40),
  {
    key: 'circle',
    title: 'What the first two components go with',
    text: 'On the circle a feature is told entirely',
    x_label: '',
    y_label: '',
    shape: {
      kind: 'scatter',
      panels: [
        {
          title: '',
          x_label: 'component 0',
          y_label: 'component 1',
          x: range(9).map(i => Math.cos(i) * (1 - i / 20)),
          y: range(9).map(i => Math.sin(i) * (1 - i / 20)),
        },
      ],
      color: range(9).map(i => i % 2),
      color_names: ['sepal', 'petal'],
      names: range(9).map(i => `feature ${i}`),
      links: [],
      note: '',
      circle: true,
    },
  },
  {
    key: 'shares',
    title: 'Where each label went',
    text: 'Most of a label is in one cluster',
    x_label: 'cluster',
    y_label: 'label',
    shape: {
      kind: 'heat',
      rows: ['barolo', 'grignolino', 'barbera'],
      columns: ['0', '1', '2', '3'],
      values: [0.98, 0.02, 0, 0, 0.04, 0.9, 0.06, null, 0, 0, 0.5, 0.5],
      value_name: 'share of the label’s rows',
    },
  },
  {
    key: 'tree',
    title: 'How rows were joined',
    text: 'The higher a join, the less alike are its two sides',
    x_label: '',
    y_label: 'height',
    shape: {
      kind: 'tree',
      leaves: ['a', 'b', 'c', 'd', 'e', 'a long name'],
      cut: 2.5,
      merges: [
        {left: 0, right: 1, height: 0.5},
        {left: 2, right: 3, height: 0.8},
        {left: 4, right: 7, height: 2},
        {left: 6, right: 8, height: 4},
        {left: 9, right: 5, height: 5},
      ],
    },
  },
  {
    key: 'faces',
    title: 'Directions as pictures',
    text: 'Bright is more',
    x_label: '',
    y_label: '',
    shape: {
      kind: 'pictures',
      width: 8,
      height: 10,
      pictures: range(5).map(k => ({
        title: `direction ${k}`,
        grey: range(80).map(i => Math.sin(i * k) + i / 80),
      })),
    },
  },
];

const section = (key, title, more) => ({
  key,
  title,
  facts: [],
  tables: [],
  plots: [],
  notes: [],
  warnings: [],
  sections: [],
  leads: false,
  ...more,
});
const fact = (key, value, note = '') => ({key, label: key.replace(/_/g, ' '), value, interval: null, note});

export function gallery(plots = kShapes) {
  return {
    run: {
      command: "germane learn rca data/wine.csv --pairs 'my pairs.csv' --out wine.model --report wine.html",
      purpose: 'whiten what varies inside chunklets',
      version: '0.0.0',
      date: '2000-01-01 00:00 UTC',
      options: [
        {name: 'out', value: 'wine.model', given: true, help: 'FILE: the model'},
        {name: 'seed', value: 0, given: false, help: 'of the folds and pairs of the check'},
        {name: 'shrinkage', value: 'auto', given: false, help: 'weight of the diagonal mixed into C'},
      ],
      inputs: [{name: 'data/wine.csv', bytes: 10872, fingerprint: '0123456789abcdef'}],
    },
    report: section('', 'learn rca', {
      facts: [
        fact('rows', 178),
        fact('columns', 13),
        fact('chunklets', 27),
        fact('shrinkage', 0.0372104, 'chosen by the Ledoit-Wolf rule'),
        fact('columns_used', ['alcohol', 'ash', 'hue']),
        fact('hostile', '</script><img src=x onerror=alert(1)>\u2028'),
      ],
      plots,
      warnings: ['3 columns differ much in their units; pass --prepare standardize'],
      notes: ['rows are matched by position'],
      sections: [
        section('check', 'did it help?', {
          leads: true,
          facts: [
            fact('same_pairs', 108, 'held out'),
            fact('folds', 5),
            fact('verdict', 'it helped'),
            {...fact('auc', 0.7368, 'how sure it is in brackets'), interval: [0.70123, 0.77]},
          ],
          tables: [
            {
              title: '',
              columns: [
                {key: 'distance', label: 'distance'},
                {key: 'auc', label: 'auc'},
                {key: 'equal_error', label: 'equal error'},
              ],
              rows: [
                ['raw columns', 0.63971, 0.4199],
                ['standardized columns', 0.7021, 0.3142],
                ['after rca', 0.7368, 0.33],
              ],
              row_notes: [],
              shown: 0,
              left_out: 0,
            },
          ],
        }),
        section('spectrum', 'spectrum', {
          tables: [
            {
              title: 'directions',
              columns: [
                {key: 'number', label: 'number'},
                {key: 'eigenvalue', label: 'eigenvalue'},
              ],
              rows: range(120).map(i => [i, 9 / i]),
              row_notes: [],
              shown: 10,
              left_out: 3,
            },
          ],
        }),
      ],
    }),
  };
}
