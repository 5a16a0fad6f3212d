import type { Drawing } from './diagramMessages';

/** Pixels per CSS pixel, so that a pasted picture is sharp. */
const SCALE = 2;
/** Maximum side of a copied picture, in pixels; browsers limit canvases. */
const MAX_SIDE_PX = 8_000;

/** Data URL of a diagram as a picture, which runs and loads nothing. */
export function drawingAddress({ svg }: Drawing): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * Copies a diagram as a picture, or as SVG text if pictures cannot be copied [W-18].
 *
 * @param ground - background colour; a transparent picture is unreadable on many pages
 * @throws if neither works
 */
export async function copyDiagram(drawing: Drawing, ground: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (!clipboard) throw new Error('The clipboard is not available');
  if (typeof ClipboardItem !== 'undefined') {
    const png = toPng(drawing, ground);
    // If the clipboard has refused already, nothing else handles this promise.
    png.catch(() => undefined);
    try {
      // Pass the promise itself: some browsers lose the user activation while waiting.
      await clipboard.write([new ClipboardItem({ 'image/png': png })]);
      return;
    } catch {
      // Fall back to text.
    }
  }
  await clipboard.writeText(drawing.svg);
}

async function toPng(drawing: Drawing, ground: string): Promise<Blob> {
  const image = new Image();
  image.src = drawingAddress(drawing);
  await image.decode();
  const scale = Math.min(SCALE, MAX_SIDE_PX / drawing.width, MAX_SIDE_PX / drawing.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(drawing.width * scale);
  canvas.height = Math.ceil(drawing.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be made'));
    }, 'image/png');
  });
}
