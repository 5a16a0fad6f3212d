import { cutText } from '@sotto/widget-core/internal/server';
import { parseJson } from '@sotto/widget-core/api';
import { Parser } from 'htmlparser2';
import { readHtml } from './html';

/** Most structured data of a page: scripts, characters of each, things described, levels inside each other. */
const SCRIPTS_MAX = 50;
const DATA_MAX_LENGTH = 200_000;
const NODES_MAX = 1_000;
const DEPTH_MAX = 12;
/** Longest text of a value, in characters. */
const VALUE_MAX_LENGTH = 5_000;

type Node = Readonly<Record<string, unknown>>;

/**
 * What a page states for machines (JSON-LD of schema.org) and is worth reading: questions with answers, products with
 * their prices, opening hours and addresses. A thing that the page has in its words is left out.
 *
 * @param words - the page's text
 * @returns markdown blocks
 */
export function structuredTexts(html: string, words: string): string[] {
  const plain = simplify(words);
  const texts: string[] = [];
  let left = NODES_MAX;
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX || left <= 0 || typeof value !== 'object' || value === null) return;
    left -= 1;
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry, depth + 1);
      return;
    }
    const node = value as Node;
    const block = describe(node);
    if (block !== undefined && !block.answers.every((answer) => plain.includes(simplify(answer))))
      texts.push(block.text);
    for (const entry of Object.values(node)) walk(entry, depth + 1);
  };
  for (const data of readData(html)) walk(parseJson(data), 0);
  return [...new Set(texts)];
}

function readData(html: string): string[] {
  const data: string[] = [];
  let isInside = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isInside =
        name === 'script' && /^application\/ld\+json\b/i.test(attributes['type'] ?? '') && data.length < SCRIPTS_MAX;
      if (isInside) data.push('');
    },
    ontext(text) {
      if (isInside && (data.at(-1)?.length ?? 0) < DATA_MAX_LENGTH) data[data.length - 1] += text;
    },
    onclosetag(name) {
      if (name === 'script') isInside = false;
    },
  });
  parser.end(html);
  return data;
}

interface Described {
  readonly text: string;
  /** The values that make it worth reading. */
  readonly answers: readonly string[];
}

/** A thing of schema.org as a heading with lines below. */
function describe(node: Node): Described | undefined {
  const name = textOf(node['name']);
  if (hasType(node, /^Question$/)) {
    const answers = listOf(node['acceptedAnswer'] ?? node['suggestedAnswer']).flatMap(
      (answer) => textOf(answer['text']) || [],
    );
    return name === '' || answers.length === 0
      ? undefined
      : { text: [`### ${name}`, ...answers].join('\n\n'), answers };
  }
  const lines = hasType(node, /Product(?:Group)?$/) ? productLines(node) : placeLines(node);
  if (lines.length === 0) return undefined;
  return {
    text: [...(name === '' ? [] : [`### ${name}`]), lines.join('\n')].join('\n\n'),
    answers: lines.map(valueOf),
  };
}

function productLines(node: Node): string[] {
  const offers = listOf(node['offers']).flatMap((offer) => [offer, ...listOf(offer['offers'])]);
  const prices = offers.flatMap((offer) => {
    const price =
      textOf(offer['price']) || [textOf(offer['lowPrice']), textOf(offer['highPrice'])].filter(Boolean).join('–');
    if (price === '') return [];
    const stock = textOf(offer['availability']).split('/').at(-1) ?? '';
    return [
      `Price: ${[price, textOf(offer['priceCurrency'])].join(' ').trim()}`,
      ...(stock === '' ? [] : [`Availability: ${stock}`]),
    ];
  });
  return [...line('Description', node['description']), ...line('SKU', node['sku']), ...new Set(prices)];
}

function placeLines(node: Node): string[] {
  const hours = [
    ...textsOf(node['openingHours']),
    ...listOf(node['openingHoursSpecification']).flatMap((each) => {
      const days = textsOf(each['dayOfWeek']).map((day) => day.split('/').at(-1) ?? '');
      const times = [textOf(each['opens']), textOf(each['closes'])].filter((time) => time !== '');
      return times.length === 0 ? [] : [`${days.join(', ')} ${times.join('–')}`.trim()];
    }),
  ];
  if (hours.length === 0 && textOf(node['telephone']) === '') return [];
  const [address] = listOf(node['address']);
  const places = address
    ? ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry'].map((key) => textOf(address[key]))
    : textsOf(node['address']);
  return [
    ...hours.map((each) => `Opening hours: ${each}`),
    ...line('Telephone', node['telephone']),
    ...line('Email', node['email']),
    ...line('Address', places.filter((place) => place !== '').join(', ')),
  ];
}

function line(label: string, value: unknown): string[] {
  const text = textOf(value);
  return text === '' ? [] : [`${label}: ${text}`];
}

function valueOf(text: string): string {
  return text.slice(text.indexOf(': ') + 2);
}

function hasType(node: Node, type: RegExp): boolean {
  return textsOf(node['@type']).some((each) => type.test(each));
}

function listOf(value: unknown): Node[] {
  return (Array.isArray(value) ? value.slice(0, 100) : [value]).filter(
    (each): each is Node => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value.slice(0, 100) : [value]).map(textOf).filter((text) => text !== '');
}

/** A value's words in one line; answers may be HTML. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  const text = cutText(value, VALUE_MAX_LENGTH);
  return (/[<&]/.test(text) ? readHtml(text).body : text).replace(/\s+/g, ' ').trim();
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
