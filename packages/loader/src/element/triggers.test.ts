import { describe, expect, it, vi } from 'vitest';
import type { Triggers } from '../types';
import { watchTriggers } from './triggers';

/** A page whose address, events and repeated looks a test makes. */
function setUp(triggers: Triggers, { hasNavigation = false } = {}) {
  const looks = new Set<() => void>();
  const navigation = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    document: new EventTarget(),
    location: { href: 'https://shop.test/' },
    ...(hasNavigation && { navigation }),
    setInterval: (look: () => void) => {
      looks.add(look);
      return look;
    },
    clearInterval: (look: () => void) => {
      looks.delete(look);
    },
  });
  const ending = new AbortController();
  const onTrigger = vi.fn();
  watchTriggers({ triggers, window: page as unknown as Window & typeof globalThis, signal: ending.signal, onTrigger });
  return {
    page,
    navigation,
    looks,
    ending,
    onTrigger,
    look: () => {
      for (const each of looks) each();
    },
  };
}

describe('2.12 a trigger by the address of a page', () => {
  it('fires at once where the page has it already', () => {
    const { onTrigger, looks } = setUp({ url: '/' });
    expect(onTrigger).toHaveBeenCalledOnce();
    expect(looks.size).toBe(0);
  });

  it('hears a step of the page from the navigation API, and looks at nothing by itself', () => {
    const { page, navigation, looks, onTrigger } = setUp({ url: '/cart*' }, { hasNavigation: true });
    expect(looks.size).toBe(0);
    page.location.href = 'https://shop.test/cart/2';
    navigation.dispatchEvent(new Event('navigatesuccess'));
    expect(onTrigger).toHaveBeenCalledOnce();
  });

  it('notices a step where the browser has no navigation API, once', () => {
    const { page, look, looks, onTrigger } = setUp({ url: '/cart*' });
    look();
    expect(onTrigger).not.toHaveBeenCalled();
    page.location.href = 'https://shop.test/cart/2';
    look();
    expect(onTrigger).toHaveBeenCalledOnce();
    expect(looks.size).toBe(0);
  });

  it('looks no more after the widget has ended', () => {
    const { ending, looks } = setUp({ url: '/cart*' });
    expect(looks.size).toBe(1);
    ending.abort();
    expect(looks.size).toBe(0);
  });
});
