import { attributeOf, localName, partOf } from './officeParts';
import { parseXml } from './xml';
import type { Zip } from './zip';

/** Most styles that one is based on. */
const BASED_MAX = 10;

/** The depth of the heading that paragraphs of a style are; undefined: none. Names of styles are translated, ids too. */
export function readHeadingStyles(archive: Zip, folder: string): (style: string) => number | undefined {
  const styles = new Map<string, { level?: number | undefined; base?: string }>();
  let open: { level?: number | undefined; base?: string } = {};
  parseXml(partOf(archive, `${folder}styles.xml`), {
    open(qualified, attributes) {
      const name = localName(qualified);
      const value = attributeOf(attributes, 'val');
      if (name === 'style') {
        open = {};
        styles.set(attributeOf(attributes, 'styleId'), open);
      }
      if (name === 'name') open.level ??= levelOf(value);
      if (name === 'basedOn') open.base = value;
      if (name === 'outlineLvl') open.level = outlineLevel(value);
    },
  });
  return (id) => {
    let style = styles.get(id);
    for (let count = 0; style && count < BASED_MAX; count += 1) {
      if (style.level !== undefined) return style.level;
      style = styles.get(style.base ?? '');
    }
    return levelOf(id);
  };
}

function levelOf(name: string): number | undefined {
  const level = /^heading ?([1-6])$/i.exec(name)?.[1] ?? (/^title$/i.test(name) ? '1' : undefined);
  return level === undefined ? undefined : Number(level);
}

/** The depth of a heading by its level in the outline, of which the last is text. */
export function outlineLevel(value: string): number | undefined {
  return /^[0-8]$/.test(value) ? Math.min(6, Number(value) + 1) : undefined;
}

/** What paragraphs of numbered lists begin with: `1. `, `- `. */
export function readNumbering(archive: Zip, folder: string): (list: string, level: string) => string {
  const formats = new Map<string, string>();
  const starts = new Map<string, number>();
  const abstracts = new Map<string, string>();
  let [abstract, list, level] = ['', '', ''];
  parseXml(partOf(archive, `${folder}numbering.xml`), {
    open(qualified, attributes) {
      const value = attributeOf(attributes, 'val');
      switch (localName(qualified)) {
        case 'abstractNum':
          abstract = attributeOf(attributes, 'abstractNumId');
          break;
        case 'num':
          list = attributeOf(attributes, 'numId');
          break;
        case 'abstractNumId':
          abstracts.set(list, value);
          break;
        case 'lvl':
          level = attributeOf(attributes, 'ilvl');
          break;
        case 'numFmt':
          formats.set(`${abstract} ${level}`, value);
          break;
        case 'start':
          starts.set(`${abstract} ${level}`, Number(value));
      }
    },
  });
  const counts = new Map<string, number>();
  return (id, depth) => {
    const key = `${abstracts.get(id) ?? ''} ${depth}`;
    const format = formats.get(key);
    if (format === undefined || format === 'none') return '';
    if (format === 'bullet') return '- ';
    const count = (counts.get(key) ?? (starts.get(key) ?? 1) - 1) + 1;
    counts.set(key, count);
    // What is below begins anew.
    for (let below = Number(depth) + 1; below < 9; below += 1)
      counts.delete(`${abstracts.get(id) ?? ''} ${String(below)}`);
    return `${String(count)}. `;
  };
}
