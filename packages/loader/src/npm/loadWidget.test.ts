import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadWidget } from './loadWidget';

afterEach(() => {
  vi.restoreAllMocks();
  delete (window as { sotto?: unknown }).sotto;
});

describe('L-3 loadWidget', () => {
  it('fetches the script of the server it is told, once for all who ask', async () => {
    const create = vi.fn((config: object) => config);
    const scripts: string[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      scripts.push((script as HTMLScriptElement).getAttribute('src') ?? '');
      dispatchEvent(new CustomEvent('sotto:init', { detail: { create } }));
    });
    const [first] = await Promise.all([
      loadWidget({ base: 'https://chat.test/sotto', widget: 'demo' }),
      loadWidget({ base: 'https://chat.test/sotto', widget: 'other' }),
    ]);
    expect(scripts).toEqual(['https://chat.test/sotto/integrations/widget/v2.js']);
    expect(first).toEqual({ base: 'https://chat.test/sotto', widget: 'demo' });
    expect(create).toHaveBeenCalledTimes(2);
  });

  /** A page on which the script comes, or fails, try by try. */
  function setUp(answers: readonly ('comes' | 'fails')[]) {
    const left = [...answers];
    const create = vi.fn((config: object) => config);
    let tries = 0;
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      tries += 1;
      const name = left.shift() === 'comes' ? 'sotto:init' : 'error';
      if (name === 'error') (script as HTMLScriptElement).dispatchEvent(new Event('error'));
      else dispatchEvent(new CustomEvent('sotto:init', { detail: { create } }));
    });
    Reflect.deleteProperty(document, Symbol.for('sotto.loading'));
    return { create, tries: () => tries };
  }
  const config = { base: 'https://chat.test', widget: 'demo' };

  it('tries a script that failed once more by itself', async () => {
    const { create, tries } = setUp(['fails', 'comes']);
    await expect(loadWidget(config)).resolves.toEqual(config);
    expect([tries(), create.mock.calls.length]).toEqual([2, 1]);
  });

  it('gives up after the second failure, and begins anew when it is asked again', async () => {
    const { create, tries } = setUp(['fails', 'fails', 'comes']);
    await expect(loadWidget(config)).rejects.toThrow('The widget script could not be loaded');
    expect([tries(), create.mock.calls.length]).toEqual([2, 0]);
    await expect(loadWidget(config)).resolves.toEqual(config);
    expect(tries()).toBe(3);
  });

  it('makes no widget for somebody who has left meanwhile, and makes those of others', async () => {
    const { create } = setUp(['comes']);
    const stop = new AbortController();
    const [left, stayed] = [loadWidget({ ...config, signal: stop.signal }), loadWidget(config)];
    stop.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(stayed).resolves.toEqual(config);
    expect(create).toHaveBeenCalledTimes(1);
  });
});
