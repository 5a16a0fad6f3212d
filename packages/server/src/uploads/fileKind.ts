import { ATTACHMENT_TYPES, attachmentEnding, type AttachmentEnding } from '@sotto/widget-core/internal/server';
import { ApiError } from '../lib/apiError';

/** An uploaded file with its cleaned name. */
export interface SentFile {
  readonly name: string;
  /** Declared media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** How much of a text is examined, in bytes. */
const LOOKED_AT_BYTES = 65_536;

/** Formats that start with readable characters and could be mistaken for text. */
const READABLE_SIGNATURES = ['%PDF-', 'GIF87a', 'GIF89a', 'PK\u0003\u0004'];

const OFFICE_FOLDERS: Partial<Record<AttachmentEnding, string>> = { docx: 'word/', pptx: 'ppt/', xlsx: 'xl/' };

/**
 * Media type of an attachment, by its extension; its content must match.
 *
 * @throws ApiError 422 with a message for the visitor
 */
export function requireFileKind(file: SentFile): string {
  const ending = attachmentEnding(file);
  if (ending === undefined) {
    throw new ApiError(
      'UNPROCESSABLE_ENTITY',
      `${quote(file.name)}: this kind of file is not accepted. Accepted are ${Object.keys(ATTACHMENT_TYPES).join(', ')}.`,
    );
  }
  if (file.bytes.byteLength === 0) throw new ApiError('UNPROCESSABLE_ENTITY', `${quote(file.name)} is empty`);
  if (!agrees(ending, file.bytes))
    throw new ApiError('UNPROCESSABLE_ENTITY', `${quote(file.name)} is not a real ${ending} file`);
  return ATTACHMENT_TYPES[ending];
}

/** Type of a raster picture by its first bytes, or undefined. SVG does not count, because it can contain scripts. */
export function rasterType(
  bytes: Uint8Array,
): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/x-icon' | undefined {
  if (startsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (startsWith(bytes, '\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')) return 'image/webp';
  if (startsWith(bytes.subarray(4), 'ftypavif')) return 'image/avif';
  if (startsWith(bytes, '\u0000\u0000\u0001\u0000')) return 'image/x-icon';
  return undefined;
}

function agrees(ending: AttachmentEnding, bytes: Uint8Array): boolean {
  switch (ending) {
    case 'png':
      return rasterType(bytes) === 'image/png';
    case 'jpg':
    case 'jpeg':
      return rasterType(bytes) === 'image/jpeg';
    case 'pdf':
      return startsWith(bytes, '%PDF-');
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return isOfficeFile(bytes, OFFICE_FOLDERS[ending] ?? '');
    default:
      return isText(bytes);
  }
}

/** Names in a zip archive are not compressed, so they can be searched. Files with macros have other extensions. */
function isOfficeFile(bytes: Uint8Array, folder: string): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    startsWith(bytes, 'PK\u0003\u0004') &&
    archive.includes('[Content_Types].xml') &&
    archive.includes(folder) &&
    !archive.includes('vbaProject.bin')
  );
}

/** Whether it starts with readable characters; a UTF-16 byte order mark is sufficient. */
function isText(bytes: Uint8Array): boolean {
  if (READABLE_SIGNATURES.some((signature) => startsWith(bytes, signature))) return false;
  if (startsWith(bytes, '\u00ff\u00fe') || startsWith(bytes, '\u00fe\u00ff')) return bytes.byteLength % 2 === 0;
  return bytes
    .subarray(0, LOOKED_AT_BYTES)
    .every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}

/** Whether bytes start with these ASCII characters. */
function startsWith(bytes: Uint8Array, signature: string): boolean {
  return (
    bytes.byteLength >= signature.length &&
    Array.from(signature).every((character, index) => bytes[index] === character.charCodeAt(0))
  );
}

function quote(name: string): string {
  const characters = Array.from(name);
  return `“${characters.length > 60 ? `${characters.slice(0, 40).join('')}…${characters.slice(-15).join('')}` : name}”`;
}
