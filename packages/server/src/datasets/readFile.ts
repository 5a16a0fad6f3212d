import { decodeBytes } from '../encodings/decodeBytes';

/** A file as text a bot can search. `markdown` has headings, `text` has paragraphs only. */
export interface FileText {
  readonly kind: 'markdown' | 'text';
  readonly text: string;
  /** Remarks for the owner on how it was read, one sentence each. @default none */
  readonly notes?: readonly string[];
}

/** Readers by file extension. */
const READERS: Readonly<Record<string, (bytes: Uint8Array) => FileText>> = {
  md: (bytes) => ({ kind: 'markdown', text: withoutFrontMatter(decode(bytes)) }),
  mdx: (bytes) => ({ kind: 'markdown', text: withoutFrontMatter(decode(bytes)) }),
  txt: (bytes) => ({ kind: 'text', text: decode(bytes) }),
};

/** @returns undefined for an unsupported type */
export function readFile(name: string, bytes: Uint8Array): FileText | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(READERS, ending) ? READERS[ending]?.(bytes) : undefined;
}

/** Decodes text and normalizes line ends. */
function decode(bytes: Uint8Array): string {
  return lineEnds(decodeBytes(bytes).text);
}

/**
 * All line ends as `\n`, those of Unicode, of pages and of old systems as well; without byte order marks, which files
 * that were joined have in their middle.
 */
export function lineEnds(text: string): string {
  return text
    .replaceAll('\ufeff', '')
    .replace(/\r\n?|[\v\u0085\u2028]/g, '\n')
    .replace(/[\f\u2029]/g, '\n\n');
}

/** Settings above a text, as YAML or TOML. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n([^]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/;
/** Their title, in one line. */
const FRONT_TITLE = /^title[ \t]*[:=][ \t]*(.*)$/im;

/** Markdown without the settings some tools write above it; their title is kept where the text has none. */
export function withoutFrontMatter(text: string): string {
  const [whole = '', , settings = ''] = FRONT_MATTER.exec(text) ?? [];
  const body = text.slice(whole.length);
  const title =
    FRONT_TITLE.exec(settings)?.[1]
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2') ?? '';
  return title === '' || /^[|>]|^\s*$/.test(title) || /^# /m.test(body) ? body : `# ${title}\n\n${body.trimStart()}`;
}
