import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../reading/readLimits';
import { docxOf, pdfOf, POINT_PNG, storedZip } from '../testing/sampleFiles';
import { zipSync } from 'fflate';
import { readDocument } from './readDocument';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCX = `${OFFICE}.wordprocessingml.document`;
const XLS = 'application/vnd.ms-excel';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'));
/** The beginning of an old Office document with a stream of this name. */
const container = (stream: string): Uint8Array =>
  Uint8Array.from([...Buffer.from('d0cf11e0a1b11ae1', 'hex'), ...new Uint8Array(504), ...utf16(`${stream}\0`)]);

const PAGE =
  '<html><body><table><tr><td>Item</td><td>Price</td></tr><tr><td>Tea</td><td>5,50</td></tr></table></body></html>';

describe('KN-6 a file is read as what its bytes are', () => {
  it.each<[name: string, type: string, bytes: Uint8Array, text: string]>([
    ['ing-09: a page that a shop exports as .xls', XLS, utf8(PAGE), 'Item | Price\n\nTea | 5,50'],
    ['ing-09: a table in UTF-16 as .xls', XLS, utf16('\ufeffItem\tPrice\nGröße\t5,50\n'), 'Item: Größe\nPrice: 5,50'],
    [
      'ing-09: a table of German Excel as .xls',
      XLS,
      Uint8Array.from(Buffer.from('Größe;Preis\nTee;5,50\n', 'latin1')),
      'Größe: Tee\nPreis: 5,50',
    ],
    [
      'a workbook in XML of 2003',
      XLS,
      utf8(
        '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
          '<Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Item</Data></Cell><Cell><Data ss:Type="String">Price</Data></Cell></Row>' +
          '<Row><Cell><Data ss:Type="String">Größe</Data></Cell><Cell><Data ss:Type="Number">5</Data></Cell></Row></Table></Worksheet></Workbook>',
      ),
      '## A\n\nItem: Größe\nPrice: 5',
    ],
    ['ing-10: a new document with an old name', 'application/msword', docxOf('Twelve euros'), 'Twelve euros'],
    ['ing-10: a page that Word saved', 'application/msword', utf8('<html><p>Twelve euros</p></html>'), 'Twelve euros'],
    ['a document as text', 'text/plain', docxOf('Twelve euros'), 'Twelve euros'],
    ['ing-08: a PDF as text', 'text/plain', utf8(pdfOf('Twelve euros')), '## Page 1\n\nTwelve euros'],
    ['ing-08: a page as PDF', 'application/pdf', utf8('<!doctype html><p>Please sign in</p>'), 'Please sign in'],
    ['lines of JSON as JSON', 'application/json', utf8('{"a":1}\n{"a":2}\n'), 'a: 1\n\na: 2'],
  ])('%s', async (_name, type, bytes, text) => {
    expect((await readDocument(type, bytes, DATASET_LIMITS)).text).toBe(text);
  });

  it.each<[name: string, type: string, bytes: Uint8Array, reason: RegExp]>([
    [
      'a workbook with a password',
      `${OFFICE}.spreadsheetml.sheet`,
      container('EncryptedPackage'),
      /protected by a password/,
    ],
    ['rich text', 'application/msword', utf8('{\\rtf1\\ansi Hello}'), /Word document \(\.docx\)/],
    ['rich text as text', 'text/plain', utf8('{\\rtf1\\ansi Hello}'), /Word document \(\.docx\)/],
    [
      'a book (EPUB)',
      DOCX,
      zipSync({ mimetype: utf8('application/epub+zip'), 'OEBPS/a.xhtml': utf8('<p>a</p>') }),
      /archive/,
    ],
    ['OpenDocument', DOCX, zipSync({ 'content.xml': utf8('<a/>') }), /archive/],
    ['a picture as text', 'text/plain', Uint8Array.from(POINT_PNG), /This file is not text/],
    ['a picture as a table', 'text/csv', Uint8Array.from(POINT_PNG), /This file is not text/],
    ['JSON with comments', 'application/json', utf8('// prices\n{"a":1}'), /This file is not valid JSON/],
    ['words as a workbook', `${OFFICE}.spreadsheetml.sheet`, utf8('PK broken'), /cannot be read/],
    ['an archive without an end', DOCX, storedZip({ 'word/document.xml': '<x/>' }), /cannot be read/],
  ])('%s is refused with the reason', async (_name, type, bytes, reason) => {
    await expect(readDocument(type, bytes, DATASET_LIMITS)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: expect.stringMatching(reason) as string,
    });
  });
});

describe('KN-1 texts as programs write them', () => {
  const read = async (type: string, text: string | Uint8Array) =>
    readDocument(type, typeof text === 'string' ? utf8(text) : text, DATASET_LIMITS);

  it.each([
    ['a mark in the middle, of files that were joined', 'text/markdown', '# One\n\n\ufeff# Two', '# One\n\n# Two'],
    ['two marks', 'text/markdown', '\ufeff\ufeff# Two', '# Two'],
    ['all kinds of line ends', 'text/plain', 'a\r\nb\rc\u2028d\u2029e\ff\vg\u0085h', 'a\nb\nc\nd\n\ne\n\nf\ng\nh'],
    ['hyphens and spaces without a width', 'text/plain', 'inter\u00adnational\u200bly', 'internationally'],
    [
      'settings with a title above a text without one',
      'text/markdown',
      '---\r\ntitle: "Tea: hot"\r\n---  \r\nAt nine.',
      '# Tea: hot\n\nAt nine.',
    ],
    ['settings in TOML', 'text/markdown', '+++\ntitle = "Tea"\n+++\n# Hot tea', '# Hot tea'],
    ['a rule, and no settings', 'text/markdown', '---\n\nAt nine.', '---\n\nAt nine.'],
    [
      'numbers of JSON as they are written',
      'application/json',
      '{"id":12345678901234567890,"price":1.10,"a":"1.10"}',
      'id: 12345678901234567890\nprice: 1.10\na: 1.10',
    ],
  ])('%s', async (_name, type, text, expected) => {
    expect((await read(type, text)).text).toBe(expected);
  });

  it('lines of JSON that are none are left out and noted', async () => {
    expect(await read('application/jsonl', '{"a":1}\nnothing\n\n{"a":2}\n{')).toMatchObject({
      text: 'a: 1\n\na: 2',
      notes: ['Lines that are not valid JSON were left out: 2, 5'],
    });
    await expect(read('application/jsonl', 'nothing')).rejects.toThrow('This file is not valid JSON');
  });
});
