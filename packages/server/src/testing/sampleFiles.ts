import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

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

/** A Word document of one paragraph. */
export function docxOf(words: string): Uint8Array {
  return zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`) });
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

/** The smallest PDF that shows a line of text. */
export function pdfOf(text: string): string {
  const stream = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
}
