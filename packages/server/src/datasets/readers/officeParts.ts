import { parseAddress } from '@sotto/widget-core/internal/server';
import { decodeBytes } from '../../encodings/decodeBytes';
import { parseXml } from './xml';
import type { Zip } from './zip';

/** Names without their prefixes, which are arbitrary. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without a prefix; empty: it is not there. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1] ?? '';
}

/** Whether a setting such as bold is on: it is without a value, too (ECMA-376 part 1, 17.17.4). */
export function isOn(attributes: Readonly<Record<string, string>>): boolean {
  return !/^(?:0|false|off|none)$/i.test(attributeOf(attributes, 'val'));
}

/** The XML of a part; empty where there is none. */
export function partOf(archive: Zip, name: string): string {
  const bytes = archive.read(name);
  return bytes ? decodeBytes(bytes, { isMarkup: true }).text : '';
}

/** What a part refers to, by its id: the kind of each, such as `notesSlide`, and its name in the archive. */
export function relationsOf(archive: Zip, name: string): Map<string, { kind: string; target: string }> {
  const cut = name.lastIndexOf('/') + 1;
  const folder = name.slice(0, cut);
  const relations = new Map<string, { kind: string; target: string }>();
  parseXml(partOf(archive, `${folder}_rels/${name.slice(cut)}.rels`), {
    open(_, attributes) {
      const target = attributeOf(attributes, 'Target');
      if (target === '' || /^external$/i.test(attributeOf(attributes, 'TargetMode'))) return;
      const url = parseAddress(target, `http://a/${folder}`);
      if (!url) return;
      relations.set(attributeOf(attributes, 'Id'), {
        kind: attributeOf(attributes, 'Type').split('/').at(-1) ?? '',
        target: url.pathname.slice(1),
      });
    },
  });
  return relations;
}

/** What reads the XML of a part, by local names. */
export interface PartReader {
  /** Whether an element is left out, with all that is in it. @default none */
  readonly isLeftOut?: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** The words of a run. */
  readonly words: (text: string) => void;
  readonly close: (name: string) => void;
}

/** Reads the XML of a part. Of alternatives one is read: exactly one counts (ECMA-376 part 3, 10.2). */
export function readOfficeXml(xml: string, { isLeftOut, open, words, close }: PartReader): void {
  /** Whether a branch of each open choice was read. */
  const choices: boolean[] = [];
  /** How many elements of what is left out are open. */
  let silent = 0;
  parseXml(xml, {
    open(qualified, attributes) {
      const name = localName(qualified);
      const isBranch = name === 'Choice' || name === 'Fallback';
      const isOther = isBranch && (choices.at(-1) ?? false);
      if (silent > 0 || isOther || isLeftOut?.(name, attributes)) {
        silent += 1;
        return;
      }
      if (isBranch) choices[choices.length - 1] = true;
      if (name === 'AlternateContent') choices.push(false);
      open(name, attributes);
    },
    text(data, parent) {
      if (silent === 0 && localName(parent) === 't') words(data);
    },
    close(qualified) {
      if (silent > 0) {
        silent -= 1;
        return;
      }
      const name = localName(qualified);
      if (name === 'AlternateContent') choices.pop();
      close(name);
    },
  });
}
