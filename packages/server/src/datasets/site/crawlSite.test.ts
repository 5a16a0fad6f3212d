import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jobRunners } from '../../readingWorker/jobRunners';
import type { ReadingPool } from '../../reading/readingPool';
import { createHurriedClock } from '../../testing/hurriedClock';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { crawlSite } from './crawlSite';

/** What an address answers. */
interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** Where the fetch ends up. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

const reading = {
  run: async (job: 'sitePage', input: never) => jobRunners[job](input),
  close: async () => undefined,
} as unknown as ReadingPool;

/** Crawls addresses that are known by their whole; others answer 404. */
async function crawl(address: string, site: Readonly<Record<string, Answer>>, pagesMax = 20) {
  const asked: string[] = [];
  const fetcher: PublicFetch = async (url) => {
    asked.push(url);
    const {
      status = 200,
      type = 'text/html',
      body = '',
      url: final = url,
      headers = {},
    } = site[url] ?? { status: 404 };
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return { url: final, status, type, headers, bytes };
  };
  const pages: string[] = [];
  const texts: string[] = [];
  const failures: [address: string, reason: string][] = [];
  await crawlSite(
    { fetcher, reading, clock: createHurriedClock() },
    { address, pagesMax, signal: new AbortController().signal },
    {
      async onPage(page, { markdown }) {
        pages.push(page);
        texts.push(markdown);
      },
      onFailure: (url, reason) => failures.push([url, reason]),
      onProgress: async () => undefined,
    },
  );
  return { pages, texts, failures, asked };
}

const text = (words: string): Answer => ({ body: `<p>${words}</p>` });
const ORIGIN = 'https://shop.example';

describe('KN-4 pages of which nothing is kept are listed', () => {
  it('with the reason', async () => {
    const { pages, failures } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: { body: '<p>Tea</p><a href="/app">a</a><a href="/empty">e</a><a href="/tags">t</a>' },
      [`${ORIGIN}/app`]: { body: '<title>App</title><div id="root"></div><script src="/app.js"></script>' },
      [`${ORIGIN}/empty`]: { body: '<title>Empty</title><img src="/a.png">' },
      [`${ORIGIN}/tags`]: { body: '<meta name="robots" content="noindex"><p>Tags</p>' },
    });
    expect(pages).toEqual([`${ORIGIN}/`]);
    expect(failures).toEqual([
      [`${ORIGIN}/app`, expect.stringMatching(/^This page is drawn by a script, .*add the text as a document$/)],
      [`${ORIGIN}/empty`, 'This page has no text'],
      [`${ORIGIN}/tags`, 'The page asks not to be kept (robots: noindex)'],
    ]);
  });
});

describe('KN-8 what robots.txt answers', () => {
  it('ing-11: a page instead of it, and 403, forbid nothing', async () => {
    for (const robots of [{ body: '<html>404 page with status 200' }, { status: 403 }])
      expect(
        (await crawl(`${ORIGIN}/a`, { [`${ORIGIN}/robots.txt`]: robots, [`${ORIGIN}/a`]: text('Tea') })).pages,
      ).toEqual([`${ORIGIN}/a`]);
  });

  it('ing-11: 503 forbids all, and is the reason', async () => {
    await expect(
      crawl(`${ORIGIN}/a`, { [`${ORIGIN}/robots.txt`]: { status: 503 }, [`${ORIGIN}/a`]: text('Tea') }),
    ).rejects.toThrow('The site answered 503 for its robots.txt, so it may not be crawled');
  });
});

const MAP =
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
  '<url><loc><![CDATA[https://shop.example/tea?a=1&b=2]]></loc></url><url><loc>\n https://shop.example/cups&amp;more \n</loc></url></urlset>';
const INDEX =
  '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
  '<sitemap><loc>https://shop.example/sitemap/salesChannel-1/1.xml.gz</loc></sitemap></sitemapindex>';

