import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress } from './compress';

const PAGE = `<!doctype html>${'<p>Again and again.</p>'.repeat(200)}`;

async function send(
  accepts: string | undefined,
  body: string | null = PAGE,
  headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' },
  method = 'GET',
) {
  const request = new Request('http://localhost/', {
    method,
    headers: accepts === undefined ? {} : { 'Accept-Encoding': accepts },
  });
  const response = await compress(request, new Response(body, { headers: { Vary: 'Cookie', ...headers } }));
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('H-6 answers of the site', () => {
  it('come in the smallest form that a browser takes', async () => {
    const brotli = await send('gzip, deflate, br, zstd');
    expect([
      brotli.headers.get('Content-Encoding'),
      brotliDecompressSync(brotli.bytes).toString(),
      brotli.bytes.byteLength < 200,
    ]).toEqual(['br', PAGE, true]);
    const gzipped = await send('gzip;q=1.0, br;q=0');
    expect([gzipped.headers.get('Content-Encoding'), gunzipSync(gzipped.bytes).toString()]).toEqual(['gzip', PAGE]);
    for (const accepts of [undefined, 'identity', 'brotli', 'x-br', 'br;q=0, gzip;q=0.0'])
      expect([accepts, (await send(accepts)).headers.get('Content-Encoding')]).toEqual([accepts, null]);
  });

  it('tell caches on what they depend, and leave alone what gains nothing', async () => {
    expect((await send('identity')).headers.get('Vary')).toBe('Cookie, Accept-Encoding');
    const picture = await send('br', PAGE, { 'Content-Type': 'image/webp' });
    expect([picture.headers.get('Content-Encoding'), picture.headers.get('Vary')]).toEqual([null, 'Cookie']);
    expect((await send('br', 'short')).bytes.toString()).toBe('short');
    expect((await send('br', PAGE, { 'Content-Type': 'text/css', 'Content-Encoding': 'br' })).bytes.toString()).toBe(
      PAGE,
    );
    expect((await send('br', null)).headers.get('Content-Encoding')).toBeNull();
    expect(
      (await send('br', PAGE, { 'Content-Type': 'text/html' }, 'HEAD')).headers.get('Content-Encoding'),
    ).toBeNull();
  });
});
