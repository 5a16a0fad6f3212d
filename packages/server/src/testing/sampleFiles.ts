import { crc32 } from 'node:zlib';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** A picture of one black point. */
export const POINT_PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** A zip archive whose entries are stored as they are. */
export function storedZip(entries: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(entries).map(([name, content]) => {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt32LE(crc32(content), 14);
    header.writeUInt32LE(Buffer.byteLength(content), 18);
    header.writeUInt32LE(Buffer.byteLength(content), 22);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    return Buffer.concat([header, text(name), text(content)]);
  });
  return Buffer.concat(parts);
}

/** One small file of each accepted ending, by name. */
export function sampleFiles(): Record<string, Uint8Array> {
  const office = (folder: string): Uint8Array => storedZip({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<x/>' });
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00]);
  return {
    'a.png': POINT_PNG,
    'a.jpg': jpeg,
    'a.jpeg': jpeg,
    'a.md': text('# Title'),
    'a.txt': text('words'),
    'a.pdf': text('%PDF-1.7\n1 0 obj'),
    'a.docx': office('word'),
    'a.pptx': office('ppt'),
    'a.xlsx': office('xl'),
    'a.csv': text('a;b\r\n1;2'),
    'a.json': text('{"a":1}'),
    'a.yaml': text('a: 1'),
    'a.yml': text('a: 1'),
    'a.html': text('<!doctype html><p>hi</p>'),
  };
}
