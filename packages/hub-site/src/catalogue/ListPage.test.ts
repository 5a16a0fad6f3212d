import { describe, expect, it } from 'vitest';
import type { Page, PageRequest } from '../site/route';
import { listRoutes, PAGE_SIZE } from './ListPage';

/** The page of a list with so many things, or where it sends the browser; with what the server was asked. */
async function show(address: string, total = 100) {
  const url = new URL(address, 'http://localhost');
  const asked: Record<string, unknown>[] = [];
  const request = {
    url,
    href: (path: string) => path,
    absolute: (path: string) => url.origin + path,
    hub: {
      get: async (_path: string, _schema: unknown, query: Record<string, unknown>) => {
        asked.push(query);
        return { items: [], total, cursor: null, facets: { tags: [], languages: [], licences: [] } };
      },
    },
  } as unknown as PageRequest;
  const route = listRoutes.find(({ path }) => path === url.pathname);
  const page = (await route?.show(request)) as Page | Response;
  return { page, head: (page as Page).head, asked: asked[0] };
}

describe('H-2 the head of a list', () => {
  it.each(['/hub/skillsets', '/hub/skillsets/latest', '/hub/bots?sort=rated', '/hub/skillsets?page=2'])(
    '%s is a page for search engines',
    async (address) => {
      expect((await show(address)).head?.noindex).toBe(false);
    },
  );

  it.each(['q=orders', 'tag=shop', 'language=de', 'licence=MIT', 'updated=7'])(
    'what is narrowed down by %s is none',
    async (query) => {
      expect((await show(`/hub/skillsets?${query}`)).head?.noindex).toBe(true);
    },
  );

  it('names the pages before and after, and none beyond the ends', async () => {
    const around = async (page: number) => {
      const { head } = await show(`/hub/skillsets?page=${String(page)}`, 2 * PAGE_SIZE + 1);
      return [head?.canonical, head?.previous, head?.next];
    };
    expect(await around(1)).toEqual(['/hub/skillsets', undefined, '/hub/skillsets?page=2']);
    expect(await around(2)).toEqual(['/hub/skillsets?page=2', '/hub/skillsets', '/hub/skillsets?page=3']);
    expect(await around(3)).toEqual(['/hub/skillsets?page=3', '/hub/skillsets?page=2', undefined]);
  });

  it('sends whoever asks for a page behind the last one to the last one', async () => {
    const { page } = await show('/hub/skillsets?page=4', 2 * PAGE_SIZE + 1);
    expect([(page as Response).status, (page as Response).headers.get('location')]).toEqual([
      307,
      '/hub/skillsets?page=3',
    ]);
  });

  it('is newest first below /latest, whatever order is asked for', async () => {
    expect((await show('/hub/bots/latest?sort=rated')).asked?.['sort']).toBe('newest');
    expect((await show('/hub/bots?sort=rated')).asked?.['sort']).toBe('rated');
  });
});
