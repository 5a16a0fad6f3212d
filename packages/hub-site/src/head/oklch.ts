/**
 * Converts an OKLCH colour to `#rrggbb`, for formats without `oklch()`. Colours outside sRGB are clipped.
 *
 * @param lightness - 0 to 1
 * @param chroma - 0 is grey, about 0.3 the strongest
 * @param hue - degrees
 */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(toByte).join('')}`;
}

/** Gamma correction of one channel. */
function toByte(linear: number): string {
  const cut = Math.min(1, Math.max(0, linear));
  const stored = cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055;
  return Math.round(stored * 255)
    .toString(16)
    .padStart(2, '0');
}
