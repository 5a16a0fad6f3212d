import { utils, write, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { readSheets } from './sheets';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

function bytesOf(book: WorkBook, bookType: 'xlsx' | 'biff8' | 'xlsb' = 'xlsx'): Uint8Array {
  return new Uint8Array(write(book, { type: 'array', bookType, cellStyles: true }) as ArrayBuffer);
}

/** A workbook of one sheet. `formats`: by the name of a cell. */
function bookOf(rows: unknown[][], formats: Record<string, string> = {}, merges: readonly string[] = []): WorkBook {
  const book = utils.book_new();
  const sheet: WorkSheet = utils.aoa_to_sheet(rows);
  for (const [name, format] of Object.entries(formats)) sheet[name] = { ...(sheet[name] as object), z: format };
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  utils.book_append_sheet(book, sheet, 'Prices');
  return book;
}

/** The workbook of ing-09. */
function prices(): WorkBook {
  const book = bookOf(
    [
      ['Item', 'Price', 'Discount', 'From', 'Code'],
      ['Kettle', 1299, 0.25, 45_658, '00042'],
      ['Tea set', 49.9],
      [undefined, 59.9],
      [],
    ],
    { B2: '#,##0.00 "€"', C2: '0%', D2: 'd.m.yyyy' },
    ['A3:A4'],
  );
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Secret'], ['old price']]), 'Old');
  book.Workbook = { Sheets: [{}, { Hidden: 1 }] };
  return book;
}

const textOf = async (book: WorkBook): Promise<string> => (await readSheets(bytesOf(book), DATASET_LIMITS)).text;

describe('KN-6 a workbook is read as it is shown', () => {
  it.each(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'])('ing-09: in %s', async (zone) => {
    process.env['TZ'] = zone;
    for (const kind of ['xlsx', 'biff8', 'xlsb'] as const) {
      const { text, notes } = await readSheets(bytesOf(prices(), kind), DATASET_LIMITS);
      expect(text).toBe(
        '## Prices\n\n' +
          'Item: Kettle\nPrice: 1,299.00 €\nDiscount: 25%\nFrom: 1.1.2025\nCode: 00042\n\n' +
          'Item: Tea set\nPrice: 49.9\n\nItem: Tea set\nPrice: 59.9',
      );
      expect(notes).toEqual(['Hidden sheets were left out: Old']);
    }
  });

  it('a long number in the general format keeps its digits, and has no noise', async () => {
    expect(
      await textOf(
        bookOf([
          ['EAN', 'Sum'],
          [4_006_381_333_931, 0.1 + 0.2],
        ]),
      ),
    ).toContain('EAN: 4006381333931\nSum: 0.3');
  });

  it('a date in the format of the country is written as ISO 8601 has it', async () => {
    process.env['TZ'] = 'America/Los_Angeles';
    expect(
      await textOf(
        bookOf(
          [
            ['From', 'Time'],
            [45_658, 0.375],
          ],
          { A2: 'm/d/yy', B2: 'h:mm' },
        ),
      ),
    ).toContain('From: 2025-01-01\nTime: 9:00');
  });

  it.each([
    ['dd.mm.yyyy', '01.01.2025'],
    ['dd\\.mm\\.yyyy hh:mm', '01.01.2025 12:00'],
    ['d.m.yyyy;@', '1.1.2025'],
    ['yyyy年m月d日', '2025年1月1日'],
    ['yyyy-mm-dd', '2025-01-01'],
    ['d mmm yyyy "(new)"', '1 Jan 2025 (new)'],
    ['0.0 Xyz', '45658.5'],
    ['0.0 %', '4565850.0 %'],
    ['0\\ %', '4565850 %'],
    ['0" %"', '45659 %'],
    ['#,##0" "%', '4,565,850 %'],
  ])('a number in the format %s is %s', async (format, shown) => {
    expect(
      await textOf(
        bookOf(
          [
            ['a', 'b'],
            [45_658.5, 'x'],
          ],
          { A2: format },
        ),
      ),
    ).toContain(`a: ${shown}\nb: x`);
  });

  it('a title above the headings is a title, and a heading above two columns is that of both', async () => {
    const rows = [['Price list'], ['Item', 'Price', undefined, 'In stock'], ['Kettle', 12, 15, true]];
    expect(await textOf(bookOf(rows, {}, ['A1:D1']))).toBe(
      '## Prices\n\nPrice list\n\nItem: Kettle\nPrice: 12\n15\nIn stock: TRUE',
    );
    expect(await textOf(bookOf(rows.slice(1), {}, ['B1:C1']))).toContain('Price: 12\nPrice: 15');
  });

  it('an error is no value', async () => {
    const book = bookOf([
      ['a', 'b', 'c'],
      [1, 2, 3],
    ]);
    (book.Sheets['Prices'] as Record<string, unknown>)['B2'] = { t: 'e', v: 42, w: '#N/A' };
    expect(await textOf(book)).toContain('a: 1\nc: 3');
  });

  it('a range of all cells there could be, and merged ones as large, are read as what is in them', async () => {
    const book = bookOf(
      [
        ['a', 'b'],
        [1, 2],
      ],
      {},
      ['A1:XFD1048576'],
    );
    (book.Sheets['Prices'] as WorkSheet)['!ref'] = 'A1:XFD1048576';
    const rows = Array.from({ length: 200 }, (_, index) => `A${String(index + 3)}:XFD1048576`);
    (book.Sheets['Prices'] as WorkSheet)['!merges']?.push(...rows.map((range) => utils.decode_range(range)));
    const parts = bytesOf(
      bookOf(
        [
          ['a', 'b'],
          [1, 2],
        ],
        {},
        rows,
      ),
    );
    expect((await readSheets(parts, DATASET_LIMITS)).text).toContain('a: 1\nb: 2');
  });
});

describe('KN-6 what of a workbook is not shown', () => {
  it('ing-09: hidden rows and columns are left out and noted', async () => {
    const book = bookOf([
      ['Item', 'Bought for', 'Price'],
      ['Tea', 2, 6],
      ['Secret', 3, 9],
    ]);
    Object.assign(book.Sheets['Prices'] ?? {}, {
      '!cols': [{}, { hidden: true }],
      '!rows': [{}, {}, { hidden: true }],
    });
    expect(await readSheets(bytesOf(book), DATASET_LIMITS)).toEqual({
      kind: 'markdown',
      text: '## Prices\n\nItem: Tea\nPrice: 6',
      notes: ['Hidden rows and columns were left out of: Prices'],
    });
  });

  it('ing-09: formulas whose results are not stored are noted', async () => {
    const book = bookOf([
      ['Item', 'Price'],
      ['Tea', 6],
    ]);
    Object.assign(book.Sheets['Prices'] ?? {}, { B2: { t: 'n', f: '2*3', v: 6, w: '6' } });
    expect(await readSheets(bytesOf(book), DATASET_LIMITS)).not.toHaveProperty('notes');
    const { unzipSync, zipSync, strFromU8, strToU8 } = await import('fflate');
    const parts = unzipSync(bytesOf(book));
    const name = 'xl/worksheets/sheet1.xml';
    const xml = strFromU8(parts[name] ?? new Uint8Array()).replace('<v>6</v>', '');
    expect(await readSheets(zipSync({ ...parts, [name]: strToU8(xml) }), DATASET_LIMITS)).toMatchObject({
      text: '## Prices\n\nItem: Tea',
      notes: [expect.stringMatching(/^The results of 1 formulas are not in this file/) as string],
    });
  });
});
