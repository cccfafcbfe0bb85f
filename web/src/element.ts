// Elements in one line each. Text goes in as text, so that names from a file stay names.

type Child = Node | string | null | undefined | false;

function fill<E extends Element>(made: E, attributes: Record<string, string>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const child of children) if (child) made.append(child);
  return made;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg_element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const texts = Object.fromEntries(Object.entries(attributes).map(([k, v]) => [k, String(v)]));
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), texts, children);
}
