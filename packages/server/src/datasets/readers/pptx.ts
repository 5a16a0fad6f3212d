import type { ReadLimits } from '../../reading/readLimits';
import type { FileText } from '../readFile';
import { createOfficeTable, type OfficeTable } from './officeTable';
import { attributeOf, localName, partOf, readOfficeXml, relationsOf } from './officeParts';
import { literal } from './plainText';
import { parseXml } from './xml';
import { openZip, type Zip } from './zip';

const PRESENTATION = 'ppt/presentation.xml';
/** Most cells of a presentation that are filled with the value of another one. */
const FILLED_MAX = 5_000;

/**
 * PowerPoint (pptx): one section a slide, in the order in which they are shown, with tables, diagrams and notes of the
 * speaker. Hidden slides are left out and noted.
 */
export function readPptx(bytes: Uint8Array, { unfoldedMaxBytes }: ReadLimits): FileText {
  const archive = openZip(bytes, unfoldedMaxBytes);
  const filled = { left: FILLED_MAX };
  const hidden: number[] = [];
  const sections = slidesOf(archive).flatMap((name, index) => {
    const slide = readPart(archive, name, filled);
    if (slide.isHidden) {
      hidden.push(index + 1);
      return [];
    }
    const related = [...relationsOf(archive, name).values()];
    const more = ['diagramData', 'notesSlide'].flatMap((kind) =>
      related.filter((each) => each.kind === kind).flatMap(({ target }) => readPart(archive, target, filled).blocks),
    );
    return [[`## Slide ${String(index + 1)}`, ...slide.blocks, ...more].join('\n\n')];
  });
  return {
    kind: 'markdown',
    text: sections.join('\n\n'),
    ...(hidden.length > 0 && {
      notes: [`Hidden slides were left out: ${hidden.slice(0, 10).join(', ')}${hidden.length > 10 ? ' …' : ''}`],
    }),
  };
}

/** The slides in the order in which they are shown; where the archive has none, by their numbers. */
function slidesOf(archive: Zip): string[] {
  const relations = relationsOf(archive, PRESENTATION);
  const shown: string[] = [];
  parseXml(partOf(archive, PRESENTATION), {
    open(qualified, attributes) {
      if (localName(qualified) !== 'sldId') return;
      // It has an id of its own, too, without a prefix.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const target = relations.get(id)?.target;
      if (target !== undefined && archive.names.includes(target)) shown.push(target);
    },
  });
  const slide = /^ppt\/slides\/slide(\d+)\.xml$/;
  return shown.length > 0
    ? [...new Set(shown)]
    : archive.names
        .filter((name) => slide.test(name))
        .sort((a, b) => Number(slide.exec(a)?.[1]) - Number(slide.exec(b)?.[1]));
}

/** What stands on every slide or page of notes, and is none of its words. */
const FURNITURE = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;

function readPart(archive: Zip, part: string, filled: { left: number }): { blocks: string[]; isHidden: boolean } {
  const blocks: string[] = [];
  const tables: OfficeTable[] = [];
  let isHidden = false;
  let kind = '';
  let text = '';
  const emit = (words: string): void => {
    const table = tables.at(-1);
    if (table) table.add(words);
    else if (!FURNITURE.test(kind)) blocks.push(/^(?:ctrT|t)itle$/.test(kind) ? `### ${words}` : literal(words));
  };
  readOfficeXml(partOf(archive, part), {
    open(name, attributes) {
      if (name === 'sld') isHidden = /^(?:0|false)$/.test(attributeOf(attributes, 'show'));
      if (name === 'sp') kind = '';
      if (name === 'ph') kind = attributeOf(attributes, 'type');
      if (name === 'br' || name === 'tab') text += ' ';
      if (name === 'tbl') tables.push(createOfficeTable(filled));
      if (name === 'tr') tables.at(-1)?.startRow();
      if (name === 'tc') {
        const table = tables.at(-1);
        table?.startCell();
        if (/^(?:1|true)$/.test(attributeOf(attributes, 'vMerge'))) table?.merge();
      }
    },
    words(data) {
      text += data;
    },
    close(name) {
      if (name === 'p') {
        const words = text.trim();
        if (words !== '') emit(words);
        text = '';
      }
      if (name === 'tc') tables.at(-1)?.endCell();
      if (name === 'tr') {
        const words = tables.at(-1)?.endRow() ?? '';
        if (words !== '') blocks.push(literal(words));
      }
      if (name === 'tbl') tables.pop();
    },
  });
  return { blocks, isHidden };
}
