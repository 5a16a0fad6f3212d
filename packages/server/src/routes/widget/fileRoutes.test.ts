import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMediaServer, type MediaServer } from '../../testing/startMediaServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const UPDATED_AT = 1_790_000_000_000;
let test: MediaServer;
beforeAll(async () => {
  const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  test = await startMediaServer({}, [
    { id: 'icon_a', updatedAt: UPDATED_AT, bytes: picture },
    {
      id: 'icon_svg',
      updatedAt: UPDATED_AT,
      bytes: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
      ),
    },
    { id: 'icon_broken', updatedAt: UPDATED_AT, bytes: Buffer.from('no picture') },
  ]);
});
afterAll(() => test.stop());

const thumbnail = (id: string, query = '') => test.call(`/v1/file/${id}/thumbnail/download${query}`);
const cacheOf = async (query: string) => (await thumbnail('icon_a', query)).headers.get('cache-control');

describe('S-11 W-42 the thumbnail call', () => {
  it('answers WebP of at most 256 px to everybody, for pictures and for SVG', async () => {
    for (const [id, width] of [
      ['icon_a', 256],
      ['icon_svg', 256],
    ] as const) {
      const response = await test.call(
        `/v1/file/${id}/thumbnail/download?strategy=auto&cache=true&version=${String(UPDATED_AT)}`,
        { headers: { Origin: 'https://shop.example.com' } },
      );
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('cross-origin-resource-policy'),
      ]).toEqual([200, 'image/webp', 'cross-origin']);
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(width);
    }
    expect((await thumbnail('icon_a', '?strategy=smart')).status).toBe(200);
  });

  it('is kept as long as the query says', async () => {
    expect(await cacheOf(`?cache=true&version=${String(UPDATED_AT)}`)).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('?cache=true')).toBe('public, max-age=3600');
    expect(await cacheOf('')).toBe('public, max-age=3600');
    expect(await cacheOf(`?cache=false&version=${String(UPDATED_AT)}`)).toBe('no-store');
    expect((await thumbnail('icon_a', '?cache=maybe')).status).toBe(400);
  });

  it('T14 cannot be stored under the address of a version to come', async () => {
    expect(await cacheOf(`?cache=true&version=${String(UPDATED_AT + 1)}`)).toBe('no-store');
  });

  it('is 404 for what is unknown or no picture', async () => {
    for (const id of ['icon_none', 'icon_broken', 'x', '..%2f..%2fetc']) expect((await thumbnail(id)).status).toBe(404);
  });
});

describe('W-3 W-42 the launcher of a host page', () => {
  const lookOf = async (widget: string, from: string): Promise<{ buttonIcon: string | null }> => {
    const text = await (await test.call(`/integrations/widget/${widget}/config.mjs`)).text();
    // Only the first line gives the look; what follows it watches the page, and there is none here.
    const [look = ''] = text.split('\n');
    const script = look.replace('import.meta.url', JSON.stringify(from));
    return (
      (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`)) as {
        default: { buttonIcon: string | null };
      }
    ).default;
  };

  it('is told the address of an icon that is a file of ours, from wherever its settings came', async () => {
    const { buttonIcon } = await lookOf(
      'with_icon_a',
      'https://example.com/chat/integrations/widget/with_icon_a/config.mjs',
    );
    expect(buttonIcon).toBe(
      `https://example.com/chat/v1/file/icon_a/thumbnail/download?strategy=auto&cache=true&version=${String(UPDATED_AT)}`,
    );
    const picture = await test.call(buttonIcon?.replace('https://example.com/chat', '') ?? '');
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('keeps the id in the settings as JSON, which do not know where they came from', async () => {
    expect(await (await test.call('/integrations/widget/with_icon_a/config.json')).json()).toMatchObject({
      buttonIcon: 'icon_a',
    });
    expect((await lookOf('open', 'https://example.com/integrations/widget/open/config.mjs')).buttonIcon).toBeNull();
  });
});
