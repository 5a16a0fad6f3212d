// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openClone } from './clone';

const ABILITIES = ['One', 'Two', 'Three'].map((name, index) => ({
  id: `ability_${String(index)}`,
  name,
  description: `does ${name}`,
  instruction: `how ${name}`,
}));

const THING = { base: '', type: 'skillset', id: 'skillset_1', signedIn: true };

/** What the page's script reads of a thing; the rest of it stands in the schema with defaults of its own. */
vi.mock(import('@sotto/hub-api'), async (original) => {
  const actual = await original();
  const v = await import('valibot');
  return { ...actual, hubItemSchema: v.object({ item: v.any() }) as unknown as typeof actual.hubItemSchema };
});

/**
 * A server that does a write once for each key, and fails at one of them: before it is done, or with the answer lost
 * after it.
 */
function createServer(failAt: number, isLost: boolean) {
  const done = new Map<string, string>();
  const made: string[] = [];
  let failing = failAt;
  let deleted: string | undefined;
  async function answer(address: string, init: RequestInit = {}): Promise<Response> {
    if (init.method !== 'POST')
      return Response.json({
        item: {
          type: 'skillset',
          id: 'skillset_1',
          name: 'Orders',
          description: 'x',
          version: 4,
          icon: '',
          tags: [],
          language: 'en',
          licence: 'MIT',
          skillset: { abilities: ABILITIES },
        },
      });
    if (address.endsWith('/delete')) {
      deleted = address;
      return Response.json({ id: 'skillset_new' });
    }
    const fails = done.size === failing;
    if (fails) failing = -1;
    if (fails && !isLost)
      return Response.json({ message: 'The disk is full', code: 'INTERNAL_SERVER_ERROR' }, { status: 500 });
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    if (!done.has(key)) {
      made.push((JSON.parse(init.body as string) as { name: string }).name);
      done.set(key, address.includes('/ability/') ? `ability_new${String(done.size)}` : 'skillset_new');
    }
    if (fails) throw new TypeError('Failed to fetch');
    return Response.json({ id: done.get(key) });
  }
  return { made, answer, deleted: () => deleted };
}

function setUp(failAt: number, isLost = false) {
  const server = createServer(failAt, isLost);
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.answer(address, init));
  document.body.replaceChildren();
  openClone(THING);
  const press = async (label: string): Promise<void> => {
    await vi.waitFor(() => {
      expect(labels()).toContain(label);
    });
    [...document.querySelectorAll<HTMLElement>('dialog button')]
      .find(({ textContent }) => textContent === label)
      ?.click();
  };
  return { server, press };
}

const labels = (): string[] => [...document.querySelectorAll('dialog button')].map(({ textContent }) => textContent);
const statusText = (): string => document.querySelector('dialog [role=status]')?.textContent ?? '';

let went: string[];
beforeEach(() => {
  went = [];
  sessionStorage.clear();
  vi.spyOn(location, 'assign').mockImplementation((to) => {
    went.push(String(to));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('F601 H-7 a clone that fails at one step', () => {
  it.each([1, 2, 3])(
    'at ability %i: stops, says which, offers to go on, to look at it and to delete it; going on makes no double',
    async (failAt) => {
      const { server, press } = setUp(failAt);
      await press('Yes');
      await vi.waitFor(() => {
        expect(statusText()).toBe(
          `Cloning stopped at ability ${String(failAt)} of 3, "${ABILITIES[failAt - 1]?.name ?? ''}": The disk is full`,
        );
      });
      expect(labels()).toEqual(['Delete the copy', 'Open the copy', 'Try again from here']);
      expect(went).toEqual([]);
      await press('Try again from here');
      await vi.waitFor(() => {
        expect(went).toEqual(['/skillsets/skillset_new']);
      });
      expect(server.made).toEqual(['Orders', 'One', 'Two', 'Three']);
      expect(sessionStorage).toHaveLength(0);
    },
  );

  it.each([0, 1, 2, 3])(
    'with the answer of write %i lost after it was done: the repeated write makes no double',
    async (failAt) => {
      const { server, press } = setUp(failAt, true);
      await press('Yes');
      await press(failAt === 0 ? 'Try again' : 'Try again from here');
      await vi.waitFor(() => {
        expect(went).toEqual(['/skillsets/skillset_new']);
      });
      expect(server.made).toEqual(['Orders', 'One', 'Two', 'Three']);
    },
  );

  it('goes on where it stopped after the page was loaded anew', async () => {
    const first = setUp(2);
    await first.press('Yes');
    await vi.waitFor(() => {
      expect(labels()).toContain('Try again from here');
    });
    vi.stubGlobal('fetch', first.server.answer);
    document.body.replaceChildren();
    openClone(THING);
    await first.press('Yes');
    await vi.waitFor(() => {
      expect(went).toEqual(['/skillsets/skillset_new']);
    });
    expect(first.server.made).toEqual(['Orders', 'One', 'Two', 'Three']);
  });

  it('deletes the half copy when that is wanted, and forgets it', async () => {
    const { server, press } = setUp(2);
    await press('Yes');
    await press('Delete the copy');
    await vi.waitFor(() => {
      expect(document.querySelector('dialog')).toBeNull();
    });
    expect(server.deleted()).toBe('/api/v1/skillset/skillset_new/delete');
    expect(sessionStorage).toHaveLength(0);
  });
});
