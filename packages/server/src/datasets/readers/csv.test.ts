import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { readDocument } from '../readDocument';
import { readCsv } from './csv';

/** The files of ing-03: German Excel, with a mark and `sep=`, in UTF-16, with commas inside of quotes. */
const FILES = {
  a: '4772f6df653b50726569733b4e6f74697a0a4dfc6c6c657220262053f6686e653b31322c353020803b84677574930a',
  b:
    'efbbbf7365703d3b0d0a4772c3b6c39f653b50726569733b4e6f74697a0d0a4dc3bc6c6c657220262053c3b6686e653b31322c353020e2' +
    '82ac3be2809e677574e2809c0d0a',
  c:
    'fffe47007200f600df00650009005000720065006900730009004e006f00740069007a000a004d00fc006c006c00650072002000260020' +
    '005300f60068006e0065000900310032002c00350030002000ac2009001e206700750074001c200a00',
  d:
    '224e616d652c206669727374223b22436974792c20636f756e747279223b4167650a224c6f76656c6163652c20416461223b224c6f6e64' +
    '6f6e2c20554b223b33360a',
};

const textOf = async (hex: string): Promise<string> =>
  (await readDocument('text/csv', Uint8Array.from(Buffer.from(hex, 'hex')), DATASET_LIMITS)).text;

describe('KN-2 tables as spreadsheets write them', () => {
  it.each(['a', 'b', 'c'] as const)('ing-03: %s.csv gives the same row', async (name) => {
    expect(await textOf(FILES[name])).toBe('Größe: Müller & Söhne\nPreis: 12,50 €\nNotiz: „gut“');
  });

  it('ing-03: commas inside of quotes separate nothing', async () => {
    expect(await textOf(FILES.d)).toBe('Name, first: Lovelace, Ada\nCity, country: London, UK\nAge: 36');
  });

  it.each([
    [
      'a tab that is named',
      'sep=\t\na;b\tc\n1;2\t3',
      [
        ['a;b', 'c'],
        ['1;2', '3'],
      ],
    ],
    ['a quoted line that names it', '"sep=;"\na,b;c', [['a,b', 'c']]],
    [
      'tabs',
      'a, b, c\td\n1\t2',
      [
        ['a, b, c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'bars',
      'a|b,c\n1|2\n3|4,5,6',
      [
        ['a', 'b,c'],
        ['1', '2'],
        ['3', '4,5,6'],
      ],
    ],
    [
      'decimal commas',
      'a;b\n1,5;2,5\n3,5;4,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
    ],
    [
      'a heading above',
      'Prices, all of them\na;b\n1,5;2\n3;4',
      [['Prices, all of them'], ['a', 'b'], ['1,5', '2'], ['3', '4']],
    ],
    ['a line end and quotes inside of quotes', 'a,b\n"x\ny ""z""",2\n', [['a', 'b'], ['x\ny "z"', '2'], ['']]],
    [
      'a space before a quote',
      'a,b\n"x", "y, z"',
      [
        ['a', 'b'],
        ['x', 'y, z'],
      ],
    ],
    [
      'a quote that never ends',
      'a,b\n"x,1\ny,2',
      [
        ['a', 'b'],
        ['"x', '1'],
        ['y', '2'],
      ],
    ],
    [
      'an inch',
      'a,b\n5" pipe,2',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
      ],
    ],
    ['one column', 'a\nb c\nd', [['a'], ['b c'], ['d']]],
    [
      'ing-03: sentences with commas',
      'Question\nHello, can I ship?\nYes, of course, we do',
      [['Question'], ['Hello, can I ship?'], ['Yes, of course, we do']],
    ],
    [
      'ing-03: rows that lack their last cells',
      'a,b,c,d\n1\n1,2\n1,2,3',
      [['a', 'b', 'c', 'd'], ['1'], ['1', '2'], ['1', '2', '3']],
    ],
    ['nothing', '', [['']]],
  ] as const)('%s', (_name, text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });
});

describe('KN-2 tables without headings', () => {
  const text = async (csv: string): Promise<string> =>
    (await readDocument('text/csv', new TextEncoder().encode(csv), DATASET_LIMITS)).text;

  it.each([
    ['prices', 'Kettle;49,90;12\nPot;12,00;3\n', 'Kettle | 49,90 | 12\n\nPot | 12,00 | 3'],
    ['one number', 'Tea;5\nCup;7\n', 'Tea | 5\n\nCup | 7'],
    ['units and currencies', 'Tea,5 €\nCup,7 €\n', 'Tea | 5 €\n\nCup | 7 €'],
    ['numbers of rows', '1,Tea,5\n2,Cup,7\n', '1 | Tea | 5\n\n2 | Cup | 7'],
    ['hours', 'Mon,9-17\nTue,10-18\n', 'Mon | 9-17\n\nTue | 10-18'],
  ])('ing-03: %s', async (_name, csv, rows) => {
    expect(await text(csv)).toBe(rows);
  });

  it.each([
    ['years', 'Item,2024,2025\nTea,5,6\n', 'Item: Tea\n2024: 5\n2025: 6'],
    ['dates', 'Room,01.05.,02.05.\n1,80,90\n', 'Room: 1\n01.05.: 80\n02.05.: 90'],
    ['sizes', 'Shoe,36,37\nRed,5,6\n', 'Shoe: Red\n36: 5\n37: 6'],
    ['a number among words', 'Item,Q1\nTea,5\n', 'Item: Tea\nQ1: 5'],
    ['a number above words', 'Item,24h\nTea,yes\n', 'Item: Tea\n24h: yes'],
  ])('ing-03: headings that are %s stay headings', async (_name, csv, rows) => {
    expect(await text(csv)).toBe(rows);
  });

  it('ing-03: thousands of rows, line ends and quotes in them, are all there', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `"Tea ${String(index)}";"a\r\n""b""; c";${String(index)},50\r\n`,
    );
    const read = await text(`Item;Text;Price\r\n${rows.join('')}`);
    expect(read.split('\n\n')).toHaveLength(5_000);
    expect(read.endsWith('Item: Tea 4999\nText: a "b"; c\nPrice: 4999,50')).toBe(true);
  });
});
