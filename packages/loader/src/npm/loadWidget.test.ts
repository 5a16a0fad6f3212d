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
});
