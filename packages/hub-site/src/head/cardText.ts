import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sharp, SharpOptions } from 'sharp';
import { escapeHtml } from '../docs/renderUserMarkdown';

/** The native image module, if installed. */
export type MakePicture = (options: SharpOptions) => Sharp;

/** Layout of a text. */
export interface TextStyle {
  readonly weight: 400 | 600;
  readonly colour: string;
  /** Maximum line width, in pixels. */
  readonly width: number;
  /** Maximum height of all lines, in pixels; line heights differ between scripts. */
  readonly height: number;
  /** Font sizes in pixels, largest first; the first that fits is used. */
  readonly sizes: readonly [number, ...number[]];
}

/** A rendered text with its size. */
export interface SetText {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The site's font, beside the built module or beside the sources. */
const FONT_FOLDERS = ['./fonts/', '../../dist/fonts/'];
const FAMILIES = { 400: 'Instrument Sans', 600: 'Instrument Sans SemiBold' } as const;

/**
 * Renders text in lines according to its script, with coloured emoji. Text that does not fit in the smallest size is
 * cut at a word and ends with an ellipsis. Glyphs missing in the font come from system fonts.
 */
export async function setText(make: MakePicture, text: string, style: TextStyle): Promise<SetText> {
  const clean = text.replaceAll(/[\t\n\r ]+/g, ' ').trim();
  for (const size of style.sizes) {
    const drawn = await draw(make, clean, style, size);
    if (fits(drawn, style)) return drawn;
  }
  const size = style.sizes.at(-1) ?? style.sizes[0];
  const pieces = piecesOf(clean);
  let [fitting, tooMany] = [1, pieces.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(await draw(make, cut(pieces, middle), style, size), style)) fitting = middle;
    else tooMany = middle;
  }
  return draw(make, cut(pieces, fitting), style, size);
}

function fits(drawn: SetText, style: TextStyle): boolean {
  return drawn.height <= style.height && drawn.width <= style.width;
}

/** Splits into words; scripts without spaces, and words longer than a line, into letters. */
function piecesOf(text: string): string[] {
  return text.split(/(?<=\s)/).flatMap((word) => (word.length > 24 ? [...word] : [word]));
}

function cut(pieces: readonly string[], count: number): string {
  return `${pieces
    .slice(0, count)
    .join('')
    .trimEnd()
    .replace(/[\p{P}]+$/u, '')}…`;
}

async function draw(
  make: MakePicture,
  text: string,
  { weight, colour, width }: TextStyle,
  size: number,
): Promise<SetText> {
  const file = `instrument-sans-${String(weight)}.ttf`;
  const fontfile = FONT_FOLDERS.map((folder) => fileURLToPath(new URL(folder + file, import.meta.url))).find((path) =>
    existsSync(path),
  );
  const { data, info } = await make({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font: `${FAMILIES[weight]},sans ${weight === 600 ? 'Semi-Bold ' : ''}${String(size)}`,
      ...(fontfile !== undefined && { fontfile }),
      width,
      wrap: 'word-char',
      rgba: true,
      // At this resolution one point is one pixel.
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}
