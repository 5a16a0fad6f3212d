/** Accepted attachments: file extension → media type (specification 9, contract 1.6). */
export const ATTACHMENT_TYPES: Readonly<Record<AttachmentEnding, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  md: 'text/markdown',
  txt: 'text/plain',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  html: 'text/html',
};

/** An accepted extension of attachments. */
export type AttachmentEnding =
  | 'png'
  | 'jpg'
  | 'jpeg'
  | 'md'
  | 'txt'
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'csv'
  | 'json'
  | 'yaml'
  | 'yml'
  | 'html';

/** All extensions with a known type: attachments, datasets and the additions of specification 9. */
const TYPES_BY_ENDING: Readonly<Record<string, string>> = {
  ...ATTACHMENT_TYPES,
  mdx: 'text/markdown',
  htm: 'text/html',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
};

/**
 * Media types that datasets accept (specification 9): text, markdown, html, csv, json, jsonl, ndjson, pdf, Word, Excel
 * and PowerPoint, old and new.
 */
export const DATASET_TYPES: readonly string[] = [
  'txt',
  'md',
  'html',
  'csv',
  'json',
  'jsonl',
  'ndjson',
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
].flatMap((ending) => TYPES_BY_ENDING[ending] ?? []);

/** Generic types, which do not identify a format. */
const GENERIC_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-binary',
  'application/binary',
  'application/unknown',
  'application/x-unknown-content-type',
]);

/** Name and declared type of a file. */
export interface NamedFile {
  readonly name: string;
  /** Declared media type; browsers leave it empty for unknown extensions. */
  readonly type?: string | undefined;
}

/** The extension of a file name in lower case, without the dot; empty if there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/**
 * The media type of a file: by its extension if that is known, otherwise the declared type unless it is generic.
 *
 * @returns the type without parameters such as `charset`; undefined if it cannot be determined
 */
export function inferFileType({ name, type = '' }: NamedFile): string | undefined {
  const ending = endingOf(name);
  if (Object.hasOwn(TYPES_BY_ENDING, ending)) return TYPES_BY_ENDING[ending];
  const declared = withoutParameters(type);
  return GENERIC_TYPES.has(declared) ? undefined : declared;
}

/**
 * The extension under which a file is accepted as an attachment; undefined if it is not. A name without an extension is
 * judged by its declared type.
 */
export function attachmentEnding({ name, type = '' }: NamedFile): AttachmentEnding | undefined {
  const ending = endingOf(name);
  const endings = Object.keys(ATTACHMENT_TYPES) as AttachmentEnding[];
  if (!name.includes('.')) return endings.find((each) => ATTACHMENT_TYPES[each] === withoutParameters(type));
  return endings.find((each) => each === ending);
}

/** Whether a file is YAML. */
export function isYamlFile(file: NamedFile): boolean {
  return /^(?:application|text)\/(?:x-)?yaml$/.test(inferFileType(file) ?? '');
}

/** Whether a file is JSON. */
export function isJsonFile(file: NamedFile): boolean {
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/json)$/.test(inferFileType(file) ?? '');
}

function withoutParameters(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