describe('KN-3 sitemaps', () => {
  it.each([
    [
      'gzipped',
      {
        type: 'application/gzip',
        body: new Uint8Array(
          Buffer.from(
            'H4sIAAAAAAACA23OTQ6CMBAF4L2nqF2wswOu/GlLiMYT4IqwQGyApKUNU4TjW9GYmLibmbzvZXg6G00easDO9oImLKZE9bW9d30j6DW/bHY0lXwcNCpPQrZHQVvv3QFgmiaGnVem' +
              'csjs0ADWbVgQPkeI2Z4uVnJta8nXxemc5Vnx8hgKsLWOqbkyTivwqkorkUQ3sS1LyWERsOBvw4r8pfXoMArj0dhBkdWPhffr8gmGQFdj6QAAAA==',
            'base64',
          ),
        ),
      },
    ],
    ['unfolded by the fetch', { type: 'application/octet-stream', body: MAP }],
    ['not gzipped in spite of its name', { type: 'application/xml', body: MAP }],
    ['gzipped again', { type: 'application/x-gzip', body: new Uint8Array(gzipSync(MAP)) }],
  ])('ing-05: an index of sitemaps that are %s', async (_name, sitemap) => {
    const { asked, failures } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/robots.txt`]: {
        type: 'text/plain',
        body: 'User-agent: *\nAllow: /\nSitemap: https://shop.example/sitemap.xml\n',
      },
      [`${ORIGIN}/sitemap.xml`]: { type: 'application/xml', body: INDEX },
      [`${ORIGIN}/sitemap/salesChannel-1/1.xml.gz`]: sitemap,
      [`${ORIGIN}/`]: { body: '<a href="/only-link">x</a>' },
    });
    expect(asked).toEqual(expect.arrayContaining([`${ORIGIN}/tea?a=1&b=2`, `${ORIGIN}/cups&more`]));
    expect(failures.filter(([address]) => address.includes('sitemap'))).toEqual([]);
  });

  const CAFE = 'https://www.cafe.example';
  const cafe = {
    'https://cafe.example/': { ...text('Home'), url: `${CAFE}/` },
    'http://www.cafe.example/': { ...text('Home'), url: `${CAFE}/` },
    [`${CAFE}/`]: text('Home'),
    [`${CAFE}/menu`]: text('Menu'),
    [`${CAFE}/opening-hours`]: text('Nine to six'),
    [`${CAFE}/about`]: text('About'),
    [`${CAFE}/team`]: text('Team'),
  };

  it('ing-06: lists of addresses, of the other host and of another one that robots.txt names', async () => {
    const { pages, failures, asked } = await crawl(`${CAFE}/`, {
      ...cafe,
      [`${CAFE}/robots.txt`]: {
        body: 'Sitemap: https://cafe.example/sitemap.txt\nSitemap: https://cdn.example/cafe/map.xml\nSitemap: /missing.xml\n',
      },
      'https://cafe.example/sitemap.txt': {
        type: 'text/plain',
        body: 'http://www.cafe.example/menu\nhttps://cafe.example/opening-hours\nhttps://www.cafe.example/about\n',
      },
      'https://cdn.example/cafe/map.xml': {
        type: 'application/xml',
        body: '<urlset><url><loc>https://www.cafe.example/team</loc></url><url><loc>https://evil.example/x</loc></url></urlset>',
      },
    });
    expect([...pages].sort()).toEqual(['/', '/about', '/menu', '/opening-hours', '/team'].map((path) => CAFE + path));
    expect(failures).toEqual([
      [`${CAFE}/missing.xml`, 'The site answered 404'],
      ['https://evil.example/x', 'The sitemap names this address, which is of another site'],
    ]);
    expect(asked).not.toContain('https://evil.example/x');
  });

  it('a host that only looks like the site, and a sitemap that only an index names elsewhere, are listed', async () => {
    const { pages, failures, asked } = await crawl(`${CAFE}/`, {
      [`${CAFE}/`]: text('Home'),
      'https://cafe.example/': text('Another site'),
      [`${CAFE}/sitemap.xml`]: {
        type: 'text/xml',
        body: '<sitemapindex><sitemap><loc>https://evil.example/map.xml</loc></sitemap><sitemap><loc>/more.txt</loc></sitemap></sitemapindex>',
      },
      [`${CAFE}/more.txt`]: { type: 'text/plain', body: 'https://cafe.example/menu' },
    });
    expect(pages).toEqual([`${CAFE}/`]);
    expect(failures).toEqual([
      ['https://evil.example/map.xml', 'This sitemap is of another site, which robots.txt does not name'],
      ['https://cafe.example/menu', 'The sitemap names this address, which is of another site'],
    ]);
    expect(asked).not.toContain('https://evil.example/map.xml');
  });

  it('links to the other host, and to the address that was given, are pages of the site', async () => {
    const { pages } = await crawl('https://short.example/', {
      ...cafe,
      'https://short.example/': {
        body: '<p>Home</p><a href="http://www.cafe.example/menu">m</a><a href="https://short.example/about">a</a>',
        url: `${CAFE}/`,
      },
    });
    expect(pages).toEqual([`${CAFE}/`, `${CAFE}/menu`, `${CAFE}/about`]);
  });

  it('an index is an address of a site, too, and a damaged file is listed', async () => {
    const { pages, failures } = await crawl(`${ORIGIN}/index.xml`, {
      [`${ORIGIN}/index.xml`]: {
        type: 'text/xml',
        body: '<sitemapindex><sitemap><loc>/a.txt</loc></sitemap><sitemap><loc>/b.gz</loc></sitemap></sitemapindex>',
      },
      [`${ORIGIN}/a.txt`]: { type: 'text/plain', body: `${ORIGIN}/tea` },
      [`${ORIGIN}/b.gz`]: { type: 'application/gzip', body: Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) },
      [`${ORIGIN}/tea`]: text('Tea'),
    });
    expect(pages).toEqual([`${ORIGIN}/tea`]);
    expect(failures).toEqual([[`${ORIGIN}/b.gz`, 'The sitemap could not be read']]);
  });
});

describe('KN-3 sitemaps in other forms', () => {
  const site = (sitemap: Answer) =>
    crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: text('Home'),
      [`${ORIGIN}/sitemap.xml`]: sitemap,
      [`${ORIGIN}/tea`]: text('Tea'),
    });
  const xml = (body: string | Uint8Array): Answer => ({ type: 'application/xml', body });
  const url = `<url><loc>${ORIGIN}/tea</loc></url>`;

  it.each<[string, Answer]>([
    [
      'that is called a page',
      { type: 'text/html', body: `<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><urlset>${url}</urlset>` },
    ],
    [
      'with a mark and prefixes',
      xml(
        `\ufeff<?xml version="1.0"?><sm:urlset xmlns:sm="s"><sm:url><sm:loc>${ORIGIN}/tea</sm:loc></sm:url></sm:urlset>`,
      ),
    ],
    ['in capitals', xml(url.toUpperCase().replace('/TEA', '/tea').replace('HTTPS://SHOP.EXAMPLE', ORIGIN))],
    ['with relative addresses', xml('<urlset><url><loc>/tea</loc></url></urlset>')],
    [
      'in UTF-16',
      xml(
        Uint8Array.from(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><urlset>${url}</urlset>`, 'utf16le')),
      ),
    ],
    [
      'with pictures and other languages',
      xml(
        `<urlset><url><loc>${ORIGIN}/tea</loc><image:image><image:loc>${ORIGIN}/a.jpg</image:loc></image:image>` +
          `<xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de/tea"/></url></urlset>`,
      ),
    ],
    [
      'that is RSS',
      xml(`<rss><channel><link>${ORIGIN}/blog</link><item><link>${ORIGIN}/tea</link></item></channel></rss>`),
    ],
    [
      'that is Atom',
      xml(
        `<feed><link href="${ORIGIN}/x"/><entry><link href="${ORIGIN}/tea"/><link rel="self" href="${ORIGIN}/y"/></entry></feed>`,
      ),
    ],
    ['that is cut', xml(`<urlset>${url}<url><loc>${ORIGIN}`)],
  ])('ing-05: a sitemap %s', async (_name, sitemap) => {
    const { pages } = await site(sitemap);
    expect(pages).toEqual([`${ORIGIN}/`, `${ORIGIN}/tea`]);
  });

  it('ing-05: indexes of indexes that name each other end', async () => {
    const index = (...names: string[]) =>
      xml(`<sitemapindex>${names.map((name) => `<sitemap><loc>${name}</loc></sitemap>`).join('')}</sitemapindex>`);
    const { pages, failures } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: text('Home'),
      [`${ORIGIN}/sitemap.xml`]: index('/i.xml'),
      [`${ORIGIN}/i.xml`]: index('/sitemap.xml', 'm.xml'),
      [`${ORIGIN}/m.xml`]: xml(`<urlset>${url}</urlset>`),
      [`${ORIGIN}/tea`]: text('Tea'),
    });
    expect([pages, failures]).toEqual([[`${ORIGIN}/`, `${ORIGIN}/tea`], []]);
  });
});

