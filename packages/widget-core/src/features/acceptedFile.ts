import { attachmentEnding, endingOf } from '../api/fileTypes';

/** Picture formats that browsers can draw but the server rejects: they are sent as JPEG or PNG. */
const PICTURES = new Set(['webp', 'gif', 'avif', 'bmp', 'heic', 'heif', 'jfif']);
/**
 * Picture formats that the server accepts if the bytes match the extension; files saved from web pages often do not
 * match.
 */
const ACCEPTED_PICTURES = new Set(['png', 'jpg', 'jpeg']);
/** Text formats that are sent with an accepted extension; '' is a name without an extension, such as README. */
const TEXTS = new Set(['', 'jsonl', 'ndjson', 'log', 'tsv', 'markdown']);
/**
 * Longest side of a converted picture, in pixels: a canvas in Safari is limited to 16.7 million pixels (4096 × 4096).
 */
const LONGEST_SIDE = 4_096;
/** Number of bytes that are checked to distinguish text from binary data. */
const HEAD_BYTES = 4_096;

/** Whether the file extension is that of a picture which the browser may be able to draw. */
export function isPicture({ name }: Pick<File, 'name'>): boolean {
  return PICTURES.has(endingOf(name)) || ACCEPTED_PICTURES.has(endingOf(name));
}

/** Whether `toAcceptedFile` may convert the file: its extension is not accepted, or its bytes may not match it. */
export function mayBecomeAccepted(file: Pick<File, 'name' | 'type'>): boolean {
  return isPicture(file) || (!attachmentEnding(file) && TEXTS.has(endingOf(file.name)));
}

/**
 * Converts a file to a format that may be uploaded. Other picture formats become JPEG, or PNG if something is
 * transparent; of an animation only the first frame remains. Text is sent as text. Accepted files stay the same.
 *
 * @returns undefined if the browser cannot read the picture, or the file is not text
 */
export async function toAcceptedFile(file: File): Promise<File | undefined> {
  const ending = attachmentEnding(file);
  if (ending && !ACCEPTED_PICTURES.has(ending)) return file;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const signed = signatureOf(head);
  if (ending && signed === (ending === 'png' ? 'png' : 'jpg')) return file;
  if (signed === 'jpg' || signed === 'png') return renamed(file, signed, `image/${signed === 'jpg' ? 'jpeg' : 'png'}`);
  if (signed === 'picture' || (!ending && isPicture(file))) return drawAgain(file).catch(() => undefined);
  if (ending) return file;
  if (TEXTS.has(endingOf(file.name)) && isText(head))
    return new File([file], `${file.name}.txt`, { type: 'text/plain' });
  return undefined;
}

/**
 * Detects the format from the first bytes, because phones provide pictures without a type and some without an
 * extension.
 */
function signatureOf(head: Uint8Array): 'jpg' | 'png' | 'picture' | undefined {
  const text = String.fromCharCode(...head.slice(0, 16));
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpg';
  if (text.startsWith('\u0089PNG')) return 'png';
  return /^GIF8|^RIFF[^]{4}WEBP|^[^]{4}ftyp(?:hei|hev|mif1|msf1|avif)/.test(text) ? 'picture' : undefined;
}

function isText(head: Uint8Array): boolean {
  // The last character may be incomplete.
  return !/[\0-\b\x0E-\x1A\x1C-\x1F\uFFFD]/.test(new TextDecoder().decode(head).slice(0, -1));
}

function renamed(file: Blob & { readonly name: string }, ending: string, type: string, content: Blob = file): File {
  const known = endingOf(file.name);
  const stem = isPicture(file) ? file.name.slice(0, -known.length - 1) : file.name;
  return new File([content], `${stem}.${ending}`, { type });
}

async function drawAgain(file: File): Promise<File> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = image.ownerDocument.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let isOpaque = true;
    // Four bytes per pixel, the last one is its opacity. A plain loop, because there may be twelve million pixels.
    for (let index = 3; index < data.length && isOpaque; index += 4) isOpaque = data[index] === 255;
    const type = isOpaque ? 'image/jpeg' : 'image/png';
    const content = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, 0.92);
    });
    if (content?.type !== type) throw new Error('Not drawn');
    return renamed(file, isOpaque ? 'jpg' : 'png', type, content);
  } finally {
    URL.revokeObjectURL(address);
  }
}
