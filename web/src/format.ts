// Values as people read them: the same rules as the text report, where that is possible.
import type {Value} from './data';

const kDigits = 4; // significant ones
const kShownOfList = 8;

// Kept, as making one takes a thousand times as long as using it.
const formats = new Map<string, Intl.NumberFormat>();
function decimal(value: number, least: number, most: number): string {
  const key = `${least} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {minimumFractionDigits: least, maximumFractionDigits: most});
    formats.set(key, format);
  }
  return signed(format.format(value));
}

export function number_text(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return decimal(value, 0, 0);
  if (size >= 1e7 || size < 1e-4) return signed(value.toExponential(kDigits - 1).replace(/\.?0*e\+?/, 'e'));
  const decimals = Math.max(0, kDigits - 1 - Math.floor(Math.log10(size)));
  return decimal(value, 0, decimals);
}

// A minus as wide as a plus, so that columns of numbers stay in line.
function signed(text: string): string {
  return text.replace(/^-/, '−');
}

export function value_text(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return number_text(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, kShownOfList).map(value_text).join(', ');
    const more = value.length - kShownOfList;
    return more > 0 ? `${shown}, and ${number_text(more)} more` : shown || 'none';
  }
  return Object.entries(value)
    .map(([key, inner]) => `${key.replace(/_/g, ' ')} ${value_text(inner)}`)
    .join(', ');
}

// What is lost in value_text, for who wants to know; "" when nothing is.
export function in_full(value: Value): string {
  if (typeof value === 'number') {
    const full = String(value);
    return full === number_text(value).replace(/,/g, '') ? '' : full;
  }
  if (Array.isArray(value) && value.length > kShownOfList)
    return value.slice(0, 500).map(value_text).join(', ');
  return '';
}

// The numbers of a column, all with as many decimals, so that points stand below each other: enough
// for four digits of the largest and three of the least. Numbers of very different sizes are each
// written by themselves.
export function column_format(values: Value[]): (value: Value) => string {
  const numbers = values.filter((v): v is number => typeof v === 'number' && v !== 0);
  const sizes = numbers.map(Math.abs);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  const least = sizes.reduce((a, b) => Math.min(a, b), Infinity);
  const apart = largest >= 1e6 || least < 1e-4 || largest / least > 3000;
  if (numbers.every(Number.isInteger) || numbers.length === 0 || apart) return value_text;
  const decimals = Math.max(
    1,
    kDigits - 1 - Math.floor(Math.log10(Math.max(largest, 0.1))),
    kDigits - 2 - Math.floor(Math.log10(least)),
  );
  return value => (typeof value === 'number' ? decimal(value, decimals, decimals) : value_text(value));
}

export function bytes_text(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1000;
    ++unit;
  }
  return `${number_text(unit ? Math.round(bytes * 10) / 10 : bytes)} ${units[unit]}`;
}

// A first letter as sentences have it, unless the first word is the name of a file or an option.
export function sentence(text: string): string {
  const first = /^\p{L}+([ ,:]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?:]$/.test(first) ? first : first + '.';
}
