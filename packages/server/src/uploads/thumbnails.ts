import { rasterType } from './fileKind';

/** Longest side of a thumbnail, in pixels. Contract 1.6. */
export const THUMBNAIL_PX = 256;
/** Pictures with more pixels than this are refused unread: a small file can unfold to gigabytes. */
const PIXELS_MAX = 50_000_000;
/** How long drawing one may take, in seconds. */
const DRAWING_SECONDS = 5;

/**
 * A picture as WebP, at most 256 px wide and high, without its metadata; a smaller one keeps its size. Undefined when
 * it is no picture.
 *
 * SVG is drawn here and never handed out as it is: opened on its own it is a document that can run scripts. The drawing
 * library runs none, and given bytes instead of a file it loads nothing from outside either.
 */
export async function drawThumbnail(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (rasterType(bytes) === undefined && !isSvg(bytes)) return undefined;
  // Loaded with the first thumbnail: servers without icons never load it.
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
