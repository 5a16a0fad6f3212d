import { CARD_SIZE, type Card } from './card';
import { setText, type MakePicture, type SetText } from './cardText';

/** Margin of a card, in pixels. */
const MARGIN = 76;
/** Side of the emoji tile. */
const TILE = 236;
/** Gap between text and tile. */
const GAP = 64;
const INK = '#1c211f';
const QUIET = '#434b47';
const ACCENT = '#1f5547';
/** Gap between name and description. */
const LEADING = 34;
/** Vertical centre between head and foot. */
const MIDDLE = 304;
/** Maximum height of name and description together. */
const TEXT_HEIGHT = 346;
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN - TILE - GAP;

/** Draws a share card as PNG: name and description beside the item's tile, on its gradient. */
export async function drawCard(make: MakePicture, card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const name = await setText(make, card.name, {
    weight: 600,
    colour: INK,
    width: TEXT_WIDTH,
    height: 214,
    sizes: [92, 76, 62],
  });
  const [description, icon, brand, kind, foot] = await Promise.all([
    setText(make, card.description, {
      weight: 400,
      colour: QUIET,
      width: TEXT_WIDTH,
      height: Math.min(134, TEXT_HEIGHT - LEADING - name.height),
      sizes: [36],
    }),
    setText(make, card.icon, { weight: 400, colour: ACCENT, width: TILE, height: TILE, sizes: [128, 96, 64] }),
    setText(make, 'Sotto Hub', { weight: 600, colour: ACCENT, width: 400, height: 60, sizes: [32] }),
    setText(make, card.kind, { weight: 600, colour: ACCENT, width: 400, height: 48, sizes: [26] }),
    setText(make, card.foot, {
      weight: 400,
      colour: QUIET,
      width: CARD_SIZE.width - 2 * MARGIN,
      height: 44,
      sizes: [27],
    }),
  ]);
  const textTop = MIDDLE - (name.height + LEADING + description.height) / 2;
  const tileTop = MIDDLE - TILE / 2;
  const tileLeft = card.isRightToLeft ? MARGIN : CARD_SIZE.width - MARGIN - TILE;
  const place = ({ input, width }: SetText, top: number, at: 'start' | 'end' = 'start') => ({
    input,
    top: Math.round(top),
    left: (at === 'start') === card.isRightToLeft ? CARD_SIZE.width - MARGIN - width : MARGIN,
  });
  const pillWidth = kind.width + 44;
  const pillLeft = card.isRightToLeft ? MARGIN : CARD_SIZE.width - MARGIN - pillWidth;
  const picture = make({ create: { ...CARD_SIZE, channels: 3, background: card.colours[0] } }).composite([
    { input: Buffer.from(ground(card, { tileLeft, tileTop, pillLeft, pillWidth })), top: 0, left: 0 },
    { ...place(brand, 66), left: card.isRightToLeft ? CARD_SIZE.width - MARGIN - 54 - brand.width : MARGIN + 54 },
    { input: kind.input, top: Math.round(80 - kind.height / 2), left: pillLeft + 22 },
    place(name, textTop),
    place(description, textTop + name.height + LEADING),
    {
      input: icon.input,
      top: Math.round(tileTop + (TILE - icon.height) / 2),
      left: Math.round(tileLeft + (TILE - icon.width) / 2),
    },
    place(foot, 546 - foot.height / 2),
  ]);
  return new Uint8Array(await picture.png({ compressionLevel: 9, effort: 10 }).toBuffer());
}

/** Everything except text: gradient, tile, logo and the label of the kind. */
function ground(
  { colours: [from, to], isRightToLeft }: Card,
  { tileLeft, tileTop, pillLeft, pillWidth }: Record<'tileLeft' | 'tileTop' | 'pillLeft' | 'pillWidth', number>,
): string {
  const { width, height } = CARD_SIZE;
  const mark = isRightToLeft ? width - MARGIN - 42 : MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" ` +
      `stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
    `<rect width="${String(width)}" height="${String(height)}" fill="url(#g)"/>`,
    `<rect x="${String(tileLeft)}" y="${String(tileTop)}" width="${String(TILE)}" height="${String(TILE)}" rx="60" fill="#fff" fill-opacity=".62"/>`,
    `<rect x="${String(pillLeft)}" y="56" width="${String(pillWidth)}" height="48" rx="24" fill="#fff" fill-opacity=".62"/>`,
    `<g transform="translate(${String(mark)} 60) scale(1.35)"><path fill="${ACCENT}" d="M6 4h20a4 4 0 0 ` +
      `1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Z"/><path stroke="#fff" ` +
      `stroke-width="3" stroke-linecap="round" d="M10 14h.01M16 14h.01M22 14h.01"/></g>`,
    `<path stroke="${ACCENT}" stroke-opacity=".16" stroke-width="2" d="M${String(MARGIN)} 503h${String(width - 2 * MARGIN)}"/></svg>`,
  ].join('');
}
