import type { HubType } from '@sotto/hub-api';
import { HUB_TYPE_WORDS } from '../site/hubTypes';

/** An item's emoji on a gradient of two colours derived from its id, as on its share card. */
export function Tile({
  item,
  size = 'medium',
}: {
  item: { type: HubType; id: string; icon: string };
  size?: 'small' | 'medium' | 'large';
}) {
  const style = { '--tile': String(hueOf(item.id)) } as Record<string, string>;
  return (
    <span className={`tile ${size}`} style={style} aria-hidden="true">
      {item.icon === '' ? HUB_TYPE_WORDS[item.type].icon : item.icon}
    </span>
  );
}

/** Hue derived from an id, 0 to 359. */
export function hueOf(id: string): number {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash * 47) % 360;
}
