import { describe, expect, it } from 'vitest';
import { createAttention } from './attention';

/** Locks and channels of one origin, at once: the first who asks gets the lock, until it lets go. */
function createOrigin() {
  let isHeld = false;
  const open = new Set<Channel>();
  class Channel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      open.add(this);
    }

    postMessage(): void {
      for (const other of open)
        if (other !== this && other.name === this.name) other.dispatchEvent(new Event('message'));
    }

    close(): void {
      open.delete(this);
    }
  }
  const request = async (
    _name: string,
    _options: object,
    work: (lock: object | null) => Promise<void>,
  ): Promise<void> => {
    if (isHeld) return work(null);
    isHeld = true;
    await work({});
    isHeld = false;
  };
  return { open, Channel, locks: { request } };
}

function openTab({ Channel, locks }: ReturnType<typeof createOrigin>) {
  const document = { title: 'A page' };
  const ending = new AbortController();
  const window = { document, navigator: { locks }, BroadcastChannel: Channel } as unknown as Window & typeof globalThis;
  const element = { widgetId: 'demo', config: { tabTitle: true, sound: false } } as Parameters<
    typeof createAttention
  >[0]['element'];
  return { document, ending, ...createAttention({ window, element, signal: ending.signal }) };
}

describe('the number in the title of a tab', () => {
  it('stands in one tab, and goes when the message is read in another', async () => {
    const origin = createOrigin();
    const [one, other] = [openTab(origin), openTab(origin)];
    one.show(1);
    other.show(1);
    expect([one.document.title, other.document.title]).toEqual(['(1) A page', 'A page']);
    other.show(0);
    expect([one.document.title, other.document.title]).toEqual(['A page', 'A page']);
    await Promise.resolve();
    await Promise.resolve();
    expect(origin.open.size).toBe(0);
  });

  it('goes when the message is read in the tab itself, and leaves no channel open', async () => {
    const origin = createOrigin();
    const [one, other] = [openTab(origin), openTab(origin)];
    one.show(2);
    other.show(2);
    one.show(0);
    expect(one.document.title).toBe('A page');
    await Promise.resolve();
    await Promise.resolve();
    expect(origin.open.size).toBe(0);
    other.show(3);
    expect(other.document.title).toBe('(3) A page');
    other.ending.abort();
    expect(other.document.title).toBe('A page');
  });
});
