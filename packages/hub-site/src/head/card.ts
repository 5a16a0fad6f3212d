import type { HubItem } from '@sotto/hub-api';
import { hueOf } from '../shell/Tile';
import { HUB_TYPE_WORDS, itemDescription, itemName, personName } from '../site/hubTypes';
import { oklchToHex } from './oklch';

/** Size of a share card, in pixels (hub.md 7). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Texts and colours of a share card. Items with the same card share a picture. */
export interface Card {
  readonly name: string;
  readonly description: string;
  /** Emoji on the tile. */
  readonly icon: string;
  /** Such as `Skillset`. */
  readonly kind: string;
  /** The line at the foot, such as `Free · by Ana · 3 abilities`. */
  readonly foot: string;
  /** Gradient from corner to corner, as on the item's page. */
  readonly colours: readonly [from: string, to: string];
  /** Right to left: tile and text are swapped. */
  readonly isRightToLeft: boolean;
}

/** Right-to-left scripts, detected by the first letter of the name. */
const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The share card of an item [H-6]. */
export function cardOf({ item }: HubItem): Card {
  const words = HUB_TYPE_WORDS[item.type];
  const hue = hueOf(item.id);
  const name = itemName(item);
  const abilities = item.skillset?.abilities.length ?? 0;
  const parts = [
    'Free',
    item.user ? `by ${personName(item.user)}` : '',
    abilities === 0 ? '' : abilities === 1 ? '1 ability' : `${String(abilities)} abilities`,
    ...item.tags.slice(0, 2),
  ];
  return {
    name,
    description: itemDescription(item),
    icon: item.icon || words.icon,
    kind: words.one,
    foot: parts.filter((part) => part !== '').join('\u2002·\u2002'),
    // Lightness and chroma as in pages.css, which uses the same two colours and angle.
    colours: [oklchToHex(0.905, 0.036, hue), oklchToHex(0.885, 0.037, hue + 48)],
    isRightToLeft: RIGHT_TO_LEFT.test(name),
  };
}
