import { describe, expect, it } from 'vitest';
import type { ApiError } from '../lib/apiError';
import { DATASET_LIMITS } from '../reading/readLimits';
import { toPassages } from './passages';
import { readDocument } from './readDocument';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The passages of a document, with their titles. */
async function passagesOf(name: string, type: string, content: Uint8Array): Promise<string> {
  const document = await readDocument(type, content, DATASET_LIMITS);
  const passages = toPassages({ ...document, source: name, url: '', resolveLink: () => undefined });
  return passages.map(({ title, text }) => `${title}\n${text}`).join('\n');
}

const PRICES =
  '70726f647563742c70726963652c6e6f74650a6d75672c313230302c93fa967b90bb82cc949282a2837d834f834a8362837682c5' +
  '82b70a706c6174652c3830302c8ddd8cc982a082e80a';
const POLICY =
  '2320cdcbbbf5d5feb2df0a0ac6dfccecc4dabfc9d2d4cdcbbbf5a3acd4cbb7d1d3c9c2f2bcd2b3d0b5a3a1a386b4e9469534b2350a';

describe('KN-1 files in the encodings of other systems', () => {
  it('ing-01: a table of Japanese Excel has its words', async () => {
    expect(await passagesOf('prices.csv', 'text/csv', bytes(PRICES))).toContain('note: 日本製の白いマグカップです');
  });

  it('ing-02: a Chinese text is read with its rare characters', async () => {
    const found = await passagesOf('policy.md', 'text/markdown', bytes(POLICY));
    expect(found).toContain('退货政策');
    expect(found).toContain('七天内可以退货，运费由买家承担。喆镕𠮷');
  });

  it.each([
    [
      'delivery.html',
      '3c21646f63747970652068746d6c3e3c68746d6c3e3c686561643e3c6d65746120636861727365743d2277696e646f77732d3132353122' +
        '3e3c7469746c653ec4eef1f2e0e2eae03c2f7469746c653e3c2f686561643e3c626f64793e3c6d61696e3e3c68313ec4eef1f2e0e2eae03c2f68313e3c703eccfb' +
        '20e4eef1f2e0e2ebffe5ec20efee20e2f1e5e920f1f2f0e0ede520e7e020f2f0e820e4edff2e3c2f703e3c2f6d61696e3e3c2f626f64793e3c2f68746d6c3e',
      'Мы доставляем по всей стране за три дня.',
    ],
    [
      'jp.xhtml.html',
      '3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2253686966745f4a4953223f3e3c68746d6c3e3c626f64793e3c' +
        '703e919797bf82cd8cdc9553897e82c582b73c2f703e3c2f626f64793e3c2f68746d6c3e',
      '送料は五百円です',
    ],
    [
      'late.html',
      // A comment of 1500 letters before the declaration.
      `3c68746d6c3e3c686561643e3c212d2d${'78'.repeat(1500)}` +
        '2d2d3e3c6d65746120687474702d65717569763d22436f6e74656e742d547970652220636f6e74656e743d22746578742f68746d6c3b206368617273' +
        '65743d77696e646f77732d31323531223e3c2f686561643e3c626f64793e3c703ec4eef1f2e0e2eae03c2f703e3c2f626f64793e3c2f68746d6c3e',
      'Доставка',
    ],
  ])('ing-04: %s is read as its own declaration has it', async (_name, hex, text) => {
    expect((await readDocument('text/html', bytes(hex), DATASET_LIMITS)).text).toContain(text);
  });

  it('ing-01: an owner is given the first line of what was guessed, where another text is as likely', async () => {
    const { notes } = await readDocument('text/plain', bytes('6e616d650ac4e0'), DATASET_LIMITS);
    expect(notes).toEqual([
      expect.stringMatching(/^The encoding of this file is not certain\. It was read as [\w-]+: “.+”\. /),
    ]);
    expect((await readDocument('text/csv', bytes(PRICES), DATASET_LIMITS)).notes).toBeUndefined();
  });

  it('JSON and lines of JSON are read in other encodings, too', async () => {
    const json = Uint8Array.from([
      ...Buffer.from('{"note":"'),
      ...bytes('93fa967b90bb82cc949282a2'),
      ...Buffer.from('"}'),
    ]);
    expect((await readDocument('application/json', json, DATASET_LIMITS)).text).toBe('note: 日本製の白い');
    expect((await readDocument('application/jsonl', json, DATASET_LIMITS)).text).toBe('note: 日本製の白い');
    await expect(readDocument('application/json', bytes('93fa'), DATASET_LIMITS)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
    } satisfies Partial<ApiError>);
  });
});
