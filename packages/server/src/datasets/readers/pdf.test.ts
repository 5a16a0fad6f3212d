import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { composedPdf, pdfOf, type ComposedPage } from '../../testing/sampleFiles';
import { readDocument } from '../readDocument';

const read = (pdf: string) =>
  readDocument('application/pdf', Uint8Array.from(Buffer.from(pdf, 'latin1')), DATASET_LIMITS);

const pairs = (codes: readonly number[]): string => codes.map((code) => code.toString(16).padStart(4, '0')).join('');
const utf16 = (text: string): string => pairs(text.split('').map((letter) => letter.charCodeAt(0)));
/** Numbers of glyphs as most TrueType fonts of Latin letters have them. */
const glyphs = (text: string): string => pairs(text.split('').map((letter) => letter.charCodeAt(0) - 29));

const JAPANESE: ComposedPage = { encoding: '90ms-RKSJ-H', ordering: 'Japan1', hex: '89638bc68e9e8ad482cd8be38e9e' };
const NAMELESS = { encoding: 'Identity-H', ordering: 'Identity' };
const UNKNOWN = { encoding: 'Nobody-Knows-H', ordering: 'Japan1', hex: '89638bc6' };

describe('KN-5 a PDF whose fonts are not in it', () => {
  it.each<ComposedPage & { text: string }>([
    { ...JAPANESE, text: '営業時間は九時' },
    { encoding: '90ms-RKSJ-V', ordering: 'Japan1', hex: '89638bc68e9e8ad4', text: '営業時間' },
    { encoding: 'EUC-H', ordering: 'Japan1', hex: 'b1c4b6c8bbfeb4d6', text: '営業時間' },
    { encoding: 'UniJIS-UTF16-H', ordering: 'Japan1', hex: utf16('営業時間'), text: '営業時間' },
    { encoding: 'UniGB-UCS2-H', ordering: 'GB1', hex: utf16('营业时间'), text: '营业时间' },
    { encoding: 'GBK-EUC-H', ordering: 'GB1', hex: 'd3aad2b5cab1bce4', text: '营业时间' },
    { encoding: 'ETen-B5-H', ordering: 'CNS1', hex: 'c0e7b77eaec9b6a1', text: '營業時間' },
    { encoding: 'UniCNS-UTF16-H', ordering: 'CNS1', hex: utf16('營業時間'), text: '營業時間' },
    { encoding: 'KSCms-UHC-H', ordering: 'Korea1', hex: 'bfb5bef7bdc3b0a3', text: '영업시간' },
    { encoding: 'UniKS-UCS2-H', ordering: 'Korea1', hex: utf16('영업시간'), text: '영업시간' },
    // Glyphs by their numbers in a collection of Adobe.
    { encoding: 'Identity-H', ordering: 'Japan1', hex: '04a904aa', text: '医井' },
  ])('ing-08: is read in $encoding of $ordering', async ({ text, ...page }) => {
    const document = await read(composedPdf([page]));
    expect(document.text).toContain(text);
    expect(document.notes ?? []).toEqual([]);
  });

  it.each<[string, ComposedPage]>([
    ['an encoding that nobody knows', UNKNOWN],
    ['numbers of glyphs alone', { ...NAMELESS, hex: glyphs('Open from nine to five') }],
    ['numbers of glyphs of a large font', { ...NAMELESS, hex: pairs([3365, 1733, 2871, 1722, 864, 1884, 3210, 845]) }],
    ['private characters', { ...NAMELESS, hex: pairs([0xf021, 0xf022, 0xf023, 0xf024]), toUnicode: 'Identity-H' }],
    ['replacement characters', { ...NAMELESS, hex: pairs([0xfffd, 0xfffd, 0xfffd]), toUnicode: 'Identity-H' }],
  ])('has a page of %s told to its owner, and not indexed', async (_kind, page) => {
    const document = await read(composedPdf([JAPANESE, page, JAPANESE, page]));
    expect(document.text).toBe('## Page 1\n\n営業時間は九時\n\n## Page 3\n\n営業時間は九時');
    expect(document.notes).toEqual([expect.stringMatching(/^The text of pages 2 and 4 cannot be decoded/)]);
    await expect(read(composedPdf([page]))).rejects.toThrow(/^The text of page 1 cannot be decoded/);
  });

  it('keeps the words of a page beside signs without a meaning', async () => {
    const hex = utf16('\uf0b7 Open from nine to five \uf0b7 Closed on Sundays');
    const document = await read(composedPdf([{ ...NAMELESS, hex, toUnicode: 'Identity-H' }]));
    expect(document.text).toMatch(/Page 1\n\n\s*Open from nine to five\s+Closed on Sundays$/);
    expect(document.notes ?? []).toEqual([]);
  });

  it.each(['Ωμέγα ΑΒΓ, Ελλάδα', 'Привет, Wi-Fi и 5G', 'ร้านเปิดเก้าโมง', 'AI支持WiFi连接A级', 'مفتوح من التاسعة'])(
    'keeps %s, whose font has its letters',
    async (text) => {
      const document = await read(composedPdf([{ ...NAMELESS, hex: utf16(text), toUnicode: 'Identity-H' }]));
      expect(document.notes ?? []).toEqual([]);
      expect(document.text.normalize('NFKC')).toMatch(/\p{L}{2}/u);
    },
  );

  it('names the pages without text, such as scans; an empty page is none', async () => {
    const picture = { ...JAPANESE, hex: '', drawing: '0 0 100 100 re f' };
    const document = await read(composedPdf([JAPANESE, picture, { ...JAPANESE, hex: '', drawing: '' }]));
    expect(document.notes).toEqual([expect.stringMatching(/^Page 2 has no text/)]);
    await expect(read(composedPdf([picture]))).rejects.toThrow(/^Page 1 has no text/);
  });

  it('has nothing to note where all is read', async () => {
    expect((await read(pdfOf('Twelve euros'))).notes ?? []).toEqual([]);
  });
});

