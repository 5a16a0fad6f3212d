import { rasterType } from './fileKind';

/** Maximum side of a thumbnail, in pixels. Contract 1.6. */
export const THUMBNAIL_PX = 256;
/** Pictures with more pixels are refused before decoding: a small file can expand to gigabytes. */
const PIXELS_MAX = 50_000_000;
/** Time limit, in seconds. */
const DRAWING_SECONDS = 5;

/**
 * Converts a picture to WebP without metadata, at most 256 px wide and high; smaller ones keep their size. Undefined
 * for other files.
 *
 * SVG is rasterized and never served: opened directly, it could run scripts. The image library runs none, and loads
 * no external resources when it gets bytes instead of a file.
 */
export async function drawThumbnail(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (rasterType(bytes) === undefined && !isSvg(bytes)) return undefined;
  // Loaded with the first thumbnail, which most servers never need.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .rotate()
      .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: !isSvg(bytes) })
      .timeout({ seconds: DRAWING_SECONDS })
      .webp({ quality: 85 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/i.test(head);
}
