import type { Drawing } from './diagramMessages';

/** Pixels of the picture per CSS pixel, so that it stays sharp where it is pasted. */
const SCALE = 2;
/** The largest side of a copied picture, in pixels: beyond it browsers give no canvas. */
const MAX_SIDE_PX = 8_000;

/** The address of a diagram as a picture. As a picture it runs nothing and loads nothing. */
export function drawingAddress({ svg }: Drawing): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * Puts a diagram on the clipboard: as a picture, or as the text of its SVG where pictures cannot be copied [W-18].
 *
 * @param ground - colour behind it; a transparent picture is unreadable on half of all pages
 * @throws when neither works
 */
export async function copyDiagram(drawing: Drawing, ground: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (!clipboard) throw new Error('The clipboard is not available');
  if (typeof ClipboardItem !== 'undefined') {
    const png = toPng(drawing, ground);
    // The promise may have no handler left when the clipboard has refused already.
    png.catch(() => undefined);
    try {
      // The promise goes in as it is: some browsers forget the click while they wait for it.
      await clipboard.write([new ClipboardItem({ 'image/png': png })]);
      return;
    } catch {
      // No picture then.
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
