import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../accountRoutes';
import { createContentLibrary } from '../content/contentLibrary';
import { startSiteTest, type SiteTest } from '../testing/visit';
import { homeRoute } from './HomePage';

const content = createContentLibrary();
let test: SiteTest;
beforeAll(async () => {
  test = await startSiteTest([homeRoute(content), ...accountRoutes]);
});
afterAll(() => test.server.server.close(0));

describe('the start page', () => {
  it('asks for the address of a site first', async () => {
    const { html } = await test.anybody().get('/');
    const first = /<(?:button|a class="button)[^>]*>.*?<\/(?:button|a)>/.exec(html)?.[0];
    expect(first).toBe('<button class="button" type="submit">Start with your site</button>');
    expect(html).toMatch(/<form [^>]*action="\/start" method="post">.*?name="url".*?Start with your site/s);
  });

  it('refuses what cannot be an address before somebody has signed in', async () => {
    const [, pattern = ''] = / pattern="([^"]*)"/.exec((await test.anybody().get('/')).html) ?? [];
    const isTaken = (text: string): boolean => new RegExp(`^(?:${pattern})$`, 'v').test(text);
    const texts = ['example.com', ' https://example.com/a?b=c ', 'localhost:8080', 'münchen.example', 'http://[::1]/'];
    expect(texts.filter((text) => !isTaken(text))).toEqual([]);
    expect(['Radwerk Lindenau', 'radwerk', 'info@radwerk.example', ''].filter(isTaken)).toEqual([]);
  });

  it('keeps the address of somebody who has to sign in first', async () => {
    const { location } = await test.anybody().send('/start', { form: 'start', url: 'https://shop.example/a b' });
    const back = new URL(new URL(location ?? '', 'http://localhost').searchParams.get('callbackUrl') ?? '', 'http://a');
    expect([back.pathname, back.searchParams.get('url')]).toEqual(['/start', 'https://shop.example/a b']);
  });
});

describe('pages that were once a line', () => {
  it.each(['/stories', '/episodes', '/newsletter', '/careers'])('%s is a page to read', (path) => {
    const page = content.get(path);
    expect((page?.markdown ?? '').split(/\s+/).length).toBeGreaterThan(150);
    expect(page?.markdown.match(/^## /gm)?.length).toBeGreaterThan(2);
    expect(page?.markdown).not.toMatch(/there are none yet/i);
  });
});