/** A PDF of one page with this content. `more`: objects from number 6 on. `trailer`: entries of it. */
function pageOf(content: string, page = '', more: readonly string[] = [], trailer = ''): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...more,
  ];
  const body = objects.map((object, index) => `${String(index + 1)} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer\n<< /Size ${String(objects.length + 1)} /Root 1 0 R ${trailer} >>\n%%EOF`;
}
const line = (x: number, y: number, words: string): string =>
  `BT /F1 12 Tf ${String(x)} ${String(y)} Td (${words}) Tj ET\n`;

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) swap(i, (j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256));
  let [i, j] = [0, 0];
  const coded = Uint8Array.from(data).map((byte) => {
    i = (i + 1) % 256;
    j = (j + (state[i] ?? 0)) % 256;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
  });
  return Buffer.from(coded);
}

/** A PDF that opens with a password (ISO 32000-1, 7.6.3, revision 2). */
function encryptedPdf(words: string, password: string): string {
  const user = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const owner = rc4(md5(PADDING).subarray(0, 5), user);
  const key = md5(user, owner, Buffer.from('fcffffff', 'hex'), Buffer.from('00', 'hex')).subarray(0, 5);
  const content = rc4(md5(key, Buffer.from('0400000000', 'hex')).subarray(0, 10), Buffer.from(line(50, 700, words)));
  const entry = (value: Buffer): string => `<${value.toString('hex')}>`;
  return pageOf(
    content.toString('latin1'),
    '',
    [`<< /Filter /Standard /V 1 /R 2 /P -4 /O ${entry(owner)} /U ${entry(rc4(key, PADDING))} >>`],
    '/Encrypt 6 0 R /ID [<00> <00>]',
  );
}

describe('KN-5 what PDFs of offices have', () => {
  it.each([
    [
      'a word that is divided',
      pageOf(line(50, 700, 'We deliver inter-') + line(50, 685, 'nationally.')),
      'We deliver internationally.',
    ],
    [
      'hyphens that are meant',
      pageOf(
        line(50, 700, 'A well-known tea, well-') +
          line(50, 685, 'known. Ein-') +
          line(50, 670, 'und Verkauf, Wi-') +
          line(50, 655, 'Fi.'),
      ),
      'A well-known tea, well-known. Ein- und Verkauf, Wi-\nFi.',
    ],
    [
      'the rows of a table',
      pageOf(line(50, 700, 'Tea') + line(200, 700, '5 EUR') + line(50, 685, 'Cup') + line(200, 685, '7 EUR')),
      'Tea 5 EUR\nCup 7 EUR',
    ],
    [
      'columns',
      pageOf(line(50, 700, 'Left') + line(50, 685, 'two') + line(320, 700, 'Right') + line(320, 685, 'two')),
      'Left\ntwo\nRight\ntwo',
    ],
    ['a page that is turned', pageOf(line(50, 700, 'Hello there'), '/Rotate 90'), 'Hello there'],
    ['words that markdown has a meaning for', pageOf(line(50, 700, '<div> is a tag')), '\\<div> is a tag'],
    [
      'words below a scan',
      pageOf('BT 3 Tr /F1 12 Tf 50 700 Td (Scanned words) Tj ET 0 0 100 100 re f'),
      'Scanned words',
    ],
    ['an empty password', encryptedPdf('Twelve euros', ''), 'Twelve euros'],
    ['bytes before its beginning', `junk\r\n${pageOf(line(50, 700, 'Body'))}`, 'Body'],
  ])('ing-08: %s', async (_name, pdf, text) => {
    expect((await read(pdf)).text).toBe(`## Page 1\n\n${text}`);
  });

  it('ing-08: has what was filled in and written onto a page, and no remarks of its readers', async () => {
    const pdf = pageOf(line(50, 700, 'Price:'), '/Annots [6 0 R 7 0 R 8 0 R 9 0 R]', [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /V (49 EUR) /Rect [100 690 200 710] >>',
      '<< /Type /Annot /Subtype /FreeText /Contents (Closed on Sundays) /Rect [100 600 300 620] /DA (/F1 12 Tf) >>',
      '<< /Type /Annot /Subtype /Text /Contents (Too dear?) /Rect [100 500 120 520] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (sold) /V /Yes /Rect [10 690 20 710] >>',
    ]);
    const { text } = await read(pdf);
    expect(text.split('\n').sort()).toEqual(['', '## Page 1', '49 EUR', 'Closed on Sundays', 'Price:']);
  });

  it('ing-08: a password is named as the reason', async () => {
    await expect(read(encryptedPdf('Twelve euros', 'tea'))).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'This file is protected by a password. Save it without one and add it again',
    });
  });
});
