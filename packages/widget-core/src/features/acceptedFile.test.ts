import { afterEach, describe, expect, it, vi } from 'vitest';
import { mayBecomeAccepted, toAcceptedFile } from './acceptedFile';

const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));
const HEIC = bytes('000000186674797068656963');
const HEIF = bytes('0000001c66747970686569780000');
const JPEG = bytes('ffd8ffe000104a464946');
const PNG = bytes('89504e470d0a1a0a');
const WEBP = bytes('524946460000000057454250');
const GIF = bytes('474946383961');

/** A browser that can draw, or not, and whether what it draws is opaque. */
function drawWith({ canDraw = true, alpha = 255 } = {}): void {
  const canvas = {
    getContext: () => ({ drawImage: vi.fn(), getImageData: () => ({ data: [0, 0, 0, alpha] }) }),
    toBlob: (take: (blob: Blob) => void, type: string) => {
      take(new Blob(['drawn'], { type }));
    },
  };
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      ownerDocument = { createElement: () => canvas };
      naturalWidth = 8_192;
      naturalHeight = 10;
      decode = () => (canDraw ? Promise.resolve() : Promise.reject(new Error('EncodingError')));
    },
  );
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const outcome = async (file: File): Promise<string | undefined> => {
  const accepted = await toAcceptedFile(file);
  return accepted && `${accepted.name} ${accepted.type}`;
};

describe('VI-41 inp-06 inp-07 files as phones and desktops name them', () => {
  it.each([
    [new File([HEIC], 'IMG_0001.HEIC'), 'IMG_0001.jpg image/jpeg'],
    [new File([HEIC], 'IMG_0002.heic', { type: 'application/octet-stream' }), 'IMG_0002.jpg image/jpeg'],
    [new File([HEIF], '20260101_101010.heif', { type: 'image/heif' }), '20260101_101010.jpg image/jpeg'],
    [new File([WEBP], 'photo.webp', { type: 'image/webp' }), 'photo.jpg image/jpeg'],
    [new File([GIF], 'cat.gif', { type: 'image/gif' }), 'cat.jpg image/jpeg'],
    [new File([HEIC], 'photo'), 'photo.jpg image/jpeg'],
    [new File([JPEG], 'photo'), 'photo.jpg image/jpeg'],
    [new File([JPEG], 'really-a-jpeg.heic'), 'really-a-jpeg.jpg image/jpeg'],
    [new File(['plain'], 'README'), 'README.txt text/plain'],
    [new File(['{"a":1}\n{"a":2}\n'], 'data.jsonl', { type: 'application/octet-stream' }), 'data.jsonl.txt text/plain'],
    [new File([WEBP], 'saved-from-a-page.jpg', { type: 'image/jpeg' }), 'saved-from-a-page.jpg image/jpeg'],
    [new File([HEIC], 'IMG_0003.HEIC.JPG'), 'IMG_0003.HEIC.jpg image/jpeg'],
    [new File([PNG], 'screenshot.jpg', { type: 'image/jpeg' }), 'screenshot.png image/png'],
    [new File([JPEG], 'نص.PNG'), 'نص.jpg image/jpeg'],
    [new File([JPEG], 'image.jfif', { type: 'image/jpeg' }), 'image.jpg image/jpeg'],
    [new File(['a,b\n'], 'Makefile'), 'Makefile.txt text/plain'],
    [new File(['# Hi\n'], 'notes.markdown', { type: 'text/markdown' }), 'notes.markdown.txt text/plain'],
    [new File(['a\tb\n'], 'x.tsv', { type: 'text/tab-separated-values' }), 'x.tsv.txt text/plain'],
    [new File([bytes('7f454c4602010100')], 'program'), undefined],
  ])('%#', async (file, expected) => {
    drawWith();
    expect(mayBecomeAccepted(file)).toBe(true);
    expect(await outcome(file)).toBe(expected);
  });

  it('what is transparent becomes PNG', async () => {
    drawWith({ alpha: 0 });
    expect(await outcome(new File([WEBP], 'logo.webp'))).toBe('logo.png image/png');
  });

  it('a picture that the browser cannot draw is refused', async () => {
    drawWith({ canDraw: false });
    expect(await outcome(new File([HEIC], 'IMG_0001.HEIC'))).toBeUndefined();
  });

  it.each([
    ['NOTES.MD', ''],
    ['prices.final.v2.CSV', 'text/comma-separated-values'],
    ['export', 'text/csv'],
    ['😀 %00 #.json', ''],
    ['prices.csv', 'application/vnd.ms-excel'],
    ['空 白 #1%.txt', 'text/plain'],
  ])('%s stays as it is', async (name, type) => {
    const file = new File(['x'], name, { type });
    expect(mayBecomeAccepted(file)).toBe(false);
    expect(await toAcceptedFile(file)).toBe(file);
  });

  it.each([
    [JPEG, 'photo.jpg'],
    [JPEG, 'IMG_1.JPEG'],
    [PNG, 'a.png'],
    [bytes('00'), 'broken.png'],
  ])('%#: a picture whose bytes are what its name promises, or unknown, stays as it is', async (head, name) => {
    const file = new File([head], name);
    expect(await toAcceptedFile(file)).toBe(file);
  });

  it.each([
    'rechnung.pdf.exe',
    '請求書.PDF.exe',
    '\u202Efdp.exe',
    'server.log.1',
    'archive.tar.gz',
    'a.zip',
    'page.svg',
  ])('%s becomes nothing else', async (name) => {
    const file = new File(['x'], name, { type: 'application/pdf' });
    expect(mayBecomeAccepted(file)).toBe(false);
    expect(await toAcceptedFile(file)).toBeUndefined();
  });
});
