import { cutText } from '@sotto/widget-core/internal/server';
import { parseJson } from '@sotto/widget-core/api';
import { Parser } from 'htmlparser2';
import { readHtml } from './html';
import { createMicrodataReader } from './microdata';

/** Most structured data of a page: scripts, characters of each, things described, levels inside each other. */
const SCRIPTS_MAX = 50;
const DATA_MAX_LENGTH = 200_000;
const NODES_MAX = 1_000;
const DEPTH_MAX = 12;
/** Longest text of a value, in characters. */
const VALUE_MAX_LENGTH = 5_000;

type Node = Readonly<Record<string, unknown>>;

/**
 * What a page states for machines (schema.org in JSON-LD and microdata) and is worth reading: questions with answers, products with
 * their prices, opening hours and addresses, events. A thing that the page has in its words is left out.
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
  const { scripts, items } = readData(html);
  for (const data of scripts) walk(parseLoosely(data), 0);
  walk(items, 0);
  return [...new Set(texts)];
}

function readData(html: string): { scripts: readonly string[]; items: readonly Node[] } {
  const data: string[] = [];
  const microdata = createMicrodataReader();
  let isInside = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      microdata.open(name, attributes);
      isInside =
        name === 'script' && /^application\/ld\+json\b/i.test(attributes['type'] ?? '') && data.length < SCRIPTS_MAX;
      if (isInside) data.push('');
    },
    ontext(text) {
      if (isInside && (data.at(-1)?.length ?? 0) < DATA_MAX_LENGTH) data[data.length - 1] += text;
      else microdata.text(text);
    },
    onclosetag(name) {
      microdata.close();
      if (name === 'script') isInside = false;
    },
  });
  parser.end(html);
  return { scripts: data, items: microdata.items };
}

/** JSON as sites write it: in a section of XHTML, with line ends inside of strings, with a comma after the last. */
function parseLoosely(data: string): unknown {
  const strict: unknown = parseJson(data);
  if (strict !== undefined) return strict;
  const plain = data
    .replace(/^\s*(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?/, '')
    .replace(/(?:\/\/|\/\*)?\s{0,10}\]\]>(?:\s{0,10}\*\/)?\s*$/, '')
    .replace(/[\0-\u001f]/g, ' ')
    .replace(/,(?= {0,100}[\]}])/g, '');
  return parseJson(plain.replace(/;\s*$/, ''));
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
  const lines = hasType(node, /Product(?:Group)?$/)
    ? productLines(node)
    : hasType(node, /Event$/)
      ? eventLines(node)
      : placeLines(node);
  if (lines.length === 0) return undefined;
  return {
    text: [...(name === '' ? [] : [`### ${name}`]), lines.join('\n')].join('\n\n'),
    answers: lines.map(valueOf),
  };
}

function productLines(node: Node): string[] {
  const offers = listOf(node['offers']).flatMap((offer) => [offer, ...listOf(offer['offers'])]);
  const prices = offers.flatMap((offer) => {
    const stock = textOf(offer['availability']).split('/').at(-1) ?? '';
    const named = [offer, ...listOf(offer['priceSpecification'])].flatMap(priceOf);
    return named.length === 0 ? [] : [...named.slice(0, 1), ...(stock === '' ? [] : [`Availability: ${stock}`])];
  });
  return [...line('Description', node['description']), ...line('SKU', node['sku']), ...new Set(prices)];
}

function priceOf(offer: Node): string[] {
  const price =
    textOf(offer['price']) || [textOf(offer['lowPrice']), textOf(offer['highPrice'])].filter(Boolean).join('–');
  return price === '' ? [] : [`Price: ${[price, textOf(offer['priceCurrency'])].join(' ').trim()}`];
}

function eventLines(node: Node): string[] {
  const [place] = listOf(node['location']);
  const where = place ? [textOf(place['name']), addressOf(place['address'])] : textsOf(node['location']);
  return [
    ...line('Start', node['startDate']),
    ...line('End', node['endDate']),
    ...line('Place', where.filter((each) => each !== '').join(', ')),
    ...line('Description', node['description']),
    ...productLines(node).filter((each) => each.startsWith('Price: ')),
  ];
}

function addressOf(value: unknown): string {
  const [address] = listOf(value);
  const parts = address
    ? ['streetAddress', 'postalCode', 'addressLocality', 'addressCountry'].map((key) => textOf(address[key]))
    : textsOf(value);
  return parts.filter((part) => part !== '').join(', ');
}

/** Hours of some days; those that open and close at midnight are closed ones. */
function hoursOf(each: Node): string[] {
  const days = textsOf(each['dayOfWeek']).map((day) => day.split('/').at(-1) ?? '');
  const dates = [...new Set([textOf(each['validFrom']), textOf(each['validThrough'])])].filter((date) => date !== '');
  const times = [textOf(each['opens']), textOf(each['closes'])].filter((time) => time !== '');
  if (times.length === 0) return [];
  const isClosed = times.length === 2 && times.every((time) => /^00:00(?::00)?$/.test(time));
  return [[days.join(', '), dates.join('–'), isClosed ? 'closed' : times.join('–')].filter(Boolean).join(' ')];
}

function placeLines(node: Node): string[] {
  const hours = [
    ...textsOf(node['openingHours']),
    ...['openingHoursSpecification', 'specialOpeningHoursSpecification'].flatMap((key) =>
      listOf(node[key]).flatMap(hoursOf),
    ),
  ];
  if (hours.length === 0 && textOf(node['telephone']) === '') return [];
  return [
    ...hours.map((each) => `Opening hours: ${each}`),
    ...line('Telephone', node['telephone']),
    ...line('Email', node['email']),
    ...line('Address', addressOf(node['address'])),
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
  if (Array.isArray(value)) return textOf(value[0]);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  let text = cutText(value, VALUE_MAX_LENGTH);
  // Some write the marks of HTML as entities.
  for (let pass = 0; pass < 2 && /[<&]/.test(text); pass += 1) text = readHtml(text).body.replace(/^\\(?=<)/, '');
  return text.replace(/\s+/g, ' ').trim();
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
