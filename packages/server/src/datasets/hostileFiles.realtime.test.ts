import { describe, expect, it, vi } from 'vitest';
import { measureGrowth } from '../../../widget-core/src/testing/linearTime';
import { decodeBytes } from '../encodings/decodeBytes';
import { readCsv } from './readers/csv';
import { DATASET_LIMITS } from '../reading/readLimits';
import { readDocument } from './readDocument';
import { parseRobots } from './site/robots';

vi.setConfig({ testTimeout: 120_000 });
/** The machine may be busy for a moment. */
const retry = 2;

/** `unit` as often as it fits, behind `start`. */
const repeat =
  (unit: string, start = '') =>
  (size: number): string =>
    start + unit.repeat(Math.floor((size - start.length) / unit.length));
const bytesOf =
  (pattern: string) =>
  (text: string): unknown =>
    // 32 times as long as the text: a file may have 10 MiB.
    decodeBytes(new Uint8Array(Buffer.alloc(text.length * 32, pattern, 'hex')));
const robots = (text: string): unknown => parseRobots(text, 'SottoBot').lineAgainst(`/${'a'.repeat(2_000)}`);
type Row = [kind: string, make: (size: number) => string, read: (text: string) => unknown];
const as =
  (type: string) =>
  (text: string): Promise<unknown> =>
    readDocument(type, new TextEncoder().encode(text), DATASET_LIMITS);
const page = as('text/html');
const json = as('application/json');
const markdown = as('text/markdown');
const jsonLd = '<script type="application/ld+json">';

describe('files and pages of strangers', () => {
  it.each<Row>([
    ['a table of quotes', repeat('"'), readCsv],
    ['a table of spaces', repeat(' '), readCsv],
    ['a table whose cells begin quotes', repeat(',"'), readCsv],
    ['a table of quotes in quotes', repeat('"a""'), readCsv],
    ['robots.txt with spaces before a comment', (size) => `a:${' '.repeat(size - 4)}x#`, robots],
    ['robots.txt of agents', repeat('user-agent: *\n'), robots],
    ['robots.txt with a pattern of wildcards', repeat('/*a', 'user-agent: *\ndisallow: '), robots],
    ['robots.txt with many patterns', repeat('disallow: /*a*a*a*a*b$\n', 'user-agent: *\n'), robots],
    [
      'questions in JSON-LD',
      (size) => `${jsonLd}[${repeat('{"@type":"Question","name":"q"},')(size)}1]</script><p>x`,
      page,
    ],
    [
      'answers inside each other in JSON-LD',
      (size) => {
        const depth = Math.floor(size / 70);
        const open = '{"@type":"Question","name":"a","acceptedAnswer":{"text":"b"},"x":';
        return `${jsonLd}${open.repeat(depth)}1${'}'.repeat(depth)}</script><p>x`;
      },
      page,
    ],
    ['scripts that do not end', repeat(jsonLd, '<p>x'), page],
    ['numbers that are raised', repeat('<sup>1</sup>', '<p>x'), page],
    [
      'text that is struck out inside of itself',
      repeat('<del>a', '<p>'),
      (html) => void page(html).catch(() => undefined),
    ],
    ['links side by side', repeat('<a href="tel:1">a</a>', '<p>'), page],
    ['cells that claim many rows', repeat('<tr><td rowspan="9999" colspan="999">a', '<table>'), page],
    ['marks of code', repeat('`` ', '<pre>x'), page],
    ['things inside of others in microdata', repeat('<b itemscope itemprop="a">x</b>', '<p itemscope>'), page],
    ['choices', repeat('<option>a', '<p>x<select>'), page],
    ['JSON of numbers', (size) => `[${repeat('1.10,')(size)}1]`, json],
    ['strings of JSON that do not end', repeat('"\\'), (text) => void json(text).catch(() => undefined)],
    ['settings that do not end', repeat('--- \n', '---\n'), markdown],
    ...['93fa967b', 'c4eef1f2', 'e920', '80', '8c63b0a1', 'ff'].map((pattern): Row => [
      `bytes of ${pattern}`,
      repeat('a'),
      bytesOf(pattern),
    ]),
  ])('%s take time that grows with the length', { retry }, async (_kind, make, read) => {
    const { ms, limitMs } = await measureGrowth(make, read);
    expect(ms).toBeLessThan(limitMs);
  });
});
