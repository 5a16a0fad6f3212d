import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sharp, SharpOptions } from 'sharp';
import { escapeHtml } from '../docs/renderUserMarkdown';

/** Makes pictures: the native module, loaded where it is there. */
export type MakePicture = (options: SharpOptions) => Sharp;

/** How a text is set. */
export interface TextStyle {
  readonly weight: 400 | 600;
  readonly colour: string;
  /** Widest line, in pixels. */
  readonly width: number;
  /** Of all lines together, in pixels; scripts differ in how tall a line is. */
  readonly height: number;
  /** Tried from the largest on, in pixels; the first in which the text fits is taken. */
  readonly sizes: readonly [number, ...number[]];
}

/** A text as a picture of its own size. */
export interface SetText {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The site's typeface as the build leaves it, beside the module or beside the sources. */
const FONT_FOLDERS = ['./fonts/', '../../dist/fonts/'];
const FAMILIES = { 400: 'Instrument Sans', 600: 'Instrument Sans SemiBold' } as const;

/**
 * Sets a text in lines, by its real measures and the rules of its script, in colour where letters have colours. What
 * does not fit in the smallest size is cut at a word and ends with an ellipsis. Letters that the typeface lacks come
 * from the machine's fonts.
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

/** Words; a script without spaces, and a word longer than a line, in letters. */
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
      // One point is one pixel then.
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}
