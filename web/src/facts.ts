// Facts as a list of terms: label, value, and what the value means.
import type {Fact} from './data';
import {element} from './element';
import {in_full, number_text, value_text} from './format';
import {meaning} from './glossary';

function interval_text({interval}: Fact): string {
  return interval ? ` (${number_text(interval[0])} to ${number_text(interval[1])})` : '';
}

export function facts_list(facts: Fact[]): HTMLElement {
  const list = element('dl', {class: 'facts'});
  for (const fact of facts) {
    const full = in_full(fact.value);
    const known = meaning(fact.key);
    list.append(
      element(
        'div',
        {},
        element('dt', {}, known ? element('abbr', {title: known}, fact.label) : fact.label),
        element(
          'dd',
          {class: typeof fact.value === 'number' ? 'number' : '', ...(full ? {title: full} : {})},
          value_text(fact.value) + interval_text(fact),
        ),
        element('dd', {class: 'note'}, fact.note),
      ),
    );
  }
  return list;
}
