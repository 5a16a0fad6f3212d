import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../widget-core/src/testing/manualClock';
import { createContentLibrary } from '../content/contentLibrary';
import { createDocsLibrary } from '../docs/docsLibrary';
import { siteRoutes } from '../routes';
import type { SiteAssets } from './assets';
import { createSite } from './createSite';
import type { CallServer } from '../site/hubClient';

const knowsNothing: CallServer = async () =>
  Response.json({ message: 'Not found', code: 'NOT_FOUND' }, { status: 404 });

/** A site over an API; without one, over one that knows nobody and nothing. */
function setUp(
  basePath = '',
  call = knowsNothing,
  assets?: SiteAssets,
  around: { origin?: string; isOriginConfigured?: boolean } = {},
) {
  const docsDir = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(docsDir, 'guides'));
  writeFileSync(
    join(docsDir, 'index.md'),
    '# Start\n\nSee [install](guides/install.md#in-a-minute) or [the web](https://example.com/).',
  );
  writeFileSync(join(docsDir, 'guides/install.md'), '# Install\n\n## In a minute\n\n```html\n<script></script>\n```\n');
  const clock = createManualClock();
  const site = createSite({ docsDir, basePath, clock, ...(assets && { assets }) });
  const errors: unknown[] = [];
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await site(new Request(`http://localhost${path}`, init), {
      call,
      origin: 'http://localhost',
      isOriginConfigured: true,
      ...around,
      requestId: 'req_1',
      onError: (error) => errors.push(error),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { get, errors, clock, docsDir };
}

describe('A712 a path that begins like the address of another host', () => {
  it.each(['//evil.example/', '///evil.example/', '/\\evil.example/', '//evil.example'])(
    '%s leads nowhere else',
    async (path) => {
      const { status, headers } = await setUp().get(path);
      expect([status, headers.get('location')]).toEqual([
        status === 308 ? 308 : 404,
        status === 308 ? '/evil.example' : null,
      ]);
    },
  );

  it('also behind a prefix', async () => {
    expect((await setUp('/chat').get('/chat//evil.example/')).headers.get('location')).toBe('/chat/evil.example');
  });
});

describe('OW-28 addresses of a workspace', () => {
  const USER = {
    ...{ id: 'user_1', name: 'Ana', displayName: 'Ana', email: 'ana@example.com', displayEmail: 'ana@example.com' },
    ...{ image: null, roles: [], usesAssistant: true },
  };
  const signedIn: CallServer = async ({ url }) =>
    url.includes('/auth/session')
      ? Response.json({ user: USER, workspaces: [] })
      : Response.json({ items: [], cursor: null });
  const headers = { cookie: 'sotto_user=1' };

  it.each([
    ['/datasets/dataset_1?search=tea', '/knowledge/dataset_1?search=tea'],
    ['/skillsets/new', '/abilities/new'],
    ['/account', '/settings'],
    ['/account/webhooks', '/settings/webhooks'],
  ])('%s leads to %s', async (old, named) => {
    for (const prefix of ['', '/chat']) {
      const { status, headers: sent } = await setUp(prefix).get(prefix + old);
      expect([status, sent.get('location')]).toEqual([308, prefix + named]);
    }
  });

  it('have the names of the navigation, and lead nowhere else', async () => {
    const { get } = setUp('/chat', signedIn);
    const { status, text } = await get('/chat/knowledge', { headers });
    expect([status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([200, 'Knowledge']);
    expect(text).toContain('href="/chat/knowledge/new"');
    expect(text).toMatch(/href="\/chat\/abilities"[^>]*>(?:<svg.*?<\/svg>)?Abilities</s);
    expect(text).not.toMatch(/href="\/chat\/(?:datasets|skillsets|account)/);
    expect((await get('/chat/datasetsx')).status).toBe(404);
  });

  it('keep those of the specification on the Hub', async () => {
    const { text } = await setUp().get('/hub/about-ranking');
    for (const path of ['/skillsets/new', '/datasets/new', '/integrations/widget/new'])
      expect(text).toContain(`href="${path}"`);
  });
});

describe('the site around the widget', () => {
  it('L-1 shows a plain page whose only line of ours is the script tag', async () => {
    const { text } = await setUp().get('/demo');
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('src="/integrations/widget/v2.js" data-widget="demo"');
  });

  it('turns links between markdown files into links between pages', async () => {
    const { text } = await setUp().get('/docs');
    expect(text).toContain('href="/docs/guides/install#in-a-minute"');
    expect(text).toContain('href="https://example.com/"');
  });

  it('gives headings anchors and shows code as text', async () => {
    const { text } = await setUp().get('/docs/guides/install');
    expect(text).toContain('<h2 id="in-a-minute">');
    expect(text).toContain('&lt;script&gt;');
  });

  it('works below a path prefix', async () => {
    const { get } = setUp('/chat');
    expect((await get('/chat/docs')).text).toContain('href="/chat/docs/guides/install#in-a-minute"');
    expect((await get('/chat/demo')).text).toContain('src="/chat/integrations/widget/v2.js"');
    expect((await get('/chat/pricing/')).headers.get('location')).toBe('/chat/pricing');
  });

  it('answers an unknown address with the page that says so', async () => {
    const { get } = setUp();
    for (const path of ['/docs/../../etc/passwd', '/nowhere', '/hub/skillsets/nowhere']) {
      const { status, text } = await get(path);
      expect([status, text.includes('There is nothing at this address')]).toEqual([404, true]);
    }
  });

  it('takes forms of its own pages only', async () => {
    const { get } = setUp();
    expect((await get('/docs', { method: 'POST', body: 'a=1', headers: { Origin: 'http://localhost' } })).status).toBe(
      405,
    );
  });

  it('FT-1: a form of any page does nothing when another site sends it, or nobody says which', async () => {
    const written: string[] = [];
    const call: CallServer = async (request) => {
      if (request.method !== 'GET') written.push(`${request.method} ${new URL(request.url).pathname}`);
      return Response.json({
        user: { id: 'user_1', name: 'Ana', email: 'ana@example.com' },
        id: 'thing_1',
        items: [],
        cursor: null,
      });
    };
    const { get, docsDir } = setUp('', call);
    const forms = siteRoutes({
      docs: createDocsLibrary(docsDir, ''),
      content: createContentLibrary(),
      basePath: '',
    }).filter(({ act }) => act);
    expect(forms.length).toBeGreaterThan(10);
    const send = (path: string, origin: Record<string, string>) =>
      get(path, {
        method: 'POST',
        body: new URLSearchParams({ form: 'email', email: 'ana@example.com', name: 'Mine', do: 'like' }),
        headers: { Cookie: 'sotto_user=one', 'Content-Length': '60', ...origin },
      });
    const foreign = [
      ...forms.map(({ path }) => [path.replaceAll(/:\w+/g, 'one'), { Origin: 'https://evil.example' }] as const),
      ...[{}, { Origin: 'null' }, { Origin: 'http://localhost.evil.example' }, { Origin: 'https://localhost' }].map(
        (origin) => ['/signin', origin] as const,
      ),
    ];
    for (const [address, origin] of foreign) {
      const { status, text } = await send(address, origin);
      expect([address, origin, status, text.includes('may only be sent from this site')]).toEqual([
        address,
        origin,
        403,
        true,
      ]);
    }
    expect(written).toEqual([]);
    // The same form of the site itself is obeyed.
    await send('/signin', { Origin: 'http://localhost' });
    expect(written).toEqual(['POST /v1/auth/signin/email']);
  });

  it('FT-6: a file of the build is kept apart by caches for browsers that read brotli and those that do not', async () => {
    const file = {
      bytes: new TextEncoder().encode('plain'),
      brotli: new TextEncoder().encode('small'),
      type: 'font/woff2',
    };
    const { get } = setUp('', knowsNothing, {
      nameOf: () => undefined,
      read: (name) => ({ 'face.woff2': file, 'bare.woff2': { ...file, brotli: undefined } })[name],
    });
    const [brotli, plain, bare] = [
      await get('/site/face.woff2', { headers: { 'Accept-Encoding': 'gzip, br' } }),
      await get('/site/face.woff2'),
      await get('/site/bare.woff2', { headers: { 'Accept-Encoding': 'br' } }),
    ];
    const summary = ({ headers, text }: typeof brotli) => [text, headers.get('content-encoding'), headers.get('vary')];
    expect([summary(brotli), summary(plain), summary(bare)]).toEqual([
      ['small', 'br', 'Accept-Encoding'],
      ['plain', null, 'Accept-Encoding'],
      ['plain', null, null],
    ]);
  });

  describe('H-9 an answer that names the address of the server', () => {
    const lists: CallServer = async () =>
      Response.json({ items: [], total: 0, cursor: null, facets: { tags: [], languages: [], licences: [] } });
    const withAddress = [
      '/changelog/feed.xml',
      '/hub/feed.xml',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/llms.txt',
    ];

    it('is kept for one browser only where the address was read from the request: nobody else is sent to a host that a stranger named', async () => {
      const { get } = setUp('', lists, undefined, { origin: 'http://evil.example', isOriginConfigured: false });
      for (const path of withAddress) {
        const { status, headers, text } = await get(path);
        expect([path, status, text.includes('http://evil.example/'), headers.get('cache-control')]).toEqual([
          path,
          200,
          true,
          'private, max-age=600',
        ]);
      }
      expect((await get('/changelog/bar')).headers.get('cache-control')).toBe('public, max-age=600');
    });

    it('has the configured address, and any cache may keep it', async () => {
      const { get } = setUp('/chat', lists, undefined, { origin: 'https://chat.example.com' });
      for (const path of withAddress) {
        const { headers, text } = await get(path);
        expect([path, text.includes('https://chat.example.com/chat/'), headers.get('cache-control')]).toEqual([
          path,
          true,
          'public, max-age=600',
        ]);
      }
    });
  });

  it('H-14 names the request in every page, so that a script that fails can say which', async () => {
    expect((await setUp().get('/docs')).text).toContain('data-request="req_1"');
  });

  it('allows the widget and nothing inline', async () => {
    const { headers } = await setUp().get('/docs');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const bar = await setUp().get('/changelog/bar');
    expect(bar.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });
});

describe('F602 an API that is down while a page is made', () => {
  const down = {
    'answers 500': async () =>
      Response.json({ message: 'Something broke', code: 'INTERNAL_SERVER_ERROR' }, { status: 500 }),
    throws: async () => {
      throw new TypeError('fetch failed');
    },
    'answers with no JSON': async () => new Response('<html>Bad gateway', { status: 502 }),
  } satisfies Record<string, CallServer>;
  it.each(Object.entries(down))(
    'that %s: a page of status 500 that says so, names the request and is kept by nobody',
    async (_, call) => {
      for (const path of ['/hub', '/hub/skillsets', '/hub/skillsets/order-help', '/hub/search?q=tea']) {
        const { status, headers, text } = await setUp('', call).get(path);
        expect([path, status, headers.get('cache-control')]).toEqual([path, 500, 'no-store']);
        expect(text).toContain('This page could not be loaded');
        expect(text).toContain('req_1');
        expect(text).not.toMatch(/fetch failed|at .*\.ts/);
      }
    },
  );

  it('that does not answer: the page waits ten seconds and no longer, and says 503', async () => {
    const { get, clock } = setUp('', () => new Promise(() => undefined));
    const page = get('/hub/skillsets/order-help');
    await clock.advance(9_999);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    const { status, headers, text } = await page;
    expect([status, headers.get('cache-control'), text.includes('takes too long to answer')]).toEqual([
      503,
      'no-store',
      true,
    ]);
  });

  it('in part: what can be had is shown, the rest says that it is missing, and the page is kept by nobody', async () => {
    const empty = { items: [], total: 0, cursor: null, facets: { tags: [], languages: [], licences: [] } };
    const { get } = setUp('', async ({ url }) =>
      url.includes('/hub/bot/list')
        ? Response.json({ message: 'It broke', code: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
        : Response.json(empty),
    );
    const { status, headers, text } = await get('/hub');
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(text).toContain('The bots could not be loaded.');
    expect(text.match(/could not be loaded/g)).toHaveLength(1);
    expect(text).toContain('None shared yet.');
  });

  it('shows pages that need nothing of it', async () => {
    expect((await setUp('', down['throws']).get('/docs')).status).toBe(200);
  });
});
