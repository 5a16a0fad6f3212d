import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createReading, type Reading } from '../reading/reading';
import { docxOf, lyingDocx, pdfOf, unfoldingPdf } from '../testing/sampleFiles';
import { createAttachmentReader } from './attachmentText';
import { FILE_TEXT_MAX_LENGTH } from './fileText';

vi.setConfig({ testTimeout: 60_000 });

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

let reading: Reading;
beforeAll(() => {
  reading = createReading();
});
afterAll(() => reading.close());

describe('W-25 what the bot reads of an attached document', () => {
  it('is its text, of a long one the beginning', async () => {
    const read = createAttachmentReader(reading.visitors);
    expect(await read('application/pdf', bytes(pdfOf('Twelve euros')))).toContain('Twelve euros');
    expect(await read('text/plain', bytes('Plain'))).toBe('Plain');
    const long = (await read(DOCX, docxOf('word '.repeat(10_000)))) ?? '';
    expect(long).toMatch(/\n\[\d+ more characters are not shown\]$/);
    expect(long.length).toBeLessThan(FILE_TEXT_MAX_LENGTH + 60);
  });

  it('is nothing for pictures, damaged files, and archives that unfold to too much', async () => {
    const read = createAttachmentReader(reading.visitors);
    expect(await read('image/png', bytes('x'))).toBeUndefined();
    expect(await read('application/pdf', bytes('%PDF-1.7'))).toBeUndefined();
    expect(await read(DOCX, zipSync({ 'word/document.xml': new Uint8Array(5_000_000).fill(97) }))).toBeUndefined();
  });

  it('FS-3 A803: is nothing for an archive that lies about its size, and for a PDF that unfolds without end: neither takes the memory', async () => {
    const files = [
      [DOCX, await lyingDocx(400)],
      ['application/pdf', await unfoldingPdf(1_000)],
    ] as const;
    const read = createAttachmentReader(reading.visitors);
    await read('application/pdf', bytes(pdfOf('So that the library is there')));
    for (const [type, file] of files) {
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
      expect(await read(type, file)).toBeUndefined();
      clearInterval(watch);
      expect((most - before) / 1_048_576).toBeLessThan(300);
    }
  });

  it('is nothing for a document of elements inside each other, and others are read meanwhile', async () => {
    const read = createAttachmentReader(reading.visitors);
    const deep = zipSync({ 'word/document.xml': bytes('<w:p>'.repeat(400_000)) });
    const [letter, ...others] = await Promise.all([
      read(DOCX, docxOf('Letter')),
      ...[1, 2, 3].map(() => read(DOCX, deep)),
    ]);
    expect([letter, ...others]).toEqual(['Letter', undefined, undefined, undefined]);
  });

  it('A803: two are read at once, eight wait, and those beyond are refused: none is kept without its text', async () => {
    const read = createAttachmentReader(reading.visitors);
    const texts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => read(DOCX, docxOf(`Letter ${String(index)}`))),
    );
    expect(texts).toMatchObject([
      ...Array.from({ length: 10 }, (_, index) => ({ value: `Letter ${String(index)}` })),
      ...[1, 2].map(() => ({
        reason: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Try again') as string },
      })),
    ]);
    expect(await read(DOCX, docxOf('Later'))).toBe('Later');
  });
});
