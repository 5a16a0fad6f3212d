import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { readDocx } from './docx';

/** The document of ing-10. */
const DOCUMENT =
  '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.o' +
  'penxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v' +
  '="urn:schemas-microsoft-com:vml"><w:body><w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxCont' +
  'ent><w:p><w:r><w:t>Call 555 0100</w:t></w:r></w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textb' +
  'ox><w:txbxContent><w:p><w:r><w:t>Call 555 0100</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateC' +
  'ontent></w:r><w:r><w:t xml:space="preserve">The fee is </w:t></w:r><w:del w:id="1"><w:r><w:delText>10 €</w:delText></w:r></w:del><' +
  'w:ins w:id="2"><w:r><w:t>12 €</w:t></w:r></w:ins><w:r><w:t>. E</w:t><w:noBreakHyphen/><w:t>mail us.</w:t></w:r></w:p><w:tbl><w:tr>' +
  '<w:tc><w:p><w:r><w:t>Outer</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Inner A</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/' +
  '></w:tc><w:tc><w:p><w:r><w:t>Right</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>';

function read(parts: Readonly<Record<string, string>>): string {
  const files = Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, strToU8(xml)] as const);
  return readDocx(zipSync(Object.fromEntries(files)), DATASET_LIMITS);
}
const body = (xml: string): string =>
  read({ document: `<w:document xmlns:w="w"><w:body>${xml}</w:body></w:document>` });
const paragraph = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

describe('KN-7 a Word document', () => {
  const text = 'Call 555 0100\n\nThe fee is 12 €. E-mail us.\n\nOuter Inner A | Right';

  it('ing-10: has its text box once, no deleted text, its hyphen and all cells', () => {
    expect(read({ document: DOCUMENT })).toBe(text);
  });

  it('ing-10: is the same with another prefix, and has its notes', () => {
    const footnotes =
      '<ns0:footnotes xmlns:ns0="w"><ns0:footnote ns0:type="separator"><ns0:p><ns0:r><ns0:t>_</ns0:t></ns0:r></ns0:p></ns0:footnote>' +
      '<ns0:footnote ns0:id="1"><ns0:p><ns0:r><ns0:t>Except on Sundays.</ns0:t></ns0:r></ns0:p></ns0:footnote></ns0:footnotes>';
    const document = DOCUMENT.replaceAll('w:', 'ns0:').replaceAll('xmlns:w=', 'xmlns:ns0=');
    expect(read({ document, footnotes })).toBe(`${text}\n\nExcept on Sundays.`);
  });

  it('has one branch of each choice, the fallback where it is the only one', () => {
    const choice = (branches: string): string =>
      `<w:p><w:r><mc:AlternateContent>${branches}</mc:AlternateContent></w:r></w:p>`;
    const branch = (name: string, words: string): string => `<mc:${name}><w:t>${words}</w:t></mc:${name}>`;
    expect(body(choice(branch('Choice', 'a') + branch('Choice', 'b') + branch('Fallback', 'c')))).toBe('a');
    expect(body(choice(branch('Fallback', 'c')))).toBe('c');
    expect(
      body(
        choice(
          `<mc:Choice>${choice(branch('Choice', 'x') + branch('Fallback', 'y'))}</mc:Choice>${branch('Fallback', 'z')}`,
        ),
      ),
    ).toBe('x');
  });

  it('has what was moved once, where it is now', () => {
    expect(
      body(
        `<w:moveFrom>${paragraph('Moved')}</w:moveFrom>${paragraph('First')}<w:moveTo>${paragraph('Moved')}</w:moveTo>`,
      ),
    ).toBe('First\n\nMoved');
  });

  it('has headings, and the rows of a table in a table of two rows', () => {
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const inner = `<w:tbl><w:tr>${cell(paragraph('1'))}${cell(paragraph('2'))}</w:tr><w:tr>${cell(paragraph('3'))}</w:tr></w:tbl>`;
    expect(
      body(
        `<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Prices</w:t></w:r></w:p>` +
          `<w:tbl><w:tr>${cell(paragraph('a') + inner + paragraph('b'))}${cell(paragraph('c'))}</w:tr></w:tbl>${paragraph('End')}`,
      ),
    ).toBe('## Prices\n\na 1 | 2 3 b | c\n\nEnd');
  });
});
