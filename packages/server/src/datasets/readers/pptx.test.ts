import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { readPptx } from './pptx';

const read = (parts: Readonly<Record<string, string>>) =>
  readPptx(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`ppt/${name}`, strToU8(xml)]))),
    DATASET_LIMITS,
  );
const words = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (text: string, place = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${place && `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${words(text)}</p:txBody></p:sp>`;
const slide = (content: string, attributes = ''): string => `<p:sld${attributes}><p:cSld>${content}</p:cSld></p:sld>`;
const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
const related = (...list: string[]): string => `<Relationships>${list.join('')}</Relationships>`;
const cell = (text: string, attributes = ''): string =>
  `<a:tc${attributes}><a:txBody>${text && words(text)}</a:txBody></a:tc>`;

describe('KN-7 a presentation', () => {
  it.each([
    [
      'the rows of a table, a cell that goes on below among them',
      slide(
        `<a:tbl><a:tr>${cell('Item')}${cell('Price')}</a:tr><a:tr>${cell('Tea', ' rowSpan="2"')}${cell('5')}</a:tr>` +
          `<a:tr>${cell('', ' vMerge="1"')}${cell('7')}</a:tr></a:tbl>`,
      ),
      'Item | Price\n\nTea | 5\n\nTea | 7',
    ],
    [
      'one branch of each choice',
      slide(
        `<mc:AlternateContent><mc:Choice>${shape('Same')}</mc:Choice><mc:Fallback>${shape('Same')}</mc:Fallback></mc:AlternateContent>`,
      ),
      'Same',
    ],
    [
      'its title, without the number of the slide',
      slide(shape('Shipping', 'title') + shape('Three days') + shape('7', 'sldNum')),
      '### Shipping\n\nThree days',
    ],
    [
      'another prefix, and a line end',
      '<x:sld><d:p><d:r><d:t>One</d:t></d:r><d:br/><d:r><d:t>two</d:t></d:r></d:p></x:sld>',
      'One two',
    ],
    [
      'words that markdown has a meaning for',
      slide(shape('&lt;div&gt; is a tag') + shape('End')),
      '\\<div> is a tag\n\nEnd',
    ],
  ])('ing-10: has %s', (_name, xml, text) => {
    expect(read({ 'slides/slide1.xml': xml })).toEqual({ kind: 'markdown', text: `## Slide 1\n\n${text}` });
  });

  it('ing-10: has its diagrams and the notes of the speaker', () => {
    expect(
      read({
        'slides/slide1.xml': slide(shape('Title')),
        'slides/_rels/slide1.xml.rels': related(
          relation('a', 'notesSlide', '../notesSlides/notesSlide1.xml'),
          relation('b', 'diagramData', '../diagrams/data1.xml'),
        ),
        'notesSlides/notesSlide1.xml': slide(shape('The price is 5 €') + shape('1', 'sldNum')),
        'diagrams/data1.xml': `<dgm:dataModel><dgm:t>${words('Step one')}</dgm:t></dgm:dataModel>`,
      }).text,
    ).toBe('## Slide 1\n\nTitle\n\nStep one\n\nThe price is 5 €');
  });

  it('ing-10: is read in the order in which it is shown, without hidden slides, which are noted', () => {
    expect(
      read({
        'presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="c"/><p:sldId id="258" r:id="b"/><p:sldId id="256" r:id="a"/></p:sldIdLst></p:presentation>',
        '_rels/presentation.xml.rels': related(
          relation('a', 'slide', 'slides/slide1.xml'),
          relation('b', 'slide', 'slides/slide2.xml'),
          relation('c', 'slide', 'slides/slide3.xml'),
        ),
        'slides/slide1.xml': slide(shape('Last')),
        'slides/slide2.xml': slide(shape('Old price'), ' show="0"'),
        'slides/slide3.xml': slide(shape('First')),
      }),
    ).toEqual({
      kind: 'markdown',
      text: '## Slide 1\n\nFirst\n\n## Slide 3\n\nLast',
      notes: ['Hidden slides were left out: 2'],
    });
  });
});
