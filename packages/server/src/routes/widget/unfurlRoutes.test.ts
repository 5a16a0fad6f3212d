import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { startPublicWeb, type PublicWeb } from '../../testing/publicWeb';
import { POINT_PNG } from '../../testing/sampleFiles';
import { SSRF_TARGETS } from '../../testing/ssrfTargets';
import { startMediaServer, type MediaServer } from '../../testing/startMediaServer';
import type { TestSession } from '../../testing/startTestServer';
import { createPublicFetch } from '../../unfurl/publicFetch';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
let web: PublicWeb;
let test: MediaServer;
let session: TestSession;
const asked: string[] = [];
let count = 0;
beforeAll(async () => {
  web = await startPublicWeb({
    'inner.test': [['10.0.0.7']],
    localhost: [['127.0.0.1']],
    'localtest.me': [['127.0.0.1']],
  });
  test = await startMediaServer({
    clock,
    publicFetch: createPublicFetch({ clock, resolve: web.resolve, dial: web.dial }),
  });
});
beforeEach(async () => {
  session = await test.openSession('open');
  asked.length = 0;
  serve('<title>A page</title>');
});
afterAll(async () => {
  await test.stop();
  await web.close();
});

function serve(body: string | Uint8Array, type = 'text/html; charset=utf-8', status = 200): void {
  web.serve((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
}
const unfurl = (url: unknown, target = session) =>
  test.call(`/v1/conversation/${target.conversationId}/unfurl`, { body: { url }, token: target.token });
const micro = async (url: string) =>
  ((await (await unfurl(url)).json()) as { micro: Record<string, string> | null }).micro;
/** An address nobody has asked for yet. */
const fresh = (): string => `http://ok.test/${String((count += 1))}`;

describe('W-23 a link preview', () => {
  it('has what the page says, with pictures through the server', async () => {
    const url = fresh();
    serve(
      '<title>T</title><meta name=description content=D><meta property=og:image content=/i.png><link ' +
        'rel=icon href=/l.png><meta property=og:site_name content=S>',
    );
    const preview = await micro(`${url}#part`);
    const picture = expect.stringMatching(/^\/v1\/unfurl\/image\/[A-Za-z0-9_-]{32}$/);
    expect(preview).toEqual({
      url: `${url}#part`,
      title: 'T',
      description: 'D',
      publisher: 'S',
      image: picture,
      logo: picture,
    });
    serve(POINT_PNG, 'text/html');
    const image = await test.call(preview?.['image'] ?? '');
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Buffer.from(await image.arrayBuffer()).equals(POINT_PNG)).toBe(true);
  });

  it('is kept for 24 hours, and asked for once by many at a time', async () => {
    const url = fresh();
    const all = await Promise.all([micro(url), micro(url), micro(`${url}#a`)]);
    expect(all.map((each) => each?.['title'])).toEqual(['A page', 'A page', 'A page']);
    clock.advance(3_500_000);
    expect((await unfurl(url)).status).toBe(200);
    expect(asked).toHaveLength(1);
    clock.advance(86_400_000);
    session = await test.openSession('open');
    await micro(url);
    expect(asked).toHaveLength(2);
  });

  it('of a picture is the picture', async () => {
    const url = fresh();
    serve(POINT_PNG, 'image/png');
    const preview = await micro(url);
    expect(preview).toMatchObject({ url, publisher: 'ok.test' });
    expect((await test.call(preview?.['image'] ?? '')).headers.get('content-type')).toBe('image/png');
  });

  it('is nothing for pages that say nothing, fail, or are none', async () => {
    for (const [body, type, status] of [
      ['', 'text/html', 200],
      ['<title>Not here</title>', 'text/html', 404],
      ['%PDF-1.7', 'application/pdf', 200],
      ['{"title":"x"}', 'application/json', 200],
    ] as const) {
      serve(body, type, status);
      expect(await micro(fresh())).toBeNull();
    }
  });

  it('of a failed page is tried again after ten minutes', async () => {
    const url = fresh();
    serve('', 'text/html', 500);
    expect(await micro(url)).toBeNull();
    serve('<title>Back</title>');
    expect(await micro(url)).toBeNull();
    clock.advance(600_000);
    expect(await micro(url)).toMatchObject({ title: 'Back' });
  });

  it('is refused where the owner wants none, and for what is no web address', async () => {
    expect((await unfurl(fresh(), await test.openSession('closed'))).status).toBe(403);
    for (const url of [
      'ftp://ok.test/',
      'javascript:alert(1)',
      'ok.test',
      '',
      7,
      `http://ok.test/${'x'.repeat(2_050)}`,
    ])
      expect((await unfurl(url)).status).toBe(400);
    const other = await test.openSession('open');
    expect(
      (
        await test.call(`/v1/conversation/${other.conversationId}/unfurl`, {
          body: { url: fresh() },
          token: session.token,
        })
      ).status,
    ).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('A801 previews of inner addresses', () => {
  it.each(
    SSRF_TARGETS.filter(
      ({ fixture, url }) =>
        fixture === undefined &&
        !url.includes('ok.test') &&
        !url.includes('nip.io') &&
        !url.includes('metadata.google'),
    ),
  )('$id $url gives nothing and reaches nothing', async ({ url }) => {
    const response = await unfurl(url);
    if (response.status === 200) expect(await response.json()).toEqual({ micro: null });
    else expect(response.status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('ssrf-067 a meta refresh is not followed, and an inner picture is not fetched', async () => {
    serve(
      '<title>x</title><meta http-equiv=refresh content="0;url=http://127.0.0.1/"><meta property=og:image content=http://inner.test/i.png>',
    );
    const preview = await micro(fresh());
    expect(asked).toHaveLength(1);
    expect((await test.call(preview?.['image'] ?? '')).status).toBe(404);
    expect(asked).toHaveLength(1);
  });
});

describe('A804 the picture proxy', () => {
  const imageOf = async (): Promise<string> => {
    serve(`<title>x</title><meta property=og:image content=/${String((count += 1))}.png>`);
    return (await micro(fresh()))?.['image'] ?? '';
  };

  it.each([
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'image/svg+xml',
      200,
    ],
    ['HTML', Buffer.from('<script>alert(1)</script>'), 'image/png', 200],
    ['a picture above 2 MiB', Buffer.concat([POINT_PNG, Buffer.alloc(2_097_152)]), 'image/png', 200],
    ['an error', POINT_PNG, 'image/png', 500],
  ])('does not pass on %s', async (_, body, type, status) => {
    const image = await imageOf();
    serve(body, type, status);
    expect((await test.call(image)).status).toBe(404);
  });

  it('asks once for many visitors, again after a day, and leaves a failing site alone for ten minutes', async () => {
    const image = await imageOf();
    asked.length = 0;
    serve('', 'image/png', 500);
    await test.call(image);
    serve(POINT_PNG, 'image/png');
    expect((await test.call(image)).status).toBe(404);
    clock.advance(600_000);
    await Promise.all([test.call(image), test.call(image)]);
    expect((await test.call(image)).status).toBe(200);
    expect(asked).toHaveLength(2);
    clock.advance(86_400_001);
    await test.call(image);
    expect(asked).toHaveLength(3);
  });

  it('fetches nothing that it did not offer itself', async () => {
    for (const hash of ['x', 'A'.repeat(32), encodeURIComponent('http://ok.test/i.png'), '../../etc'])
      expect((await test.call(`/v1/unfurl/image/${hash}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
