import { ADDRESS_CHARACTERS } from './characters';
import type { Block, Inline } from './contentBlocks';
import { ADDRESS_END } from './markdownRules';
import { readLinkAddress } from './safeLinks';

const ADDRESS = new RegExp(`(?<![\\w.])((?:https?://|www\\.(?=[\\p{L}\\p{N}]))${ADDRESS_CHARACTERS})`, 'iu');
/** Looking for the end of an address takes time that grows with the square of its length, in characters. */
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * The words of a visitor as they were typed, in one paragraph, with the addresses in them as links. Nobody knows whether
 * `2*3*4` was meant as markdown, so nothing is read as such.
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

/** An address without the punctuation behind it. */
function withoutEnd(found: string): string {
  const end = ADDRESS_END.exec(found)?.[0] ?? '';
  return end === found ? found : withoutEnd(end);
}
