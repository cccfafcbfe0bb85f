// What may be wider than the page: it scrolls by itself, and says so where it does.
import {element} from './element';

export function wide(inside: HTMLElement): HTMLElement {
  const strip = element('div', {class: 'wide', tabindex: '0'}, inside);
  const box = element(
    'div',
    {class: 'strip'},
    strip,
    element('p', {class: 'sideways', 'aria-hidden': 'true'}, 'scroll sideways for more →'),
  );
  const look = () => {
    const hidden = strip.scrollWidth - strip.clientWidth;
    box.classList.toggle('cut', hidden > 1);
    box.classList.toggle('at-start', strip.scrollLeft <= 1);
    box.classList.toggle('at-end', strip.scrollLeft >= hidden - 1);
  };
  strip.addEventListener('scroll', look, {passive: true});
  new ResizeObserver(look).observe(strip);
  new ResizeObserver(look).observe(inside);
  return box;
}
