import { decodeBytes } from '../encodings/decodeBytes';
import { ApiError } from '../lib/apiError';
import { openZip } from './readers/zip';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** Folder of each Office format in its archive. */
const FOLDERS = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
] as const;
/** Stream of each old Office format, by its name in the container ([MS-CFB] 2.6.1: UTF-16). */
const STREAMS = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
] as const;
const CONTAINER = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const TEXTS = /^text\/|json/;
const SHEETS = /excel|spreadsheetml/;
/** How many bytes are examined to detect binary data. */
const SAMPLE_LENGTH = 4_096;
/** Share of control characters that no text has. */
const CONTROLS_SHARE = 0.02;

/**
 * The real media type, if the content clearly differs from the name: shops export pages and tables as `.xls`, and
 * documents keep old names.
 *
 * @throws ApiError 422 for a file with a password, and for an unsupported type, with advice
 */
export function actualType(declared: string, bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString('latin1', 0, 1_024);
  if (head.startsWith('PK\u0003\u0004')) return typeOfArchive(bytes, SHEETS.test(declared)) ?? declared;
  if (CONTAINER.every((byte, index) => bytes[index] === byte)) return typeOfContainer(buffer) ?? declared;
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('{\\rtf'))
    throw unprocessable('This is a file of rich text (RTF). Save it as a Word document (.docx) and add it again');
  const isText = TEXTS.test(declared);
  const text = sampleOf(bytes);
  if (text === undefined) {
    if (isText) throw unprocessable('This file is not text. Check its file extension');
    return declared;
  }
  if (isText) return declared;
  if (/^\s*<(?:!doctype html|html|head|body|table|meta|div|style)\b/i.test(text)) return 'text/html';
  // Other text formats of workbooks have their own signatures: XML of 2003, and symbolic links (SYLK).
  const isTable = /^[^\n\r]*[\t;,|]/.test(text) && !/^\s*<|^ID;/.test(text);
  return SHEETS.test(declared) && isTable ? 'text/csv' : declared;
}

/** @param isWorkbook - whether its name is that of a workbook: the reader supports OpenDocument, too */
function typeOfArchive(bytes: Uint8Array, isWorkbook: boolean): string | undefined {
  let names: readonly string[];
  try {
    names = openZip(bytes, 0).names;
  } catch {
    return undefined;
  }
  const type = FOLDERS.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1];
  if (type === undefined && names.length > 0 && !isWorkbook)
    throw unprocessable(
      'This is an archive (such as zip, EPUB or OpenDocument). Add what is in it, or save it as PDF or as a Word, Excel ' +
        'or PowerPoint file',
    );
  return type;
}

function typeOfContainer(buffer: Buffer): string | undefined {
  const has = (name: string): boolean => buffer.includes(`${name}\0`, 0, 'utf16le');
  if (has('EncryptedPackage')) throw protectedFile();
  return STREAMS.find(([name]) => has(name))?.[1];
}

/** Beginning of a text; undefined for binary data. */
function sampleOf(bytes: Uint8Array): string | undefined {
  const text = decodeBytes(bytes.subarray(0, SAMPLE_LENGTH)).text.replaceAll('\0', '');
  const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > text.length * CONTROLS_SHARE ? undefined : text;
}

/** Error for a file that requires a password. */
export function protectedFile(cause?: unknown): ApiError {
  return unprocessable('This file is protected by a password. Save it without one and add it again', cause);
}

function unprocessable(message: string, cause?: unknown): ApiError {
  return new ApiError('UNPROCESSABLE_ENTITY', message, { cause });
}
