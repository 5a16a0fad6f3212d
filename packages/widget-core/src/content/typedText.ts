import { ADDRESS_CHARACTERS } from './characters';
import type { Block, Inline } from './contentBlocks';
import { ADDRESS_END } from './markdownRules';
import { readLinkAddress } from './safeLinks';

const ADDRESS = new RegExp(`(?<![\\w.])((?:https?://|www\\.(?=[\\p{L}\\p{N}]))${ADDRESS_CHARACTERS})`, 'iu');
/** Maximum length of a URL, in characters: finding its end takes quadratic time. */
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * The visitor's text as typed, in one paragraph, with URLs as links. It is not parsed as markdown, because `2*3*4` may
 * not be meant as such.
 */
export function readTypedText(text: string): readonly Block[] {
  if (text === '') return [];
  const inlines = text.split(ADDRESS).flatMap((piece, index): Inline[] => {
    const written = index % 2 && piece.length <= MAX_ADDRESS_LENGTH ? withoutEnd(piece) : '';
    const href = readLinkAddress(/^www/i.test(written) ? `http://${written}` : written);
    if (href === undefined) return [{ kind: 'text', text: piece }];
    return [
      { kind: 'link', form: 'plain', href, inlines: [{ kind: 'text', text: written }] },
      { kind: 'text', text: piece.slice(written.length) },
    ];
  });
  return [{ kind: 'paragraph', id: '0', inlines }];
}

/** A URL without the punctuation after it. */
function withoutEnd(found: string): string {
  const end = ADDRESS_END.exec(found)?.[0] ?? '';
  return end === found ? found : withoutEnd(end);
}
