import { NAMED_COLORS } from './namedColors';

// Written here because it is part of the chat: 2.3 KB; the same functions of culori 4 are 6.9 KB (brotli).

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * Reads the components of a colour given as hex, `rgb()`, `hsl()`, `oklch()` or a name.
 *
 * @returns `undefined` if the colour depends on its context (`inherit`, `currentColor`) or uses another notation
 */
export function toRgba(color: string): Rgba | undefined {
  const word = color.trim().toLowerCase();
  if (word === 'transparent') return [0, 0, 0, 0];
  const hex = Object.hasOwn(NAMED_COLORS, word) ? NAMED_COLORS[word] : /^#([0-9a-f]+)$/.exec(word)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, form, body = ''] = /^(rgb|hsl|oklch)a?\(([^()]*)\)$/.exec(word) ?? [];
  const parts = body.split(/[\s,/]+/).filter((part) => part !== '');
  if (form === undefined || parts.length < 3) return undefined;
  const [first = '', second = '', third = '', fourth = '1'] = parts;
  const alpha = amount(fourth, 1);
  if (form === 'rgb') return [amount(first, 255), amount(second, 255), amount(third, 255), alpha];
  if (form === 'hsl') return [...fromHsl(angle(first), amount(second, 1, 100), amount(third, 1, 100)), alpha];
  return [...fromOklch(amount(first, 1), amount(second, 0.4), angle(third)), alpha];
}

/**
 * The WCAG 2 contrast ratio of two colours, from 1 (none) to 21 (black on white).
 *
 * @returns `undefined` if one of them cannot be measured because it is transparent or depends on its context
 */
export function contrastRatio(front: string, back: string): number | undefined {
  const surface = toRgba(back);
  const text = toRgba(front);
  if (!surface || !text || surface[3] < 1 || text[3] === 0) return undefined;
  const [lighter, darker] = [luminance(over(text, surface)), luminance(surface)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The more readable text colour for a background: white or nearly black. */
export function readableText(surface: string): '#ffffff' | '#1d2126' {
  return (contrastRatio('#ffffff', surface) ?? 0) >= (contrastRatio('#1d2126', surface) ?? 0) ? '#ffffff' : '#1d2126';
}

/**
 * Mixes a share (0 to 1) of another colour into a colour, as hex; returns the colour unchanged if one of them cannot be
 * measured.
 */
export function mixColors(color: string, other: string, share: number): string {
  const base = toRgba(color);
  const added = toRgba(other);
  if (!base || !added) return color;
  const [red, green, blue] = over([added[0], added[1], added[2], share], base);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function over(front: Rgba, back: Rgba): Rgba {
  const blend = (a: number, b: number): number => a * front[3] + b * (1 - front[3]);
  return [blend(front[0], back[0]), blend(front[1], back[1]), blend(front[2], back[2]), 1];
}

function luminance(color: Rgba): number {
  const [red, green, blue] = [color[0], color[1], color[2]].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function fromHex(hex: string): Rgba | undefined {
  const full = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  if (full.length !== 6 && full.length !== 8) return undefined;
  const part = (index: number): number => Number.parseInt(full.slice(index * 2, index * 2 + 2), 16);
  return [part(0), part(1), part(2), full.length === 8 ? part(3) / 255 : 1];
}

function fromHsl(degrees: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const step = (offset + degrees / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** CSS Color 4, 9.4; colours outside sRGB are clipped, which is precise enough for contrast. */
function fromOklch(lightness: number, chroma: number, degrees: number): [number, number, number] {
  const a = chroma * Math.cos((degrees * Math.PI) / 180);
  const b = chroma * Math.sin((degrees * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((part) => {
    const share = Math.min(1, Math.max(0, part));
    return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
  });
  return [linear[0] ?? 0, linear[1] ?? 0, linear[2] ?? 0];
}

/**
 * Parses a number, or a percentage of `whole`. Plain numbers are divided by `plainWhole`, for notations that count to
 * 100.
 */
function amount(text: string, whole: number, plainWhole = whole): number {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return 0;
  const value = text.endsWith('%') ? (number / 100) * whole : (number / plainWhole) * whole;
  return Math.min(whole, Math.max(0, value));
}

function angle(text: string): number {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return 0;
  const unit = /[a-z]+$/.exec(text)?.[0] ?? 'deg';
  const degrees =
    { deg: number, grad: number * 0.9, rad: (number * 180) / Math.PI, turn: number * 360 }[unit] ?? number;
  return ((degrees % 360) + 360) % 360;
}
