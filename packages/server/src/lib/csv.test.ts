import { describe, expect, it } from 'vitest';
import { csvBody, toCsvLine } from './csv';

describe('FH-2 a line of a CSV file', () => {
  it('FH-2: quotes what RFC 4180 wants quoted, doubles quotation marks and ends in CRLF', () => {
    expect(toCsvLine(['plain', 'a, b', 'say "hi"', 'two\nlines', '', null, 7])).toBe(
      'plain,"a, b","say ""hi""","two\nlines",,,7\r\n',
    );
  });

  it.each(['=1+1', '+491701234', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '  =1'])(
    'FH-2: a spreadsheet takes %j for text and not for a formula',
    (text) => {
      expect(toCsvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it.each([
    ...[
      '\u200b',
      '\ufeff',
      '\u2060',
      '\u00ad',
      '\u200e',
      '\u180e',
      '\u034f',
      '\u3164',
      '\u2800',
      '\ufe0f',
      '\u{e0020}',
      '\0',
    ].map((unseen) => `${unseen}=1`),
    ' \u200b \u200b@SUM(A1)',
    ...['−', '﹢', '﹣', '﹦', '﹫', '⁺', '⁻', '⁼', '₊', '₋', '₌'].map((sign) => `${sign}1`),
  ])('SV-19 FH-2: a spreadsheet takes %j, which begins unseen or with another form of a sign, for text', (text) => {
    expect(toCsvLine([text])).toBe(`'${text}\r\n`);
  });

  it.each(['a=1', '\u200bplain', 'ana@example.com', '1-2', '‑', '★'])('SV-19 FH-2: %j stays as it is', (text) => {
    expect(toCsvLine([text])).toBe(`${text}\r\n`);
  });

  it('FH-2: a number of ours stays a number, also below zero', () => {
    expect(toCsvLine([-100])).toBe('-100\r\n');
  });
});

describe('FH-2 a CSV file', () => {
  it('FH-2: begins with a byte order mark, so that Excel reads UTF-8, and with its header', async () => {
    const bytes = new Uint8Array(await new Response(csvBody(['name'], pages([[['Zoë']], [['李']]]))).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\uFEFFname\r\nZoë\r\n李\r\n');
  });

  it('FH-2: asks for the next page only when it is read, and for none after it was left', async () => {
    let asked = 0;
    const endless = async function* () {
      for (;;) {
        asked += 1;
        yield [['row']];
      }
    };
    const reader = csvBody(['name'], endless()).getReader();
    await reader.read();
    expect(asked).toBeLessThanOrEqual(1);
    await reader.read();
    await reader.cancel();
    const then = asked;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(asked).toBe(then);
  });

  it('FH-2: breaks off where a page fails, so that half a file is not taken for a whole one', async () => {
    const failing = async function* () {
      yield [['row']];
      throw new Error('database');
    };
    await expect(new Response(csvBody(['name'], failing())).text()).rejects.toThrow('database');
  });
});

async function* pages(list: string[][][]): AsyncGenerator<string[][]> {
  yield* list;
}
