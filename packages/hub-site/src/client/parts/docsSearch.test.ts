// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from './docsSearch';

const hit = (section: string, page = 'Operating') => ({
  page,
  section,
  href: `#${section.toLowerCase()}`,
  excerpt: [
    { text: '<b>Copy</b> ', isMatch: false },
    { text: 'it', isMatch: true },
  ],
});

let asked: string[];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = async () => Response.json({ hits: [hit('Backup'), hit('Operating')] });
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    asked.push(address);
    const response = await answer();
    signal?.throwIfAborted();
    return response;
  });
  document.body.innerHTML =
    '<div id="place"><form action="/docs/search"><input id="docs-search" type="search" name="q"></form></div>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const find = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
};
const input = () => find<HTMLInputElement>('input');
const list = () => find<HTMLElement>('[role=listbox]');
const note = () => find<HTMLElement>('[role=status]');
const isNoteSeen = () => !note().classList.contains('visually-hidden');
const start = () => {
  mount(find('#place'), { address: '/docs/search.json' });
};
const wait = (ms = 150) => vi.advanceTimersByTimeAsync(ms);

async function type(text: string): Promise<void> {
  input().value = text;
  input().dispatchEvent(new Event('input', { bubbles: true }));
  await wait();
}

function press(key: string, options: KeyboardEventInit = {}): boolean {
  return input().dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...options }));
}

const chosen = () => [...list().querySelectorAll('[aria-selected=true]')].map(({ id }) => id);

describe('H-11 the search box of the documentation', () => {
  it('is a combobox that opens a list of links as somebody types', async () => {
    start();
    expect([input().getAttribute('role'), input().getAttribute('aria-expanded'), list().hidden]).toEqual([
      'combobox',
      'false',
      true,
    ]);
    await type('copy & it');
    expect(asked).toEqual(['/docs/search.json?q=copy%20%26%20it']);
    expect([input().getAttribute('aria-expanded'), list().hidden, note().textContent, isNoteSeen()]).toEqual([
      'true',
      false,
      '2 results',
      false,
    ]);
    const [first, second] = list().querySelectorAll('a[role=option]');
    expect(first?.textContent).toBe('Backup Operating <b>Copy</b> it');
    expect(first?.getAttribute('href')).toBe('#backup');
    expect(second?.querySelector('.docs-hit-page')?.textContent).toBe('');
    expect(list().querySelector('mark')?.textContent).toBe('it');
  });

  it('asks once for words that are typed quickly', async () => {
    start();
    for (const text of ['c', 'co', 'cop']) {
      input().value = text;
      input().dispatchEvent(new Event('input', { bubbles: true }));
    }
    await wait();
    expect(asked).toEqual(['/docs/search.json?q=cop']);
  });

  it('takes up what was typed before the script was there', async () => {
    input().value = 'copy';
    start();
    await wait();
    expect(list().hidden).toBe(false);
  });

  it('moves through the list with the arrow keys, past its end back to the box', async () => {
    start();
    await type('copy');
    const places: (string | null)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      expect(press(key)).toBe(false);
      places.push(input().getAttribute('aria-activedescendant'));
      expect(chosen()).toEqual(places.slice(-1).filter((id) => id !== null));
    }
    expect(places).toEqual([
      'docs-search-list-0',
      'docs-search-list-1',
      null,
      'docs-search-list-1',
      'docs-search-list-0',
      null,
    ]);
  });

  it('opens what is chosen with Enter; without a choice the form is sent', async () => {
    start();
    await type('copy');
    expect(press('Enter')).toBe(true);
    press('ArrowDown');
    const opened = vi.fn<(event: Event) => void>();
    list().querySelector('a')?.addEventListener('click', opened);
    expect(press('Enter')).toBe(false);
    expect(opened).toHaveBeenCalledOnce();
    expect(list().hidden).toBe(true);
  });

  it('leaves the keys to an input method', async () => {
    start();
    await type('copy');
    expect(press('ArrowDown', { isComposing: true })).toBe(true);
    expect(chosen()).toEqual([]);
  });

  it('closes with Escape and when the focus leaves, and opens again with the focus', async () => {
    start();
    await type('copy');
    expect(press('Escape')).toBe(false);
    expect(list().hidden).toBe(true);
    expect(press('Escape')).toBe(true);
    input().dispatchEvent(new FocusEvent('focus'));
    expect(list().hidden).toBe(false);
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: document.body }));
    expect(list().hidden).toBe(true);
  });

  it('says that it found nothing', async () => {
    answer = async () => Response.json({ hits: [] });
    start();
    await type('zzz');
    expect([list().hidden, note().textContent, isNoteSeen()]).toEqual([true, 'No results for “zzz”', true]);
    await type('');
    expect([note().textContent, isNoteSeen()]).toEqual(['', false]);
  });

  it.each([
    ['refuses', async () => new Response('', { status: 503 })],
    ['cannot be reached', async () => Promise.reject(new TypeError('offline'))],
    ['answers something else', async () => Response.json({ hits: [{ href: 'javascript:' }] })],
  ])('says so when the server %s, and asks again for the same words', async (_what, broken) => {
    answer = broken;
    start();
    await type('copy');
    expect([list().hidden, note().textContent, isNoteSeen()]).toEqual([
      true,
      'The search did not answer. Press Enter to try the page of results.',
      true,
    ]);
    answer = async () => Response.json({ hits: [hit('Backup')] });
    await type('copy');
    expect([list().hidden, note().textContent]).toEqual([false, '1 result']);
  });

  it('says that it is searching when that takes long, and shows nothing of an earlier search', async () => {
    const answers: ((response: Response) => void)[] = [];
    answer = () => new Promise((resolve) => answers.push(resolve));
    start();
    await type('first');
    await wait(400);
    expect([note().textContent, isNoteSeen()]).toEqual(['Searching…', true]);
    await type('second');
    answers[1]?.(Response.json({ hits: [hit('Second')] }));
    await wait(0);
    answers[0]?.(Response.json({ hits: [hit('First')] }));
    await wait(1_000);
    expect(list().textContent).toContain('Second');
    expect(list().textContent).not.toContain('First');
    expect(note().textContent).toBe('1 result');
  });
});
