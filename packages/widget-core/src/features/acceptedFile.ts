import { attachmentEnding, endingOf } from '../api/fileTypes';

/** Pictures that browsers can draw and the server does not take: they are sent as JPEG or PNG. */
const PICTURES = new Set(['webp', 'gif', 'avif', 'bmp', 'heic', 'heif', 'jfif']);
/** Pictures that the server takes if their bytes match the ending; those saved from a page often do not. */
const ACCEPTED_PICTURES = new Set(['png', 'jpg', 'jpeg']);
/** Text that is sent under an ending which is accepted; '' is a name without an ending, such as README. */
const TEXTS = new Set(['', 'jsonl', 'ndjson', 'log', 'tsv', 'markdown']);
/** The longest side of a converted picture, in pixels: a canvas of Safari has at most 16.7 million (4096 × 4096). */
const LONGEST_SIDE = 4_096;
/** How much of a file is looked at to distinguish text from bytes. */
const HEAD_BYTES = 4_096;

/** Whether the ending is that of a picture which the browser may be able to draw. */
export function isPicture({ name }: Pick<File, 'name'>): boolean {
  return PICTURES.has(endingOf(name)) || ACCEPTED_PICTURES.has(endingOf(name));
}

/** Whether `toAcceptedFile` may make another file of it: its ending is not accepted, or its bytes may be others. */
export function mayBecomeAccepted(file: Pick<File, 'name' | 'type'>): boolean {
  return isPicture(file) || (!attachmentEnding(file) && TEXTS.has(endingOf(file.name)));
}

/**
 * The file as it may be uploaded. Pictures of other formats become JPEG, or PNG where something is transparent; of an
 * animation the first picture is left. Text is sent as text. A file that is accepted as it is stays the same.
 *
 * @returns undefined when the browser cannot read the picture, or the text is none
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

/** What the first bytes are: phones give pictures without a type, and some without an ending. */
function signatureOf(head: Uint8Array): 'jpg' | 'png' | 'picture' | undefined {
  const text = String.fromCharCode(...head.slice(0, 16));
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpg';
  if (text.startsWith('\u0089PNG')) return 'png';
  return /^GIF8|^RIFF[^]{4}WEBP|^[^]{4}ftyp(?:hei|hev|mif1|msf1|avif)/.test(text) ? 'picture' : undefined;
}

function isText(head: Uint8Array): boolean {
  // The last character may be cut.
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
    // Four bytes a pixel, the last for its opacity. Twelve million pixels: no function is called for each.
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