describe('KN-9 one page has one place', () => {
  const links = (...paths: string[]): Answer => ({
    body: `<p>Home</p>${paths.map((path) => `<a href="${path}">a</a>`).join(' ')}`,
  });

  it('ing-06: an address with a question mark, a fragment, and what counts visits, is the same', async () => {
    const { asked } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: links('/tea', '/tea?', '/tea#b', '//shop.example/tea', '/tea?_ga=1&PHPSESSID=2', '/x/../tea'),
      [`${ORIGIN}/tea`]: text('Tea'),
    });
    expect(asked.filter((address) => address.includes('tea'))).toEqual([`${ORIGIN}/tea`]);
  });

  it('ing-06: a page is kept under the address that it names, once, and the others are listed', async () => {
    const named: Answer = { body: '<link rel="canonical" href="/tea"><p>Tea</p>' };
    const { pages, failures } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: links('/tea?v=1', '/tea', '/team'),
      [`${ORIGIN}/tea?v=1`]: named,
      [`${ORIGIN}/tea`]: named,
      // As some themes have it on every page.
      [`${ORIGIN}/team`]: { body: '<link rel="canonical" href="/"><p>Team</p>' },
    });
    expect([...pages].sort()).toEqual([`${ORIGIN}/`, `${ORIGIN}/tea`, `${ORIGIN}/team`]);
    expect(failures).toEqual([
      [
        expect.stringContaining('/tea'),
        `This page gives ${ORIGIN}/tea as its canonical address, which has been read already`,
      ],
    ]);
  });

  it('ing-06: hosts with letters of other scripts are one host', async () => {
    const { pages } = await crawl('https://bücher.example/', {
      'https://bücher.example/': {
        ...links('https://bücher.example/tee', '/größe'),
        url: 'https://xn--bcher-kva.example/',
      },
      'https://xn--bcher-kva.example/tee': text('Tee'),
      'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe': text('Größe'),
    });
    expect(pages).toHaveLength(3);
  });
});

