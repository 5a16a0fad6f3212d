import { refuseDepth } from './depth';

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
