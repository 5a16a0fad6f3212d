import { gzipSync } from 'node:zlib';
import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { jobRunners } from '../../readingWorker/jobRunners';
import type { ReadingPool } from '../../reading/readingPool';
import type { PublicFetch } from '../../unfurl/publicFetch';
import { crawlSite } from './crawlSite';

/** What an address answers. */
interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** Where the fetch ends up. */
  readonly url?: string;
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
    const { status = 200, type = 'text/html', body = '', url: final = url } = site[url] ?? { status: 404 };
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return { url: final, status, type, headers: {}, bytes };
  };
  const pages: string[] = [];
  const failures: [address: string, reason: string][] = [];
  await crawlSite(
    { fetcher, reading, clock: systemClock },
    { address, pagesMax, signal: new AbortController().signal },
    {
      onPage: async (page) => void pages.push(page),
      onFailure: (url, reason) => failures.push([url, reason]),
      onProgress: async () => undefined,
    },
  );
  return { pages, failures, asked };
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
