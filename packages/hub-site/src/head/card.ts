import { hueOf } from '../catalogue/Tile';
import { HUB_TYPE_WORDS, itemDescription, itemName } from '../catalogue/hubTypes';
import { escapeHtml } from '../docs/renderUserMarkdown';
import type { HubItem } from '@sotto/widget-core/api';

/** Letters in a line of the name and of the description, at their sizes. */
const NAME_LINE = 24;
const TEXT_LINE = 52;

/** The share card of a thing as a drawing, 1200 × 630, on the gradient of its tile [H-6]. */
export function cardSvg({ item }: HubItem): string {
  const hue = hueOf(item.id);
  const name = wrap(itemName(item), NAME_LINE, 2);
  const text = wrap(itemDescription(item), TEXT_LINE, 3);
  const nameTop = 300;
  const textTop = nameTop + name.length * 82 - 6;
  const lines = (list: readonly string[], top: number, step: number): string => list.map((line, index) => `<tspan x="88" y="${String(top + index * step)}">${escapeHtml(line)}</tspan>`).join('');
  const by = item.user ? `by ${item.user.name || 'Somebody'}` : '';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${hsl(hue, 55, 88)}"/><stop offset="1" stop-color="${hsl(hue + 48, 50, 84)}"/></linearGradient></defs>`,
    '<rect width="1200" height="630" fill="url(#g)"/>',
    '<rect x="40" y="40" width="1120" height="550" rx="32" fill="#fffdf9" fill-opacity=".82"/>',
    `<text x="88" y="196" font-size="104" fill="#1f5547" font-family="Noto Color Emoji, Apple Color Emoji, Segoe UI Emoji, sans-serif">${escapeHtml(item.icon || HUB_TYPE_WORDS[item.type].icon)}</text>`,
    `<g font-family="Instrument Sans, Inter, Helvetica Neue, Arial, DejaVu Sans, sans-serif" fill="#1c211f"><text font-size="72" font-weight="600" letter-spacing="-2">${lines(name, nameTop, 82)}</text>`,
    `<text font-size="34" fill="#4c5551">${lines(text, textTop, 48)}</text>`,
    `<text x="88" y="556" font-size="28" fill="#4c5551">${escapeHtml(`${HUB_TYPE_WORDS[item.type].one} ${by}`)}</text><text x="1112" y="556" font-size="30" font-weight="600" text-anchor="end" fill="#1f5547">Sotto Hub</text></g></svg>`,
  ].join('');
}

/** Words in lines of at most so many letters; what does not fit ends with an ellipsis. */
export function wrap(text: string, letters: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    const last = lines.at(-1);
    const piece = word.length > letters ? `${word.slice(0, letters - 1)}…` : word;
    if (last !== undefined && `${last} ${piece}`.length <= letters) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  if (lines.length <= most) return lines;
  const end = lines[most - 1] ?? '';
  return [...lines.slice(0, most - 1), `${end.slice(0, letters - 1).trimEnd()}…`];
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${String(hue % 360)},${String(saturation)}%,${String(lightness)}%)`;
}
