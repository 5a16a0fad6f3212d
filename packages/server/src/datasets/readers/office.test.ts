import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { docxOf } from '../../testing/sampleFiles';
import { readDocx } from './docx';
import { htmlToMarkdown } from './html';
import { readPptx } from './pptx';
import { readSheets } from './sheets';

/** `count` elements inside each other. */
const nested = (tag: string, count: number): string => `<${tag}>`.repeat(count) + `</${tag}>`.repeat(count);
const archive = (name: string, xml: string): Uint8Array => zipSync({ [name]: strToU8(xml) });

/** Reads a document with so many elements inside each other. */
const FORMATS: Readonly<Record<string, (count: number) => unknown>> = {
  docx: (count) => readDocx(archive('word/document.xml', nested('w:p', count)), DATASET_LIMITS),
  'docx whose elements never end': (count) =>
    readDocx(archive('word/document.xml', '<w:p>'.repeat(count)), DATASET_LIMITS),
  pptx: (count) => readPptx(archive('ppt/slides/slide1.xml', nested('a:p', count)), DATASET_LIMITS),
  html: (count) => htmlToMarkdown(nested('b', count)),
};

describe('a document of elements inside each other', () => {
  it.each(Object.entries(FORMATS))('%s: is refused where its parser would take longer and longer', (_name, read) => {
    expect(() => read(1_001)).toThrow('Too many elements are inside each other');
    expect(() => read(400_000)).toThrow('Too many elements are inside each other');
    expect(() => read(900)).not.toThrow();
  });

  it('xlsx: is refused, whichever of its parts it is', async () => {
    const deep = archive('xl/sharedStrings.xml', nested('si', 1_001));
    await expect(readSheets(deep, DATASET_LIMITS)).rejects.toThrow('Too many elements are inside each other');
  });

  it('docx: is read as before otherwise', () => {
    expect(readDocx(docxOf('Twelve euros'), DATASET_LIMITS)).toBe('Twelve euros');
  });
});
