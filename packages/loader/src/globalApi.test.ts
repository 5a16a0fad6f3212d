import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readGlobal } from './globalApi';
import { createPage, launcherOf, settled } from './testPage';
import type { SottoGlobal } from './types';

let page: Awaited<ReturnType<typeof createPage>>;
let sotto: SottoGlobal;
const early: unknown[] = [];
const order: string[] = [];

beforeAll(async () => {
  early.push(
    () => order.push('first'),
    ['setMeta', { plan: 'pro' }],
    () => {
      throw new Error("the page's own mistake");
    },
    (_widget: unknown, api: unknown) => order.push(api === window.sotto ? 'second' : 'other'),
  );
  window.sotto = early as never;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  page = await createPage();
  sotto = page.sotto;
  await import('./element/createController');
});
beforeEach(() => {
  for (const list of [page.log.follows, page.log.sent, page.log.asked]) list.length = 0;
});
afterEach(() => {
  for (const widget of [...sotto.instances.values()]) widget.destroy();
});

describe('L-3 window.sotto', () => {
  it('runs early calls in order on the first widget, and survives a mistake in one', async () => {
    const widget = sotto.create({ widget: 'demo' });
    await settled();
    expect(order).toEqual(['first', 'second']);
    expect(widget.meta).toEqual({ plan: 'pro' });
    expect(page.log.made).toBe(0);
  });

  it('forwards the push of the old array', async () => {
    sotto.create({ widget: 'demo' });
    const late = vi.fn();
    early.push(late);
    await settled();
    expect(late).toHaveBeenCalledTimes(1);
    expect(early).toHaveLength(0);
  });

  it('forwards methods to the first widget, fetches the frame for those that need it, and gives promises', async () => {
    const widget = sotto.create({ widget: 'demo' });
    await expect(sotto.sendMessage('hi')).resolves.toMatchObject({ text: 'hello' });
    expect(page.log.asked).toEqual([['sendMessage', { message: 'hi' }]]);
    expect(sotto.instance).toBe(widget);
    expect(sotto.get('demo')).toBe(widget);
  });

  it('is no thenable, so it can be awaited', async () => {
    await expect(Promise.resolve(sotto)).resolves.toBe(sotto);
  });

  it('A508 is frozen', () => {
    expect(() => {
      (sotto as { create: unknown }).create = 1;
    }).toThrow(TypeError);
  });

  it('is found by a second script, but an element that is named sotto is not', () => {
    expect(readGlobal()).toBe(sotto);
    vi.stubGlobal('sotto', document.createElement('div'));
    expect(readGlobal()).toBeUndefined();
    vi.unstubAllGlobals();
    expect(readGlobal()).toBe(sotto);
  });
});

describe('L-1 several widgets, and the same one twice', () => {
  it('gives the existing element for the same id, and another for another', () => {
    const first = sotto.create({ widget: 'demo' });
    expect(sotto.create({ widget: 'demo' })).toBe(first);
    expect(sotto.create({ widget: 'other' })).not.toBe(first);
    expect(sotto.create({ widget: 'demo', id: 'two' })).not.toBe(first);
    expect(document.querySelectorAll('sotto-chat')).toHaveLength(3);
  });

  it('emb-13: is on the page where the page has just taken it off, as when it replaces its document', async () => {
    const first = sotto.create({ widget: 'demo' });
    first.remove();
    expect(sotto.create({ widget: 'demo' })).toBe(first);
    await settled();
    expect([first.isConnected, sotto.instance]).toEqual([true, first]);
  });

  it('makes another where it is given a place of its own', () => {
    const first = sotto.create({ widget: 'demo' });
    const place = document.createElement('main');
    document.body.append(place);
    const second = sotto.create({ widget: 'demo' }, place);
    expect(second).not.toBe(first);
    expect(second.parentElement).toBe(place);
    second.destroy();
    place.remove();
  });

  it('loads a chat that is loaded by hand when it is shown, and no other', async () => {
    const shown = async (load: 'manual' | 'click'): Promise<number> => {
      const { made } = page.log;
      const widget = sotto.create({ widget: load, load });
      await settled();
      widget.show();
      await settled();
      return page.log.made - made;
    };
    expect([await shown('manual'), await shown('click')]).toEqual([1, 0]);
  });

  it('forgets what this tab remembered when consent is taken back', async () => {
    const widget = sotto.create({ widget: 'demo', restoreOpen: true });
    await widget.open();
    const kept = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('sotto:demo:'));
    expect(kept()).toEqual(['sotto:demo:open']);
    await widget.update({ consent: 'wait' });
    expect(kept()).toEqual([]);
  });

  it('hears all widgets through the global', async () => {
    const listener = vi.fn();
    const stop = sotto.on('openchange', listener);
    const widget = sotto.create({ widget: 'demo' });
    await widget.open();
    stop();
    await widget.close();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(listener.mock.calls[0]?.[0]).toMatchObject({ open: true, reason: 'api', widget });
  });
});

