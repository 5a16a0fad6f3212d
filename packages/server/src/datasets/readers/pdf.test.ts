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
