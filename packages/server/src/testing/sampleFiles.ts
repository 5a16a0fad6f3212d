import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflateRaw, deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** A picture of one black point. */
export const POINT_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

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
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}

/** One small file of each accepted ending, by name. */
export function sampleFiles(): Record<string, Uint8Array> {
  const office = (folder: string): Uint8Array =>
    storedZip({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<x/>' });
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
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(stream.length)} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]).toString('latin1');
}

/** A page of `composedPdf`. */
export interface ComposedPage {
  /** The name of a CMap, which maps the codes of the text to glyphs. */
  readonly encoding: string;
  /** The collection of glyphs, of the registry Adobe. */
  readonly ordering: string;
  /** The codes of the text; empty: none. */
  readonly hex: string;
  /** The name of a CMap that maps the codes to Unicode. @default none */
  readonly toUnicode?: string;
  /** What is drawn in place of the text. */
  readonly drawing?: string;
}

/** A PDF whose pages have each a composite font that is not embedded. */
export function composedPdf(pages: readonly ComposedPage[]): string {
  const kids = pages.map((_, index) => `${String(3 + index * 5)} 0 R`).join(' ');
  return pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${String(pages.length)}>>`,
    ...pages.flatMap(({ encoding, ordering, hex, toUnicode, drawing }, index) => {
      const id = (more: number): string => `${String(3 + index * 5 + more)} 0 R`;
      const content = drawing ?? `BT /F1 24 Tf 20 900 Td <${hex}> Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 3000 1000]/Resources<</Font<</F1 ${id(1)}>>>>/Contents ${id(4)}>>`,
        `<</Type/Font/Subtype/Type0/BaseFont/Absent/Encoding/${encoding}/DescendantFonts[${id(2)}]` +
          `${toUnicode === undefined ? '' : `/ToUnicode/${toUnicode}`}>>`,
        `<</Type/Font/Subtype/CIDFontType0/BaseFont/Absent/FontDescriptor ${id(3)}` +
          `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>>>`,
        '<</Type/FontDescriptor/FontName/Absent/Flags 6/ItalicAngle 0/Ascent 723/Descent -241/CapHeight 709/StemV 69/FontBBox[-170 -331 1024 903]>>',
        `<</Length ${String(content.length)}>>\nstream\n${content}\nendstream`,
      ];
    }),
  ]).toString('latin1');
}

/** Deflated data that unfolds to this many MiB of spaces, about two hundred times its size. */
async function deflatedSpaces(mebibytes: number): Promise<Buffer<ArrayBuffer>> {
  const block = Buffer.alloc(1_048_576, ' ');
  const parts: Buffer[] = [];
  await pipeline(
    Array.from({ length: mebibytes }, () => block),
    createDeflateRaw({ level: constants.Z_BEST_SPEED }),
    async (deflated: AsyncIterable<Buffer>) => {
      for await (const part of deflated) parts.push(part);
    },
  );
  return Buffer.concat(parts);
}

/** A Word document that unfolds to this many MiB, while its directory says that it unfolds to a thousand bytes. */
export async function lyingDocx(mebibytes: number): Promise<Buffer> {
  const entries = [
    { name: '[Content_Types].xml', data: deflateRawSync('<Types/>'), size: 8 },
    { name: 'word/document.xml', data: await deflatedSpaces(mebibytes), size: 1_000 },
  ];
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(data.byteLength, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(data.byteLength, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    const entry = Buffer.concat([local, text(name), data]);
    offset += entry.byteLength;
    locals.push(entry);
    directory.push(central, Buffer.from(name));
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** A PDF of one page whose content unfolds to this many MiB. */
export async function unfoldingPdf(mebibytes: number): Promise<Buffer> {
  // Two bytes of header make a zlib stream of it; its checksum is read by nobody.
  const stream = Buffer.concat([deflateSync('').subarray(0, 2), await deflatedSpaces(mebibytes)]);
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${String(stream.byteLength)} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  ]);
}

function pdfOfObjects(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.byteLength ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.byteLength;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${String(index + 1)} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = String(objects.length + 1);
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(length)}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
