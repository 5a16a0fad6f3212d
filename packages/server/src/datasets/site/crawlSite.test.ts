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
