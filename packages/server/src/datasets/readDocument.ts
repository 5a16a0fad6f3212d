import { cutText } from '@sotto/widget-core/internal/server';
import { ApiError } from '../lib/apiError';
import { decodeBytes, type Declared } from '../encodings/decodeBytes';
import { actualType, protectedFile } from './actualType';
import { lineEnds, withoutFrontMatter, type FileText } from './readFile';
import { literal, withoutInvisible } from './readers/plainText';
import { readCsv } from './readers/csv';
import { readDocx } from './readers/docx';
import { htmlToMarkdown, isDrawnByScript, readHtml } from './readers/html';
import { readDoc, readPpt } from './readers/office';
import type { ReadLimits } from '../reading/readLimits';
import { readPdf } from './readers/pdf';
import { readPptx } from './readers/pptx';
import { readJson, readJsonLines } from './readers/json';
import { rowsToText } from './readers/records';
import { readSheets } from './readers/sheets';
import { structuredTexts } from './readers/structuredData';

/** Longer paragraphs are split at ends of sentences, in characters. */
const PARAGRAPH_MAX_LENGTH = 1_000;

type Reader = (bytes: Uint8Array, limits: ReadLimits) => FileText | Promise<FileText>;

const markdown = (text: string): FileText => ({ kind: 'markdown', text });
const plain = (text: string): FileText => ({ kind: 'text', text });

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** Readers by media type: all types of specification 9 [H-16]. */
const READERS: Readonly<Record<string, Reader>> = {
  'text/plain': decoded((text) => plain(cutParagraphs(lineEnds(text)))),
  'text/markdown': decoded((text) => markdown(withoutFrontMatter(lineEnds(text)))),
  'text/html': decoded(readPage, { isMarkup: true }),
  'text/csv': decoded((text) => plain(rowsToText(readCsv(lineEnds(text))))),
  'application/json': decoded(readJson),
  'application/jsonl': decoded(readJsonLines),
  'application/x-ndjson': decoded(readJsonLines),
  'application/pdf': pdfToMarkdown,
  'application/msword': async (bytes) => plain(cutParagraphs(await readDoc(bytes))),
  'application/vnd.ms-excel': readSheets,
  'application/vnd.ms-powerpoint': async (bytes) => plain(cutParagraphs(await readPpt(bytes))),
  [`${OFFICE}.wordprocessingml.document`]: (bytes, limits) => markdown(cutParagraphs(readDocx(bytes, limits))),
  [`${OFFICE}.spreadsheetml.sheet`]: readSheets,
  [`${OFFICE}.presentationml.presentation`]: readSlides,
};

/**
 * Extracts the text of a document. Can take much time and memory, so servers run it in a thread
 * (`createReadingPool`).
 * @throws ApiError 422 if the content does not match the name, or contains no text
 */
export async function readDocument(type: string, bytes: Uint8Array, limits: ReadLimits): Promise<FileText> {
  if (!READERS[type]) throw new ApiError('UNPROCESSABLE_ENTITY', 'This kind of file is not accepted');
  const read = READERS[actualType(type, bytes)];
  if (!read) throw new ApiError('UNPROCESSABLE_ENTITY', 'This kind of file is not accepted');
  let document: FileText;
  try {
    document = await read(bytes, limits);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (cause instanceof Error && /password/i.test(`${cause.name} ${cause.message}`)) throw protectedFile(cause);
    throw new ApiError('UNPROCESSABLE_ENTITY', 'This file cannot be read', { cause });
  }
  // Databases cannot store NUL.
  const text = withoutInvisible(document.text.toWellFormed().replaceAll('\0', '')).trim();
  if (text === '') throw new ApiError('UNPROCESSABLE_ENTITY', 'This file has no readable text');
  return { ...document, text };
}

/** A reader of text, which adds a remark if the encoding is uncertain. */
function decoded(read: (text: string) => FileText, declared?: Declared): Reader {
  return (bytes) => {
    const { text, encoding, isCertain } = decodeBytes(bytes, declared);
    const file = read(text);
    return isCertain ? file : { ...file, notes: [...(file.notes ?? []), encodingNote(text, encoding)] };
  };
}

/** With the first line that shows whether the encoding is right. */
function encodingNote(text: string, encoding: string): string {
  // From the first such character, so that the search takes a single pass.
  const at = Math.max(0, text.search(/[^\0-\u007f]/));
  const before =
    text
      .slice(Math.max(0, at - 40), at)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  const line = before + (text.slice(at, at + 60).split(/[\r\n]/)[0] ?? '');
  return (
    `The encoding of this file is not certain. It was read as ${encoding}: “${line.trim()}”. ` +
    'If that is wrong, save the file as UTF-8 and add it again'
  );
}

/** @throws ApiError 422 for a page without text, with advice if its scripts render it */
function readPage(html: string): FileText {
  const page = readHtml(html);
  const texts = structuredTexts(html, page.body);
  if (texts.length === 0 && isDrawnByScript(page))
    throw new ApiError(
      'UNPROCESSABLE_ENTITY',
      'This page is drawn by a script, so its file has no text. Open it in a browser, and save or copy what is shown',
    );
  if (texts.length === 0 && page.body === '') return markdown('');
  return markdown([htmlToMarkdown(html), ...texts].join('\n\n'));
}

function readSlides(bytes: Uint8Array, limits: ReadLimits): FileText {
  const file = readPptx(bytes, limits);
  return { ...file, text: cutParagraphs(file.text) };
}

/** PDF: one section per page. @throws ApiError 422 if it has no text, with the reason */
async function pdfToMarkdown(bytes: Uint8Array): Promise<FileText> {
  const { pages, notes } = await readPdf(bytes);
  const sections = pages.flatMap((page, index) =>
    page.trim() === '' ? [] : [`## Page ${String(index + 1)}\n\n${cutParagraphs(literal(page))}`],
  );
  const [reason] = notes;
  if (sections.length === 0 && reason !== undefined) throw new ApiError('UNPROCESSABLE_ENTITY', reason);
  return { ...markdown(sections.join('\n\n')), notes };
}

/** Splits long paragraphs at ends of sentences, so that a passage is never a whole page. Headings are unchanged. */
export function cutParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => (paragraph.length <= PARAGRAPH_MAX_LENGTH ? paragraph : cut(paragraph).join('\n\n')))
    .join('\n\n');
}

function cut(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph;
  while (rest.length > PARAGRAPH_MAX_LENGTH) {
    const window = cutText(rest, PARAGRAPH_MAX_LENGTH);
    const end = Math.max(...['. ', '.\n', '! ', '? ', '。'].map((mark) => window.lastIndexOf(mark) + 1), 0);
    const at =
      end > PARAGRAPH_MAX_LENGTH / 3
        ? end
        : Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n')) + 1 || window.length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at);
  }
  return [...parts, rest.trim()].filter((part) => part !== '');
}
