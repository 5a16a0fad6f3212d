import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { POINT_PNG } from '../testing/sampleFiles';
import { rasterType } from './fileKind';
import { drawThumbnail } from './thumbnails';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
const sizeOf = async (bytes: Uint8Array | undefined) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
};

describe('S-11 thumbnails', () => {
  it('are WebP of at most 256 px, and never larger than the picture', async () => {
    expect(await sizeOf(await drawThumbnail(await picture(1024, 512).png().toBuffer()))).toEqual({
      width: 256,
      height: 128,
      format: 'webp',
    });
    expect(await sizeOf(await drawThumbnail(await picture(300, 900).jpeg().toBuffer()))).toEqual({
      width: 85,
      height: 256,
      format: 'webp',
    });
    expect(await sizeOf(await drawThumbnail(POINT_PNG))).toEqual({ width: 1, height: 1, format: 'webp' });
  });

  it('lose what a camera wrote about the place', async () => {
    const photo = await picture(400, 400)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    expect((await sharp(await drawThumbnail(photo)).metadata()).exif).toBeUndefined();
  });
});

describe('A117 SVG icons', () => {
  const svg = (inner: string): Uint8Array =>
    new TextEncoder().encode(
      `<?xml version="1.0"?>\n<!-- icon --><svg xmlns="http://www.w3.org/2000/svg" ` +
        `xmlns:xlink="http://www.w3.org/1999/xlink" width="32" height="32">${inner}</svg>`,
    );

  it('are drawn, so no script and no document is handed out', async () => {
    const drawn = await drawThumbnail(
      svg('<script>alert(1)</script><rect width="32" height="32" fill="red" onclick="alert(1)"/>'),
    );
    expect(drawn && rasterType(drawn)).toBe('image/webp');
    expect(await sizeOf(drawn)).toEqual({ width: 256, height: 256, format: 'webp' });
  });

  it('read no file of this machine', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'sotto-svg-')), 'secret.png');
    await writeFile(file, await picture(32, 32).png().toBuffer());
    const pixels = async (inner: string) =>
      (
        await sharp(await drawThumbnail(svg(inner)))
          .raw()
          .toBuffer()
      ).toString('base64');
    const empty = await pixels('');
    expect(
      await pixels(
        `<image xlink:href="data:image/png;base64,${POINT_PNG.toString('base64')}" width="32" height="32"/>`,
      ),
    ).not.toBe(empty);
    for (const address of [`file://${file}`, file])
      expect(await pixels(`<image xlink:href="${address}" href="${address}" width="32" height="32"/>`)).toBe(empty);
  });

  it('and other things that unfold or are no picture at all give none', async () => {
    const bomb = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="100%" height="100%"/></svg>',
    );
    const entities = Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    );
    for (const bytes of [
      bomb,
      entities,
      Buffer.from('<html><svg></svg></html>'),
      Buffer.from('hello'),
      new Uint8Array(),
      POINT_PNG.subarray(0, 30),
    ]) {
      expect(await drawThumbnail(bytes)).toBeUndefined();
    }
  });
});
