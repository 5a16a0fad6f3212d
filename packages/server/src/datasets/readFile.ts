import { decodeBytes } from '../encodings/decodeBytes';

/** A file as text a bot can search. `markdown` has headings, `text` has paragraphs only. */
export interface FileText {
  readonly kind: 'markdown' | 'text';
  readonly text: string;
  /** What its owner should know of how it was read, a sentence each. @default none */
  readonly notes?: readonly string[];
}

/** Ending of a file's name → how its bytes become text. Other kinds of file are one more line here. */
const READERS: Readonly<Record<string, (bytes: Uint8Array) => FileText>> = {
  md: (bytes) => ({ kind: 'markdown', text: withoutFrontMatter(decode(bytes)) }),
  mdx: (bytes) => ({ kind: 'markdown', text: withoutFrontMatter(decode(bytes)) }),
  txt: (bytes) => ({ kind: 'text', text: decode(bytes) }),
};

/** @returns undefined for a kind of file that cannot be read */
export function readFile(name: string, bytes: Uint8Array): FileText | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(READERS, ending) ? READERS[ending]?.(bytes) : undefined;
}

/** In the encoding it is written in; line ends become `\n`. */
function decode(bytes: Uint8Array): string {
  return decodeBytes(bytes).text.replace(/\r\n?/g, '\n');
}

/** Markdown without the settings some tools write above it. */
export function withoutFrontMatter(text: string): string {
  if (!text.startsWith('---\n')) return text;
  const end = text.indexOf('\n---\n', 3);
  return end < 0 ? text : text.slice(end + 5);
}
