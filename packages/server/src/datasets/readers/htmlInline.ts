import type { BlockWriter } from './htmlBlocks';
import { raised } from './plainText';

export type Attributes = Readonly<Record<string, string>>;
/** What an element does where it begins, by its name; it may return what it does where it ends. */
export type ElementRules = Readonly<Record<string, (attributes: Attributes) => (() => void) | undefined>>;

/** A list of choices that is longer, such as one of countries, is no text of the page. */
const OPTIONS_MAX = 30;

/** The elements inside of blocks that mean more than their words. */
export function createInlineElements(writer: BlockWriter): ElementRules {
  let struck = 0;
  let linkEnd = -1;
  let select: { place: number; count: number } | undefined;
  const link = (href = ''): (() => void) => {
    const place = writer.place();
    // Links side by side are apart by their style.
    if (linkEnd === place && place > 0) writer.add(' ');
    const start = writer.place();
    return () => {
      addAddress(writer, start, href);
      linkEnd = writer.place();
    };
  };
  const superscript = (): (() => void) => {
    const before = writer.lastCharacter();
    const place = writer.place();
    return () => {
      const words = writer.wordsFrom(place) ?? '';
      const meant = raised(words, before);
      if (meant !== words) writer.replaceFrom(place, meant);
    };
  };
  const strike = (): (() => void) => {
    const place = writer.place();
    struck += 1;
    return () => {
      struck -= 1;
      const words = struck === 0 ? (writer.wordsFrom(place)?.trim() ?? '') : '';
      if (words !== '') writer.replaceFrom(place, ` ~~${words}~~ `);
    };
  };
  const choices = (): (() => void) => {
    const own = { place: writer.place(), count: 0 };
    select = own;
    return () => {
      select = undefined;
      if (own.count > OPTIONS_MAX) writer.replaceFrom(own.place, ' ');
      else writer.add(' ');
    };
  };
  return {
    a: ({ href }) => link(href),
    sup: superscript,
    // What was valid before.
    del: strike,
    s: strike,
    strike,
    select: choices,
    option() {
      if (select) writer.add((select.count += 1) > 1 ? ', ' : ' ');
      return undefined;
    },
    br() {
      writer.breakLine();
      return undefined;
    },
  };
}

/** The number or the address that a link calls or writes to, where its words are others, such as "Call us". */
function addAddress(writer: BlockWriter, start: number, href: string): void {
  const [, scheme, target = ''] = /^\s*(tel|mailto):([^?]{1,200})/i.exec(href) ?? [];
  const words = scheme === undefined ? undefined : writer.wordsFrom(start);
  if (words === undefined) return;
  let address = target.trim();
  try {
    address = decodeURIComponent(address);
  } catch {
    // As it is written.
  }
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [shown, meant] = [letters(words), letters(address)];
  // A number is often written without its country.
  if (meant === '' || shown.includes(meant) || (shown.length > 5 && meant.endsWith(shown.replace(/^0+/, '')))) return;
  writer.add(words.trim() === '' ? address : ` (${address})`);
}