describe('KN-4 what of a site is no page', () => {
  it('ing-07: is listed, at most ten of each kind', async () => {
    const files = Array.from({ length: 12 }, (_, index) => `<a href="/${String(index)}.pdf">f</a>`).join('');
    const { pages, failures, asked } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: { body: `<p>Home</p><a href="/get">g</a><a href="/away">a</a><a href="/a.jpg">p</a>${files}` },
      [`${ORIGIN}/get`]: { type: 'application/pdf', body: '%PDF' },
      [`${ORIGIN}/away`]: { ...text('Other'), url: 'https://other.example/' },
    });
    expect([pages, asked.some((address) => address.endsWith('.pdf'))]).toEqual([[`${ORIGIN}/`], false]);
    expect(failures.filter(([address]) => address.endsWith('.pdf'))).toHaveLength(10);
    expect(failures).toContainEqual([`${ORIGIN}/0.pdf`, 'Files on a site are not read. Add it as a document']);
    expect(failures).toContainEqual([
      `${ORIGIN}/get`,
      expect.stringMatching(/^This is a file, not a page \(application\/pdf\)/),
    ]);
    expect(failures).toContainEqual([`${ORIGIN}/away`, 'This address leads to another site: https://other.example/']);
  });

  it('ing-12: a page without a type, and one of XHTML, is a page', async () => {
    const { pages } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: { type: '', body: '<!doctype html><p>Home</p><a href="/x">x</a>' },
      [`${ORIGIN}/x`]: {
        type: 'application/xml',
        body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>Tea</p></html>',
      },
    });
    expect(pages).toEqual([`${ORIGIN}/`, `${ORIGIN}/x`]);
  });

  it('ing-07: what all pages share is read with the first one alone', async () => {
    const page = (words: string): Answer => ({
      body: `<header><a href="/tea">Tea</a></header><main><p>${words}</p></main><footer>1 Quay, 555 0100</footer>`,
    });
    const { texts } = await crawl(`${ORIGIN}/`, { [`${ORIGIN}/`]: page('Home'), [`${ORIGIN}/tea`]: page('Tea') });
    expect(texts).toEqual(['Home\n\nTea\n\n1 Quay, 555 0100', 'Tea']);
  });

  it('what all pages share is a section of its own, without the name alone and the copyright line', async () => {
    const body =
      '<title>Home | Quay Teas</title><header>Quay Teas</header><main><h1>Tea</h1><p>Since 1974.</p></main>' +
      '<footer><p>1 Quay, 555 0100</p><p>© 2026 Quay Teas</p></footer>';
    const { texts } = await crawl(`${ORIGIN}/`, { [`${ORIGIN}/`]: { body } });
    expect(texts).toEqual(['# Tea\n\nSince 1974.\n\n## Home | Quay Teas\n\n1 Quay, 555 0100']);
  });
});

describe('KN-8 what a header asks of crawlers', () => {
  it.each<[string | string[], boolean]>([
    ['noindex', false],
    ['none', false],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex', false],
    ['sottobot: noindex', false],
    [['googlebot: noindex', 'nofollow'], true],
    ['googlebot: noindex, nofollow', true],
    ['max-image-preview:none', true],
  ])('ing-11: %s', async (value, isKept) => {
    const { pages, failures } = await crawl(`${ORIGIN}/`, {
      [`${ORIGIN}/`]: { ...text('Home'), headers: { 'x-robots-tag': value } },
    });
    expect([pages.length, failures.length]).toEqual(isKept ? [1, 0] : [0, 1]);
  });
});
