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
  const files = Object.entries(parts).map(
    ([name, xml]) => [`word/${name}${/\.rels$/.test(name) ? '' : '.xml'}`, strToU8(xml)] as const,
  );
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

describe('KN-7 what Word documents of offices have', () => {
  const styled = (words: string, properties: string): string =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`;
  const run = (words: string, properties = ''): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const document = (xml: string): string => `<w:document xmlns:w="w"><w:body>${xml}</w:body></w:document>`;
  const cell = (words: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${words === '' ? '<w:p/>' : paragraph(words)}</w:tc>`;
  const list = (level: number): string => `<w:numPr><w:ilvl w:val="${String(level)}"/><w:numId w:val="1"/></w:numPr>`;

  it.each([
    [
      'a price that is raised',
      `<w:p>${run('9')}${run('99', '<w:vertAlign w:val="superscript"/>')}${run(' €')}</w:p>`,
      '9⁹⁹ €',
    ],
    [
      'a price that is struck out',
      `<w:p>${run('10', '<w:strike/>')}${run(' €', '<w:strike/>')}${run(' 8 €')}</w:p>`,
      '~~10 €~~ 8 €',
    ],
    [
      'hidden words',
      `<w:p>${run('Shown')}${run(' hidden', '<w:vanish/>')}${run(' too', '<w:vanish w:val="0"/>')}</w:p>`,
      'Shown too',
    ],
    [
      'a cell that goes on in the next row',
      `<w:tbl><w:tr>${cell('Plan')}${cell('Price', '<w:gridSpan w:val="2"/>')}</w:tr>` +
        `<w:tr>${cell('Tea', '<w:vMerge w:val="restart"/>')}${cell('5')}${cell('6')}</w:tr>` +
        `<w:tr>${cell('', '<w:vMerge/>')}${cell('7')}${cell('8')}</w:tr></w:tbl>`,
      'Plan | Price | Price\n\nTea | 5 | 6\n\nTea | 7 | 8',
    ],
    ['a heading by its level', styled('Prices', '<w:outlineLvl w:val="1"/>') + paragraph('x'), '## Prices\n\nx'],
    [
      'how characters are read aloud',
      `<w:p><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:p>`,
      '漢',
    ],
    [
      'words that markdown has a meaning for',
      paragraph('# 5') + paragraph('&lt;div&gt; is a tag') + paragraph('End'),
      '\\# 5\n\n\\<div> is a tag\n\nEnd',
    ],
  ])('ing-10: %s', (_name, xml, text) => {
    expect(body(xml)).toBe(text);
  });

  it('ing-10: headings of a translated Word, and of a style that is based on one', () => {
    const styles =
      '<w:styles xmlns:w="w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
      '<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="berschrift1"/></w:style></w:styles>';
    const xml = styled('Preise', '<w:pStyle w:val="berschrift1"/>') + styled('Tee', '<w:pStyle w:val="Own"/>');
    expect(read({ document: document(xml), styles })).toBe('# Preise\n\n# Tee');
  });

  it('ing-10: numbers and marks of lists', () => {
    const level = (depth: number, format: string): string =>
      `<w:lvl w:ilvl="${String(depth)}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
    const numbering =
      `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'lowerLetter')}${level(2, 'bullet')}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
    const xml = [0, 1, 1, 0, 1, 2].map((depth) => styled('x', list(depth))).join('');
    expect(read({ document: document(xml), numbering })).toBe('1. x\n\n1. x\n\n2. x\n\n2. x\n\n1. x\n\n- x');
  });

  it('ing-10: its header and footer once, its diagrams, and no remarks of those who wrote it', () => {
    const relations = ['header1', 'header2', 'footer1', 'comments', 'diagrams/data1']
      .map((name) => {
        const kind = name.startsWith('d') ? 'diagramData' : name.replace(/\d/, '');
        return `<Relationship Id="${name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${name}.xml"/>`;
      })
      .join('');
    const part = (words: string): string => `<w:hdr xmlns:w="w">${paragraph(words)}</w:hdr>`;
    expect(
      read({
        document: document(paragraph('Body')),
        '_rels/document.xml.rels': `<Relationships>${relations}</Relationships>`,
        header1: part('555 0100'),
        header2: part('555 0100'),
        footer1: part('1 Quay'),
        comments: part('Too dear?'),
        'diagrams/data1': '<dgm:dataModel><dgm:t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></dgm:t></dgm:dataModel>',
      }),
    ).toBe('Body\n\nStep one\n\n555 0100\n\n1 Quay');
  });

  it('ing-10: a document in another place, in UTF-16', () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${document(paragraph('Größe'))}`;
    const archive = zipSync({
      '_rels/.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="/word/document2.xml" ' +
          'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>',
      ),
      'word/document2.xml': Uint8Array.from(Buffer.from(xml, 'utf16le')),
    });
    expect(readDocx(archive, DATASET_LIMITS)).toBe('Größe');
  });

  it('ing-10: cells that claim many columns take no more than is bounded', () => {
    const row = `<w:tr>${cell('x'.repeat(150), '<w:gridSpan w:val="60"/>')}${cell('y')}</w:tr>`;
    expect(body(`<w:tbl>${row}</w:tbl>`.repeat(400)).length).toBeLessThan(1_500_000);
  });
});