/** The pictures that are asked for, by whoever asks. */
function catchPictures() {
  const pictures: HTMLImageElement[] = [];
  vi.stubGlobal('Image', function createPicture() {
    return pictures[pictures.push(document.createElement('img')) - 1];
  });
  return {
    pictures,
    restore: () => {
      vi.unstubAllGlobals();
    },
  };
}

describe('W-3 the launcher', () => {
  it('is a real button that opens and closes, and says so', async () => {
    const widget = sotto.create({ widget: 'demo', buttonTitle: 'Help' });
    const button = launcherOf(widget);
    expect(button.getAttribute('aria-label')).toBe('Help');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    button.click();
    await settled();
    expect(widget.isOpen).toBe(true);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    button.click();
    await settled();
    expect(widget.isOpen).toBe(false);
    expect(page.log.follows).toEqual(['launcher true', 'launcher false']);
  });

  it('stays the same button, with its focus, when its look changes: a press that has begun is not lost', async () => {
    const widget = sotto.create({ widget: 'demo' });
    const button = launcherOf(widget);
    button.focus();
    await widget.update({ buttonIcon: '💬', buttonTitle: 'Help' });
    expect(launcherOf(widget)).toBe(button);
    expect(widget.shadowRoot?.activeElement).toBe(button);
    expect([button.textContent, button.getAttribute('aria-label')]).toEqual(['💬', 'Help']);
    await widget.update({ hideButton: true });
    expect(button.isConnected).toBe(false);
    await widget.update({ hideButton: false });
    expect(launcherOf(widget)).toBe(button);
  });

  it('FT-8: a button of the page opens and closes it, also when the press is on what the button holds', async () => {
    document.body.innerHTML = '<button class="help"><svg><path d="M0 0"></path></svg><b>Help</b></button><p>Text</p>';
    const widget = sotto.create({ widget: 'demo', launcherSelector: '.help' });
    await settled();
    const isOpenAfter = (selector: string): boolean => {
      document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return widget.isOpen;
    };
    expect(['path', 'b', 'p', '.help', 'svg'].map(isOpenAfter)).toEqual([true, false, false, true, false]);
    widget.destroy();
    document.body.replaceChildren();
  });

  it('has a name where the owner gave none', () => {
    expect(
      launcherOf(sotto.create({ widget: 'demo', buttonTitle: null as never, buttonIcon: null as never })).getAttribute(
        'aria-label',
      ),
    ).toBe('Open chat');
  });

  it.each([{ hideButton: true }, { launcher: 'none' as const }, { layout: 'stretch' as const }])(
    'is absent with %o',
    (config) => {
      const widget = sotto.create({ widget: 'demo', load: 'manual', ...config });
      expect(widget.shadowRoot?.querySelector('.launcher')).toBeNull();
    },
  );

  it('draws an emoji as text, an address as a picture, and never HTML', async () => {
    const { pictures, restore } = catchPictures();
    const buttonWith = async (widget: string, buttonIcon: string) => {
      const made = sotto.create({ widget, buttonIcon });
      await settled();
      return launcherOf(made);
    };
    expect((await buttonWith('a', '💬')).querySelector('span.icon')?.textContent).toBe('💬');
    const button = await buttonWith('b', 'https://cdn.test/i.png');
    pictures[0]?.dispatchEvent(new Event('load'));
    expect(button.querySelector('img')?.getAttribute('src')).toBe('https://cdn.test/i.png');
    expect((await buttonWith('c', '<img src=x>')).querySelector('[src=x]')).toBeNull();
    restore();
  });

  it('keeps our own sign where the picture cannot be had', async () => {
    const { pictures, restore } = catchPictures();
    const button = launcherOf(sotto.create({ widget: 'demo', buttonIcon: 'https://cdn.test/gone.png' }));
    await settled();
    pictures[0]?.dispatchEvent(new Event('error'));
    expect([button.classList.contains('signed'), button.querySelector('img')]).toEqual([false, null]);
    restore();
  });

  it('W-42 shows a file of the server by its id when it is there; until then, and without it, our own sign', async () => {
    const { pictures, restore } = catchPictures();
    const button = launcherOf(sotto.create({ widget: 'demo', buttonIcon: 'icon_1' }));
    await sotto.getMeta();
    expect(pictures.map(({ src }) => src)).toEqual([
      'https://chat.test/v1/file/icon_1/thumbnail/download?strategy=auto&cache=true',
    ]);
    expect([button.classList.contains('signed'), button.querySelector('img')]).toEqual([false, null]);
    pictures[0]?.dispatchEvent(new Event('load'));
    expect([button.classList.contains('signed'), button.querySelector('img')?.className]).toEqual([true, 'icon']);
    sotto.create({ widget: 'other', buttonIcon: '💬' });
    sotto.create({ widget: 'plain' });
    await settled();
    expect(pictures).toHaveLength(1);
    restore();
  });

  it('takes the scheme from the setting, then from the theme', () => {
    const classes = (config: object) =>
      launcherOf(sotto.create({ widget: JSON.stringify(config), ...config })).parentElement?.className;
    expect(classes({ colorScheme: 'dark' })).toContain('dark');
    expect(classes({ theme: 'dark' })).toContain('dark');
    expect(classes({ theme: 'dark', colorScheme: 'light' })).toContain('light');
  });
});

