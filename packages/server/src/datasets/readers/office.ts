import { Parser } from 'htmlparser2';
import type { ReadLimits } from '../../reading/readLimits';
import { refuseDepth } from './depth';
import { rowsToText } from './records';
import { openZip } from './zip';

/** Word (docx): headings, paragraphs and tables as markdown. */
export function readDocx(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): string {
  const document = openZip(bytes, unfoldedMaxBytes).read('word/document.xml');
  const blocks: string[] = [];
  let text = '';
  let style = '';
  let row: string[] | undefined;
  let cell: string[] = [];
  parseXml(document?.toString('utf8') ?? '', {
    open(name, attributes) {
      if (name === 'w:pStyle') style = attributes['w:val'] ?? '';
      if (name === 'w:tab' || name === 'w:br') text += ' ';
      if (name === 'w:tr') row = [];
      if (name === 'w:tc') cell = [];
    },
    text(data, parent) {
      if (parent === 'w:t') text += data;
    },
    close(name) {
      if (name === 'w:p') {
        const level = /^heading ?([1-6])$/i.exec(style)?.[1] ?? (/^title$/i.test(style) ? '1' : undefined);
        const words = text.trim();
        if (words !== '' && row) cell.push(words);
        else if (words !== '') blocks.push(level === undefined ? words : `${'#'.repeat(Number(level))} ${words}`);
        text = '';
        style = '';
      }
      if (name === 'w:tc') row?.push(cell.join(' '));
      if (name === 'w:tr' && row) {
        blocks.push(row.join(' | '));
        row = undefined;
      }
    },
  });
  return blocks.join('\n\n');
}

/** PowerPoint (pptx): one section a slide. */
export function readPptx(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): string {
  const archive = openZip(bytes, unfoldedMaxBytes);
  const slide = /^ppt\/slides\/slide(\d+)\.xml$/;
  const numbered = archive.names
    .flatMap((name) => (slide.test(name) ? [{ number: Number(slide.exec(name)?.[1]), name }] : []))
    .sort((a, b) => a.number - b.number);
  return numbered
    .map(({ number, name }) =>
      [`## Slide ${String(number)}`, ...paragraphs(archive.read(name)?.toString('utf8') ?? '')].join('\n\n'),
    )
    .join('\n\n');
}

function paragraphs(xml: string): string[] {
  const found: string[] = [];
  let text = '';
  parseXml(xml, {
    text(data, parent) {
      if (parent === 'a:t') text += data;
    },
    close(name) {
      if (name !== 'a:p') return;
      if (text.trim() !== '') found.push(text.trim());
      text = '';
    },
  });
  return found;
}

/** Excel, old and new: one section a sheet, one paragraph a row. */
export async function readSheets(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): Promise<string> {
  const { read, utils } = await import('@e965/xlsx');
  const book = read(bytes[0] === 0x50 ? await unfoldedBook(bytes, unfoldedMaxBytes) : bytes, {
    type: 'array',
    cellDates: true,
    cellFormula: false,
    cellHTML: false,
    bookVBA: false,
  });
  const sheets = book.SheetNames.map((name) => {
    const sheet = book.Sheets[name];
    return {
      name,
      rows: sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: false, defval: '' }) : [],
    };
  });
  return sheets.map(({ name, rows }) => `## ${name}\n\n${rowsToText(rows)}`).join('\n\n');
}

/**
 * The parts of a workbook with content, in an archive that has nothing left to unfold: the library would unfold
 * everything, whatever its size.
 */
async function unfoldedBook(bytes: Uint8Array, unfoldedMaxBytes: number): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  const archive = openZip(bytes, unfoldedMaxBytes);
  const names = archive.names.filter((name) => /\.(?:xml|rels|bin)$/i.test(name));
  const parts = names.map((name) => [name, archive.read(name) ?? Buffer.alloc(0)] as const);
  // The library reads XML by rules of its own, so its depth is measured before.
  for (const [name, part] of parts) if (!/\.bin$/i.test(name)) parseXml(part.toString('utf8'), {});
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

/** Word (doc), the old format. */
export async function readDoc(bytes: Uint8Array): Promise<string> {
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(Buffer.from(bytes));
  return document
    .getBody()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n');
}

interface Containers {
  read(bytes: Uint8Array, options: { type: 'array' }): object;
  find(container: object, name: string): { content: Uint8Array } | null;
}

/** Record types of the old PowerPoint format ([MS-PPT] 2.13.24). */
const MAIN_MASTER = 1016;
const TEXT_CHARS = 4000;
const TEXT_BYTES = 4008;

/** PowerPoint (ppt), the old format: its texts in their order, without those of the master. */
export async function readPpt(bytes: Uint8Array): Promise<string> {
  // The library's types do not cover its container format.
  const library: object = await import('@e965/xlsx');
  const { CFB } = library as { CFB: Containers };
  const entry = CFB.find(CFB.read(bytes, { type: 'array' }), 'PowerPoint Document');
  if (!entry) throw new Error('Not a presentation');
  const stream = Buffer.from(entry.content);
  const texts: string[] = [];
  const walk = (start: number, end: number, depth: number): void => {
    refuseDepth(depth);
    for (let at = start; at + 8 <= end;) {
      const isContainer = (stream.readUInt16LE(at) & 0xf) === 0xf;
      const type = stream.readUInt16LE(at + 2);
      const next = Math.min(end, at + 8 + stream.readUInt32LE(at + 4));
      if (type === TEXT_CHARS) texts.push(stream.toString('utf16le', at + 8, next));
      else if (type === TEXT_BYTES) texts.push(stream.toString('latin1', at + 8, next));
      else if (isContainer && type !== MAIN_MASTER) walk(at + 8, next, depth + 1);
      at = next;
    }
  };
  walk(0, stream.byteLength, 0);
  return texts
    .flatMap((text) => text.split(/[\r\n\v]+/))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n');
}

interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (data: string, parent: string) => void;
  readonly close?: (name: string) => void;
}

/** @throws for more than 1,000 elements inside each other */
function parseXml(xml: string, { open, text, close }: XmlHandlers): void {
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        path.push(name);
        refuseDepth(path.length);
        open?.(name, attributes);
      },
      ontext: (data) => {
        text?.(data, path.at(-1) ?? '');
      },
      onclosetag(name) {
        path.pop();
        close?.(name);
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}
