import { isJson, parseJson } from '@sotto/widget-core/api';
import { ApiError } from '../lib/apiError';
import { decodeText } from '../uploads/fileText';
import { withoutFrontMatter, type FileText } from './readFile';
import { htmlToMarkdown } from './readers/html';
import { readDoc, readDocx, readPpt, readPptx, readSheets } from './readers/office';
import type { ReadLimits } from '../reading/readLimits';
import { readPdfPages } from './readers/pdf';
import { jsonToText, readCsv, rowsToText } from './readers/records';

/** A paragraph longer than this is cut at the ends of sentences, in characters. */
const PARAGRAPH_MAX_LENGTH = 1_000;

type Reader = (bytes: Uint8Array, limits: ReadLimits) => FileText | Promise<FileText>;

const markdown = (text: string): FileText => ({ kind: 'markdown', text });
const plain = (text: string): FileText => ({ kind: 'text', text });

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** Media type → how its bytes become text: every type of specification 9 [H-16]. */
const READERS: Readonly<Record<string, Reader>> = {
  'text/plain': (bytes) => plain(cutParagraphs(lineEnds(decodeText(bytes)))),
  'text/markdown': (bytes) => markdown(withoutFrontMatter(lineEnds(decodeText(bytes)))),
  'text/html': (bytes) => markdown(htmlToMarkdown(decodeText(bytes))),
  'text/csv': (bytes) => plain(rowsToText(readCsv(lineEnds(decodeText(bytes))))),
  'application/json': (bytes) => plain(jsonText(decodeText(bytes))),
  'application/jsonl': (bytes) => plain(jsonLines(decodeText(bytes))),
  'application/x-ndjson': (bytes) => plain(jsonLines(decodeText(bytes))),
  'application/pdf': readPdf,
  'application/msword': async (bytes) => plain(cutParagraphs(await readDoc(bytes))),
  'application/vnd.ms-excel': async (bytes, limits) => markdown(await readSheets(bytes, limits)),
  'application/vnd.ms-powerpoint': async (bytes) => plain(cutParagraphs(await readPpt(bytes))),
  [`${OFFICE}.wordprocessingml.document`]: (bytes, limits) => markdown(cutParagraphs(readDocx(bytes, limits))),
  [`${OFFICE}.spreadsheetml.sheet`]: async (bytes, limits) => markdown(await readSheets(bytes, limits)),
  [`${OFFICE}.presentationml.presentation`]: (bytes, limits) => markdown(cutParagraphs(readPptx(bytes, limits))),
};

/**
 * Extracts the text of a document. It may take much time and memory: servers call it in a thread (`createReadingPool`).
 * @throws ApiError 422 when its bytes do not match its name, or contain no text
 */
export async function readDocument(type: string, bytes: Uint8Array, limits: ReadLimits): Promise<FileText> {
  const read = READERS[type];
  if (!read) throw new ApiError('UNPROCESSABLE_ENTITY', 'This kind of file is not accepted');
  let document: FileText;
  try {
    document = await read(bytes, limits);
  } catch (cause) {
    throw cause instanceof ApiError
      ? cause
      : new ApiError('UNPROCESSABLE_ENTITY', 'This file cannot be read', { cause });
  }
  // No database keeps NUL in a text.
  const text = document.text.toWellFormed().replaceAll('\0', '').trim();
  if (text === '') throw new ApiError('UNPROCESSABLE_ENTITY', 'This file has no readable text');
  return { ...document, text };
}

/** PDF: one section a page. */
async function readPdf(bytes: Uint8Array): Promise<FileText> {
  const pages = await readPdfPages(bytes);
  return markdown(
    pages
      .flatMap((page, index) => (page.trim() === '' ? [] : [`## Page ${String(index + 1)}\n\n${cutParagraphs(page)}`]))
      .join('\n\n'),
  );
}

function jsonText(text: string): string {
  const value: unknown = parseJson(text.replace(/^\ufeff/, ''));
  if (value === undefined || !isJson(value)) throw new Error('Not JSON');
  return jsonToText(value);
}

function jsonLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => jsonText(line.trim()))
    .join('\n\n');
}

function lineEnds(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** Long paragraphs cut at the ends of sentences, so that a passage is never a whole page. Headings stay as they are. */
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
    const window = rest.slice(0, PARAGRAPH_MAX_LENGTH);
    const end = Math.max(...['. ', '.\n', '! ', '? ', '。'].map((mark) => window.lastIndexOf(mark) + 1), 0);
    const at =
      end > PARAGRAPH_MAX_LENGTH / 3
        ? end
        : Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n')) + 1 || PARAGRAPH_MAX_LENGTH;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at);
  }
  return [...parts, rest.trim()].filter((part) => part !== '');
}
