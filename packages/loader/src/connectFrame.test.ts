import { describe, expect, it } from 'vitest';
import { connectFrame } from './connectFrame';
import { loadWidget } from './loadWidget';

describe('connectFrame', () => {
  it.each(['https://chat.test/', 'https://chat.test/integrations/widget/demo/frame', ''])('refuses an iframe of %j', async (src) => {
    const frame = document.createElement('iframe');
    if (src) frame.setAttribute('src', src);
    await expect(connectFrame(frame)).rejects.toThrow('connectFrame needs an iframe of');
  });
});

describe('loadWidget', () => {
  it('needs an address when no script of ours is on the page, and forgets the failure', async () => {
    await expect(loadWidget({ widget: 'demo' })).rejects.toThrow('loadWidget needs `src`');
    await expect(loadWidget({ widget: 'demo' })).rejects.toThrow('loadWidget needs `src`');
  });

  it('makes the widget with the global that is there', async () => {
    const made = document.createElement('div');
    const asked: unknown[] = [];
    Object.assign(window, { sotto: { instancePromise: Promise.resolve(made), create: (config: unknown) => { asked.push(config); return made; } } });
    await expect(loadWidget({ widget: 'demo', src: 'https://chat.test/integrations/widget/v2.js' })).resolves.toBe(made);
    expect(asked).toEqual([{ widget: 'demo' }]);
    expect(document.querySelector('script')).toBeNull();
    Reflect.deleteProperty(window, 'sotto');
  });
});