describe('2.4 when a visitor shows intent', () => {
  it.each(['pointerenter', 'focusin'])(
    '%s fetches the frame once, also after the launcher was drawn anew',
    async (type) => {
      const { made } = page.log;
      const widget = sotto.create({ widget: 'demo' });
      await widget.update({ buttonTitle: 'Other' });
      expect(page.log.made).toBe(made);
      widget.dispatchEvent(new Event(type));
      widget.dispatchEvent(new Event(type));
      await settled();
      expect(page.log.made).toBe(made + 1);
    },
  );

  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    '%o keeps it waiting for a click',
    async (connection) => {
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
      const { made } = page.log;
      const widget = sotto.create({ widget: 'demo' });
      widget.dispatchEvent(new Event('pointerenter'));
      await settled();
      Reflect.deleteProperty(navigator, 'connection');
      expect(page.log.made).toBe(made);
      launcherOf(widget).click();
      await settled();
      expect(page.log.made).toBe(made + 1);
    },
  );
});

describe('the element', () => {
  it('keeps functions, meta, contact and messages without fetching a frame', async () => {
    const made = page.log.made;
    const widget = sotto.create({ widget: 'demo' });
    await widget.setMeta({ a: 1 });
    widget.contact = { name: 'Ada' };
    const undo = await Promise.resolve(widget.registerFunctions({ add: { description: '', parameters: {} } }));
    expect(Object.keys(widget.getFunctions())).toEqual(['add']);
    undo();
    expect(widget.getFunctions()).toEqual({});
    expect([widget.meta, widget.contact]).toEqual([{ a: 1 }, { name: 'Ada' }]);
    expect(page.log.made).toBe(made);
  });

  it('survives a move, and is destroyed when it is taken off the page', async () => {
    const widget = sotto.create({ widget: 'demo' });
    document.body.append(widget);
    await settled();
    expect(sotto.instances.size).toBe(1);
    widget.remove();
    await settled();
    expect(sotto.instances.size).toBe(0);
  });

  it('opens by its attribute', async () => {
    const widget = sotto.create({ widget: 'demo' });
    widget.setAttribute('open', '');
    await settled();
    expect(widget.isOpen).toBe(true);
    widget.removeAttribute('open');
    await settled();
    expect(widget.isOpen).toBe(false);
  });

  it('gives once and off their words', async () => {
    const widget = sotto.create({ widget: 'demo' });
    widget.prefetch();
    await settled();
    const listener = vi.fn();
    widget.on('openchange', listener);
    const opened = widget.once('open');
    await widget.open();
    await expect(opened).resolves.toMatchObject({ reason: 'api' });
    widget.off('openchange', listener);
    await widget.close();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('L-2 destroy leaves nothing: 100 times mounted, opened and destroyed', async () => {
    await settled();
    const live = new Map<string, number>();
    const count = (target: EventTarget, name: string) => {
      const { addEventListener } = target;
      return vi
        .spyOn(target, 'addEventListener')
        .mockImplementation((...values: Parameters<typeof addEventListener>) => {
          const [, , options] = values;
          const signal = typeof options === 'object' ? options.signal : undefined;
          live.set(name, (live.get(name) ?? 0) + 1);
          signal?.addEventListener('abort', () => live.set(name, (live.get(name) ?? 0) - 1));
          addEventListener.apply(target, values);
        });
    };
    const spies = [count(window, 'window'), count(document, 'document')];
    const { made, destroyed } = page.log;
    const before = document.documentElement.outerHTML;
    for (let round = 0; round < 100; round += 1) {
      const widget = sotto.create({ widget: 'demo', load: 'click' });
      await widget.open();
      widget.destroy();
    }
    await settled();
    for (const spy of spies) spy.mockRestore();
    expect(document.documentElement.outerHTML).toBe(before);
    expect([...live.values()].every((open) => open === 0)).toBe(true);
    expect(live.get('document')).toBe(0);
    expect([page.log.made - made, page.log.destroyed - destroyed]).toEqual([100, 100]);
    expect(sotto.instances.size).toBe(0);
  });
});

describe("a page's view transition", () => {
  it.each([
    ['popover', 'sotto-chat'],
    ['popout', 'none'],
    ['slideover', 'sotto-chat'],
  ] as const)('carries an open %s as %s: a name would end the blur behind a popout', async (layout, name) => {
    const widget = sotto.create({ widget: 'demo', load: 'manual', layout });
    const read = (): string => widget.style.getPropertyValue('view-transition-name');
    await widget.open();
    expect(read()).toBe(name);
    await widget.close();
    expect(read()).toBe('sotto-chat');
  });
});

describe('a chunk that cannot be loaded', () => {
  it('becomes an error event, never an unhandled rejection, and the next call tries again', async () => {
    page.importElement.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const widget = sotto.create({ widget: 'demo', load: 'manual' });
    const listener = vi.fn();
    window.addEventListener('sotto:error', listener as () => void, { once: true });
    await expect(widget.open()).rejects.toThrow('Failed to fetch');
    expect((listener.mock.calls[0]?.[0] as CustomEvent<{ code: string }>).detail.code).toBe('chunk_failed');
    await widget.open();
    expect(widget.isOpen).toBe(true);
  });
});

describe('VI-44 a language that changes', () => {
  it('is that of the launcher at once, by update and by attribute, also before there is a frame', async () => {
    const widget = sotto.create({ widget: 'demo' });
    const label = () => launcherOf(widget).getAttribute('aria-label');
    await widget.update({ language: 'de' });
    await vi.waitFor(() => {
      expect(label()).toBe('Chat öffnen');
    });
    widget.setAttribute('language', 'es');
    await vi.waitFor(() => {
      expect(label()).toBe('Abrir chat');
    });
  });
});
