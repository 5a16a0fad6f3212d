import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { docxOf, pdfOf } from '../testing/sampleFiles';
import { createAttachmentReader } from './attachmentText';
import { FILE_TEXT_MAX_LENGTH } from './fileText';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

describe('W-25 what the bot reads of an attached document', () => {
  it('is its text, of a long one the beginning', async () => {
    const read = createAttachmentReader();
    expect(await read('application/pdf', bytes(pdfOf('Twelve euros')))).toContain('Twelve euros');
    expect(await read('text/plain', bytes('Plain'))).toBe('Plain');
    const long = (await read(DOCX, docxOf('word '.repeat(10_000)))) ?? '';
    expect(long).toMatch(/\n\[\d+ more characters are not shown\]$/);
    expect(long.length).toBeLessThan(FILE_TEXT_MAX_LENGTH + 60);
  });

  it('is nothing for pictures, damaged files, and archives that unfold to too much', async () => {
    const read = createAttachmentReader();
    expect(await read('image/png', bytes('x'))).toBeUndefined();
    expect(await read('application/pdf', bytes('%PDF-1.7'))).toBeUndefined();
    expect(await read(DOCX, zipSync({ 'word/document.xml': new Uint8Array(5_000_000).fill(97) }))).toBeUndefined();
  });

  it('A807 many at once are read one after the other, and those beyond eight are not waited for', async () => {
    const read = createAttachmentReader();
    const texts = await Promise.all(Array.from({ length: 12 }, (_, index) => read(DOCX, docxOf(`Letter ${String(index)}`))));
    expect(texts).toEqual([...Array.from({ length: 8 }, (_, index) => `Letter ${String(index)}`), ...Array.from({ length: 4 }, () => undefined)]);
    expect(await read(DOCX, docxOf('Later'))).toBe('Later');
  });
});
