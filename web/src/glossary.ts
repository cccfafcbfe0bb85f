// Words that a report uses and somebody who has read none of the papers may not know. Only those
// that occur are listed, at the end of the page; elsewhere they are hints on labels.
import type {Section} from './data';
import {element} from './element';

const kMeanings: [name: string, keys: string[], meaning: string][] = [
  [
    'AUC',
    ['auc'],
    'How often a pair that belongs together is closer than one that does not: 1 is always, 0.5 is chance.',
  ],
  [
    'equal error',
    ['equal_error'],
    'The share of wrong decisions at the threshold where as many alike pairs are refused as different pairs are accepted. Smaller is better.',
  ],
  [
    'chunklet',
    ['chunklets', 'points_in_chunklets', 'closed_chunklets', 'open_chunklets', 'held_out_chunklets'],
    'Rows known to belong together, without a name for what they are. Pairs that share a row are joined into one chunklet.',
  ],
  [
    'must-link, cannot-link',
    ['must_links', 'cannot_links', 'must_links_violated', 'cannot_links_violated'],
    'A pair of rows known to belong together, or known not to.',
  ],
  [
    'fold',
    ['folds', 'folds_helped'],
    'A part of the examples that was set aside while learning from the others, and then used as a test.',
  ],
  [
    'verdict',
    ['verdict'],
    'It helped: held-out pairs are told apart better than by the raw and by the standardised columns, and so in more than half of the folds. Not sure: better on the whole, but not in more than half of them, or there was one fold only. It did not help: no better than by the better of the two.',
  ],
  [
    'shrinkage',
    ['shrinkage', 'shrinkage_rule'],
    'How far the estimate was pulled towards a simple one (no correlations), because few examples make a noisy one. 0 is not at all, 1 is all the way.',
  ],
  [
    'ridge',
    ['ridge'],
    'A small number added to every spread, so that directions in which the examples hardly vary are not taken for important ones.',
  ],
  [
    'condition',
    ['condition', 'correlation_condition', 'conditions'],
    'The largest spread of any direction divided by the smallest; of correlations, after all columns were brought to one spread, so that their units do not count. Where that of correlations is large, the smallest spreads are mostly noise.',
  ],
  [
    'rank',
    ['rank', 'ranks', 'rank_bound'],
    'In how many independent directions the rows, or the examples, vary at all.',
  ],
  ['dimensions', ['dimensions', 'dimensions_rule'], 'How many numbers each row has in the learned space.'],
  [
    'lambda',
    ['lambda', 'next_lambda'],
    'How well a direction holds chunklets together: the share of its variation that is between chunklets rather than inside them, less what chance gives.',
  ],
  [
    'variance ratio',
    ['variance_ratios'],
    'How many times more the rows spread along a direction than the rows of one chunklet or class do.',
  ],
  [
    'damping, boost',
    ['strongest_damping', 'strongest_boost'],
    'How much less than an average direction the one along which things that belong together differ most weighs after learning, and how much more the one along which they differ least: ratios of variances, the squares of what is drawn as stretching.',
  ],
  [
    'noise share',
    ['noise_share'],
    'What part of the variation would lie between chunklets if these had been drawn at random.',
  ],
  [
    'correlation',
    ['correlation', 'held_out', 'correlations', 'held_out_correlations'],
    'How well two views tell the same story along a component: 1 is exactly, 0 not at all. Held out: on objects that learning had not seen.',
  ],
  [
    'component',
    ['component'],
    'A direction of the shared space, found one after the other: in each view a weighted sum of its columns.',
  ],
  [
    'p',
    ['p', 'p_permuted'],
    'How often chance alone would make views agree as well as this, if they had nothing to do with each other (permuted: counted by exchanging objects). Small speaks for a real component.',
  ],
  [
    'view',
    ['views', 'view'],
    'One of several descriptions of the same objects, such as the words on a page and the links to it.',
  ],
  [
    'kernel',
    ['kernel', 'gamma', 'degree', 'landmarks'],
    'A measure of likeness that takes the place of plain columns, so that curved groups can be told apart. Landmarks are the rows that span its space.',
  ],
  [
    'ARI, rand',
    ['ari', 'rand'],
    'Agreement of two ways to group the rows, counted over pairs. ARI is corrected for chance: 1 is the same groups, 0 is what chance gives.',
  ],
  [
    'NMI, AMI',
    ['nmi', 'ami'],
    'How much knowing the cluster tells about the label: 0 is nothing, 1 all of it. AMI is corrected for chance.',
  ],
  [
    'pair accuracy',
    ['pair_accuracy', 'pair_accuracy_clustering'],
    'The share of pairs that clusters rightly put together or apart, both kinds weighted alike: 0.5 is chance.',
  ],
  [
    'purity',
    ['purity'],
    'The share of rows whose label is the commonest in their cluster. It grows with the number of clusters.',
  ],
  [
    'perplexity',
    ['conditional_perplexity', 'cluster_perplexity'],
    'A number of things in effect: four equally large clusters count as four, one large and three tiny ones as little more than one.',
  ],
  [
    'precision, recall of pairs',
    ['pair_precision', 'pair_recall', 'pair_f1'],
    'Of the pairs put into one cluster, the share that belongs together; of the pairs that belong together, the share put into one cluster. F1 is their harmonic mean.',
  ],
  [
    'homogeneity, completeness',
    ['homogeneity', 'completeness'],
    'Whether each cluster holds rows of one label, and whether the rows of each label are in one cluster. 1 is entirely.',
  ],
  ['accuracy', ['accuracy'], 'The share of rows that are right when each cluster stands for another label.'],
  [
    'interval',
    ['from', 'low', 'high', 'difference', 'sure'],
    'Where a number would lie, 95 times of 100 unless another share was asked for, with other rows like these. A difference is sure when its interval leaves out 0.',
  ],
  [
    'nearest error',
    ['nearest_error', 'class_size_error'],
    'How often the nearest row has another label; or how many of as many nearest rows as the class has others do.',
  ],
  [
    'precision, average precision',
    ['precision', 'average_precision'],
    'The share of right answers in a list; and the mean of that share up to each right answer, which is 1 when all right ones stand before all others.',
  ],
  [
    'reciprocal rank, hit rate',
    ['reciprocal_rank', 'hit_rate'],
    'One over the rank of the first right answer; how often there is a right answer at all.',
  ],
  [
    'recall at k',
    ['recall_1', 'recall_5', 'recall_10', 'median_rank'],
    'How often the row that belongs to an object is among the first k that are found.',
  ],
  [
    'inner product, cosine, CSLS',
    ['metric', 'mates'],
    'Ways to say how alike two rows are: with their lengths, by their angle alone, or by the angle less what makes some rows near to everything.',
  ],
  [
    'weight, loading',
    ['weight', 'loading', 'loadings'],
    'What a feature is multiplied with to make the score of a component; and how well the feature itself goes with that score, as a correlation.',
  ],
  [
    'inertia',
    ['inertia', 'objective'],
    'The sum of squared distances of rows to the centres of their clusters: what k-means makes small.',
  ],
  [
    'log-likelihood',
    ['log_likelihood'],
    'How well the fitted mixture explains the rows; only differences between fits of the same rows mean something.',
  ],
  [
    'BIC, AIC',
    ['bic', 'aic', 'bic_by_k'],
    'The fit of a mixture with a fine for each of its numbers, so that more clusters are taken only if they explain more.',
  ],
  ['converged', ['converged'], 'Whether the search came to rest by itself, or was stopped before.'],
  [
    'merge',
    ['last_merge', 'next_merge'],
    'The distance at which the last clusters were joined, and at which the next would have been. A wide gap between them speaks for this number of clusters.',
  ],
  [
    'DCF',
    ['dcf', 'min_dcf'],
    'What wrong decisions cost on average, with the costs and the share of alike pairs that were given; 1 is no better than never looking.',
  ],
  [
    'Cllr',
    ['cllr', 'cllr_cross_fitted', 'cllr_of_llr'],
    'How much a score tells when it is read as odds, in bits lost a pair: 0 is perfect, 1 says nothing.',
  ],
  ['prior', ['prior'], 'The share of alike pairs among those to be decided in practice.'],
  ['threshold', ['threshold'], 'The score at which a pair is just accepted as alike.'],
  [
    'prepare',
    ['prepare'],
    'What was done to the rows first. Standardized columns are divided by their spread, so that none counts more because of its unit.',
  ],
];

const kByKey = new Map(kMeanings.flatMap(([, keys, meaning]) => keys.map(key => [key, meaning] as const)));

export function meaning(key: string): string | undefined {
  return kByKey.get(key);
}

function keys_in(section: Section, found: Set<string>): void {
  found.add(section.key);
  for (const fact of section.facts) found.add(fact.key);
  for (const table of section.tables) {
    for (const column of table.columns) found.add(column.key);
    // Scores side by side stand in the rows.
    if (table.columns[0]?.key === 'score') for (const [name] of table.rows) found.add(String(name));
  }
  for (const child of section.sections) keys_in(child, found);
}

export function words_used(report: Section): HTMLElement | null {
  const found = new Set<string>();
  keys_in(report, found);
  const used = kMeanings.filter(([, keys]) => keys.some(key => found.has(key)));
  if (used.length === 0) return null;
  const list = element('dl', {class: 'words'});
  for (const [name, , text] of used)
    list.append(element('div', {}, element('dt', {}, name), element('dd', {}, text)));
  return element('section', {id: 'words'}, element('h2', {}, 'Words used here'), list);
}
