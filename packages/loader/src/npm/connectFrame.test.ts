import { describe, expect, it, vi } from 'vitest';
import { connectFrame } from './connectFrame';
import { loadWidget } from './loadWidget';

describe('connectFrame', () => {
  it.each(['https://chat.test/', 'https://chat.test/integrations/widget/demo/frame', ''])(
    'refuses an iframe of %j',
    async (src) => {
      const frame = document.createElement('iframe');
      if (src) frame.setAttribute('src', src);
      await expect(connectFrame(frame)).rejects.toThrow('connectFrame needs an iframe of');
    },
  );
});

describe('loadWidget', () => {
  it('needs an address when no script of ours is on the page, and forgets the failure', async () => {
    await expect(loadWidget({ widget: 'demo' })).rejects.toThrow('loadWidget needs `base` or `src`');
    await expect(loadWidget({ widget: 'demo' })).rejects.toThrow('loadWidget needs `base` or `src`');
  });

  it('makes the widget with the global that is there', async () => {
    const made = document.createElement('div');
    const requests: unknown[] = [];
    Object.assign(window, {
      sotto: {
        instancePromise: Promise.resolve(made),
        create: (config: unknown) => {
          requests.push(config);
          return made;
        },
      },
    });
    await expect(loadWidget({ widget: 'demo', src: 'https://chat.test/integrations/widget/v2.js' })).resolves.toBe(
      made,
    );
    expect(requests).toEqual([{ widget: 'demo' }]);
    expect(document.querySelector('script')).toBeNull();
    Reflect.deleteProperty(window, 'sotto');
  });

  it('injects the script once for all callers, and makes the widget when it has come', async () => {
    const src = 'https://chat.test/integrations/widget/v2.js';
    const scripts: Element[] = [];
    Reflect.deleteProperty(document, Symbol.for('sotto.loading'));
    const { createElement } = document;
    // A script that loads nothing: this test says itself when it has come.
    vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const made = createElement.call(document, name === 'script' ? 'div' : name);
      if (name === 'script') scripts.push(made);
      return made;
    });
    const made = document.createElement('div');
    const requests = [loadWidget({ widget: 'demo', src }), loadWidget({ widget: 'demo', base: 'https://chat.test' })];
    await Promise.resolve();
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual([src]);
    window.dispatchEvent(new CustomEvent('sotto:init', { detail: { create: () => made } }));
    await expect(Promise.all(requests)).resolves.toEqual([made, made]);
    vi.restoreAllMocks();
  });
});
