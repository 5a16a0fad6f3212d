import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SottoChatElement } from '../types';
import { migrateState } from './migrateState';

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
  document.body.innerHTML = '';
});
afterEach(() => {
  ending.abort();
  for (const widget of document.querySelectorAll('chat-box')) widget.remove();
});

/** An element of another name: `sotto-chat` would come to life in here. */
function widget(attributes: Record<string, string>): SottoChatElement {
  const element = document.createElement('chat-box');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element as unknown as SottoChatElement;
}

/** As Turbo, Turbolinks and Astro do it. */
function swap([before, after]: readonly [string, string], content: readonly Element[]): void {
  document.dispatchEvent(new Event(before));
  document.body.replaceChildren(...content);
  document.dispatchEvent(new Event(after));
}
const TURBO = ['turbo:before-render', 'turbo:render'] as const;

describe('a swap of the page’s body', () => {
  it.each([
    TURBO,
    ['turbolinks:before-render', 'turbolinks:render'],
    ['astro:before-swap', 'astro:after-swap'],
  ] as const)('by %s leaves the same element in the place that the new body has for it', (...events) => {
    const mine = widget({ widget: 'demo' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    const main = document.createElement('main');
    main.append('Text ', widget({ widget: 'demo' }), ' more');
    swap(events, [main]);
    expect([...document.querySelectorAll('chat-box')]).toEqual([mine]);
    expect(mine.previousSibling?.textContent).toBe('Text ');
    expect(mine.nextSibling?.textContent).toBe(' more');
    expect(mine.hasAttribute('data-carried')).toBe(false);
  });

  it('finds the element outside of the body while the page renders, marked as carried', () => {
    const mine = widget({ widget: 'demo' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    document.dispatchEvent(new Event(TURBO[0]));
    expect(mine.parentNode).toBe(document.documentElement);
    expect(mine.hasAttribute('data-carried')).toBe(true);
    document.dispatchEvent(new Event(TURBO[0]));
    document.dispatchEvent(new Event(TURBO[1]));
    expect(mine.isConnected).toBe(false);
  });

  it('ends the element where the new body has another widget only, or another of two with ids', () => {
    for (const [own, other] of [
      [{ widget: 'demo' }, { widget: 'other' }],
      [
        { widget: 'demo', id: 'one' },
        { widget: 'demo', id: 'two' },
      ],
    ] as const) {
      const mine = widget(own);
      document.body.replaceChildren(mine);
      migrateState(mine, ending.signal);
      const theirs = widget(other);
      swap(TURBO, [theirs]);
      expect([mine.isConnected, theirs.isConnected]).toEqual([false, true]);
    }
  });

  it('goes by the id where there is one, whatever the widget is', () => {
    const mine = widget({ widget: 'demo', id: 'one' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    const theirs = widget({ widget: 'later', id: 'one' });
    swap(TURBO, [theirs]);
    expect([mine.isConnected, theirs.isConnected]).toEqual([true, false]);
  });

  it.each([
    ['somebody', '{"name":"Ada"}', '{"name":"Ada"}'],
    ['nobody', null, null],
  ])('takes over from the new page that %s is there', (_, given, expected) => {
    const mine = widget({ widget: 'demo', contact: '{"name":"Bob"}' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    swap(TURBO, [widget({ widget: 'demo', ...(given !== null && { contact: given }) })]);
    expect(mine.getAttribute('contact')).toBe(expected);
  });

  it('sets no attribute anew that says the same: nobody is signed in again by it', async () => {
    const mine = widget({ widget: 'demo', contact: '{"name":"Ada"}' });
    document.body.append(mine);
    const set: string[] = [];
    const setAttribute = mine.setAttribute.bind(mine);
    mine.setAttribute = (name, value) => {
      set.push(name);
      setAttribute(name, value);
    };
    migrateState(mine, ending.signal);
    swap(TURBO, [widget({ widget: 'demo', contact: '{"name":"Ada"}' })]);
    expect(set).not.toContain('contact');
  });

  it('moves with moveBefore where the browser has it, which keeps the frame alive', () => {
    const mine = widget({ widget: 'demo' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    const place = widget({ widget: 'demo' });
    const main = document.createElement('main');
    main.append(place);
    const moved: unknown[] = [];
    Object.assign(main, {
      moveBefore(node: Node, before: Node | null) {
        moved.push([node, before]);
        main.insertBefore(node, before);
      },
    });
    swap(TURBO, [main]);
    expect(moved).toEqual([[mine, place]]);
  });

  it('concerns neither an element outside of the body nor one that was destroyed', () => {
    const outside = widget({ widget: 'demo' });
    document.documentElement.append(outside);
    migrateState(outside, ending.signal);
    swap(TURBO, []);
    expect(outside.isConnected).toBe(true);

    const mine = widget({ widget: 'demo' });
    document.body.append(mine);
    migrateState(mine, ending.signal);
    ending.abort();
    document.dispatchEvent(new Event(TURBO[0]));
    expect(mine.parentNode).toBe(document.body);
  });
});
