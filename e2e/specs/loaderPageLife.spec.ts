import { describe, expect, it } from 'vitest';
import { chatOn, eventually, expectShown, hasMessages, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT, isFirefox, isWebKit } from '../engines/leftOut';
import { isEverything, some } from '../everything';
import { plainPage } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
const frames = (): Promise<number> => loader.page.locator('sotto-chat iframe').count();
/** Marks the frame's document, to see later whether it is still the same. */
const mark = async (): Promise<void> => {
  await loader.page
    .locator('sotto-chat iframe')
    .contentFrame()
    .locator('body')
    .evaluate((body) => {
      body.dataset['marked'] = 'yes';
    });
};
/**
 * Not in Firefox, whose `moveBefore` loads a frame in a shadow root anew, and not in WebKit, which has none: there the
 * chat finds its state again.
 */
const isMarked = async (): Promise<boolean> =>
  (await loader.page.locator('sotto-chat iframe').contentFrame().locator('body[data-marked]').count()) === 1;

describe('2.12 pages that change without loading', () => {
  it('a replaced body leaves the floating chat as it is', async () => {
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    await mark();
    await loader.page.evaluate(
      "document.body = document.createElement('body'); document.body.textContent = 'Another page';",
    );
    await loader.page.waitForTimeout(300);
    expect(await isMarked()).toBe(true);
    expect(await chat.messages.count()).toBe(2);
  });

  it.each([
    ['turbo:before-render', 'turbo:render'],
    ['turbolinks:before-render', 'turbolinks:render'],
    ['astro:before-swap', 'astro:after-swap'],
  ])('a widget in the body is carried over %s', async (before, after) => {
    const place = `<sotto-chat widget="demo" base="${loader.stack.origin}" layout="stretch"></sotto-chat>`;
    loader.host.pages.set('/inline', {
      html: plainPage(
        `<script async src="${loader.stack.origin}/integrations/widget/v2.js"></script>`,
        `<h1>One</h1>${place}`,
      ),
    });
    await loader.page.goto(`${loader.host.origin}/inline`);
    const chat = chatOn(loader.page);
    await chat.textBox.waitFor();
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    await mark();
    await loader.page.evaluate(
      ([first, second, html]) => {
        const next = document.createElement('body');
        next.innerHTML = `<h1>Two</h1><main>${html as string}</main>`;
        document.dispatchEvent(new CustomEvent(first as string));
        document.body = next;
        document.dispatchEvent(new CustomEvent(second as string));
      },
      [before, after, place],
    );
    await loader.page.locator('main sotto-chat').waitFor();
    await loader.page.waitForTimeout(300);
    expect(await loader.page.locator('sotto-chat').count()).toBe(1);
    expect(await isMarked()).toBe(!isFirefox && !isWebKit);
    await chat.ask('Still here');
    await hasMessages(chat, 4);
  });

  it('moved with moveBefore it keeps its frame; moved otherwise it finds its state again; removed it ends', async () => {
    const chat = await loader.open('data-layout="stretch" data-target="#one"', {
      body: '<h1>x</h1><div id="one"></div><div id="two"></div>',
    });
    await chat.textBox.waitFor();
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    await mark();
    if (!isWebKit)
      await loader.page.evaluate(
        "document.querySelector('#two').moveBefore(document.querySelector('sotto-chat'), null)",
      );
    await loader.page.waitForTimeout(200);
    expect(await isMarked()).toBe(!isFirefox);
    await loader.page.evaluate("document.querySelector('#one').append(document.querySelector('sotto-chat'))");
    await eventually(async () => {
      expect(await isMarked()).toBe(false);
    });
    await hasMessages(chat, 2);
    await loader.page.evaluate("document.querySelector('sotto-chat').remove()");
    await loader.page.waitForTimeout(100);
    expect(await loader.page.evaluate('window.sotto.instances.size')).toBe(0);
  });

  it('route changes are told with pageContext only, and without the query', async () => {
    const chat = await loader.open('data-page-context');
    await chat.open();
    const page = async (): Promise<{ url?: string } | undefined> =>
      (await loader.run<{ page?: { url?: string } }>('widget.getMeta()')).page;
    expect((await page())?.url).toBe(`${loader.host.origin}/`);
    await loader.page.evaluate("history.pushState({}, '', '/cart?secret=1')");
    await eventually(async () => {
      expect((await page())?.url).toBe(`${loader.host.origin}/cart`);
    });
    const other = await loader.open('', { path: '/quiet' });
    await other.open();
    await loader.page.evaluate("history.pushState({}, '', '/cart')");
    await loader.page.waitForTimeout(300);
    expect(await page()).toBeUndefined();
  });

  it('where the browser has no navigation API, pushState is heard as well, and given back', async () => {
    await loader.page.addInitScript(() => {
      Object.defineProperty(window, 'navigation', { value: undefined });
      Object.assign(window, { ownPush: history.pushState });
    });
    const chat = await loader.open('data-page-context');
    await chat.open();
    await loader.page.evaluate("history.pushState({}, '', '/cart')");
    await eventually(async () => {
      expect((await loader.run<{ page: { url: string } }>('widget.getMeta()')).page.url).toBe(
        `${loader.host.origin}/cart`,
      );
    });
    await loader.run('widget.destroy()');
    expect(await loader.page.evaluate('history.pushState === ownPush')).toBe(true);
  });

  it('a view transition carries it as one thing', async () => {
    const chat = await loader.open();
    await chat.open();
    expect(
      await loader.page
        .locator('sotto-chat')
        .evaluate((element) => getComputedStyle(element).getPropertyValue('view-transition-name')),
    ).toBe('sotto-chat');
  });
});

describe('2.11 history and coming back', () => {
  it('no step of history after ten opens, closes and resets', async () => {
    const chat = await loader.open();
    await chat.open();
    const before = await loader.page.evaluate('history.length');
    for (let round = 0; round < 10; round += 1) {
      await loader.run('widget.close()');
      await loader.run('widget.open()');
    }
    await loader.run('widget.restartConversation()');
    expect(await loader.page.evaluate('history.length')).toBe(before);
  });

  exceptInFirefox(FIREFOX_CANNOT.back)('a page from the back-forward cache has its chat, alive', async () => {
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    loader.host.pages.set('/next', { html: plainPage('') });
    await loader.page.goto(`${loader.host.origin}/next`);
    await loader.page.goBack();
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
    if (!(await loader.page.locator('sotto-chat iframe').isVisible())) await chat.launcher.click();
    await chat.textBox.click();
    await chat.ask('And again');
    await hasMessages(chat, 4);
  });

  it('restoreOpen opens it again in this tab, without taking the focus', async () => {
    const chat = await loader.open('data-restore-open');
    await chat.open();
    await loader.page.reload();
    await chat.textBox.waitFor({ timeout: 20_000 });
    expect(await loader.page.evaluate('document.activeElement.localName')).toBe('body');
    await loader.run('widget.close()');
    await loader.page.reload();
    await chat.launcher.waitFor();
    await loader.page.waitForTimeout(1500);
    expect(
      await loader.page
        .locator('sotto-chat iframe')
        .isVisible()
        .catch(() => false),
    ).toBe(false);
  });

  it('on a phone back="history" closes with the back button, and leaves no step behind', async () => {
    await loader.page.setViewportSize({ width: 390, height: 844 });
    const chat = await loader.open('data-back="history"');
    const length = await loader.page.evaluate<number>('history.length');
    await chat.open();
    await eventually(async () => {
      expect(await loader.page.evaluate('history.length')).toBe(length + 1);
    });
    await loader.page.goBack();
    await eventually(async () => {
      expect(await loader.run('widget.isOpen')).toBe(false);
    });
    expect(loader.page.url()).toBe(`${loader.host.origin}/`);
    await chat.open();
    await eventually(async () => {
      expect(await loader.page.evaluate('!!history.state?.sotto')).toBe(true);
    });
    await loader.run('widget.close()');
    await eventually(async () => {
      expect(await loader.page.evaluate('!!history.state?.sotto')).toBe(false);
    });
  });
});

describe('L-2 destroy leaves nothing', () => {
  if (isEverything)
    exceptInFirefox(FIREFOX_CANNOT.devtools)(
      '100 times: the same globals, listeners, timers, nodes and style sheets, and the heap within 1 MB',
      async () => {
        await loader.page.addInitScript(() => {
          const live = new Map<unknown, number>();
          const timers = new Set<unknown>();
          const counts = {
            get listeners() {
              return [...live.values()].reduce((sum, one) => sum + one, 0);
            },
            timers,
          };
          Object.assign(window, { counts });
          const keys = new WeakMap<EventTarget, Map<string, Set<unknown>>>();
          const add = (target: EventTarget, type: string, listener: unknown, delta: 1 | -1): void => {
            if (!(target instanceof Window || target instanceof Document || target === document.documentElement))
              return;
            const types = keys.get(target) ?? new Map<string, Set<unknown>>();
            keys.set(target, types);
            const all = types.get(type) ?? new Set();
            types.set(type, all);
            if (delta === 1) all.add(listener);
            else all.delete(listener);
            live.set(all, all.size);
          };
          const own = {
            add: EventTarget.prototype.addEventListener,
            remove: EventTarget.prototype.removeEventListener,
          };
          EventTarget.prototype.addEventListener = function (type, listener, options) {
            // The DOM adds no listener whose signal has been aborted.
            if (typeof options === 'object' && options?.signal?.aborted) return;
            add(this, type, listener, 1);
            if (typeof options === 'object' && options?.signal)
              own.add.call(options.signal, 'abort', () => {
                add(this, type, listener, -1);
              });
            own.add.call(this, type, listener, options);
          };
          EventTarget.prototype.removeEventListener = function (type, listener, options) {
            add(this, type, listener, -1);
            own.remove.call(this, type, listener, options);
          };
          const set = window.setTimeout;
          const clear = window.clearTimeout;
          window.setTimeout = ((action: () => void, ...rest: unknown[]) => {
            const id = set(
              () => {
                timers.delete(id);
                action();
              },
              ...(rest as [number]),
            );
            timers.add(id);
            return id;
          }) as typeof setTimeout;
          window.clearTimeout = (id) => {
            timers.delete(id);
            clear(id);
          };
        });
        await loader.open('data-load="manual"');
        const session = await loader.page.context().newCDPSession(loader.page);
        const read = async () => {
          await session.send('HeapProfiler.enable');
          await session.send('HeapProfiler.collectGarbage');
          const { usedSize } = await session.send('Runtime.getHeapUsage');
          const state = await loader.page.evaluate<{
            globals: string;
            nodes: number;
            sheets: number;
            listeners: number;
            timers: number;
          }>(
            "({ globals: Object.keys(window).join(), nodes: document.querySelectorAll('*').length, sheets: " +
              'document.adoptedStyleSheets.length + document.styleSheets.length, listeners: counts.listeners, ' +
              'timers: counts.timers.size })',
          );
          return { usedSize, state };
        };
        const cycle = (times: number): Promise<void> =>
          loader.page.evaluate(async (count) => {
            const api = window.sotto as { create(config: object): { open(): Promise<void>; destroy(): void } };
            for (let round = 0; round < count; round += 1) {
              const widget = api.create({
                widget: 'demo',
                id: `round-${String(round)}`,
                load: 'manual',
                shortcut: 'ctrl+k',
                triggers: { scrollPercent: 99, afterSeconds: 600 },
                pageContext: true,
              });
              await widget.open();
              widget.destroy();
            }
            await new Promise((resolve) => {
              requestAnimationFrame(resolve);
            });
          }, times);
        // The first rounds fetch chunks and fill caches.
        await cycle(5);
        await loader.page.waitForTimeout(500);
        const before = await read();
        await cycle(100);
        await loader.page.waitForTimeout(1000);
        const after = await read();
        expect(after.state).toEqual(before.state);
        expect(after.usedSize - before.usedSize).toBeLessThan(1024 * 1024);
      },
      180_000,
    );

  it('destroyAll() makes window.sotto an array again', async () => {
    const chat = await loader.open();
    await chat.open();
    await loader.page.evaluate('window.sotto.destroyAll()');
    expect(
      await loader.page.evaluate('Array.isArray(window.sotto) && document.querySelectorAll("sotto-chat").length'),
    ).toBe(0);
  });
});

describe('2.13 storage of the host page', () => {
  it('has two flags at most, and no cookie', async () => {
    const chat = await loader.open('data-restore-open');
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    expect(
      await loader.page.evaluate('[Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]'),
    ).toEqual([['sotto:demo:seen'], ['sotto:demo:open'], '']);
  });

  it.each(['data-privacy', 'data-session="none"'])('%s keeps nothing', async (attributes) => {
    const chat = await loader.open(`${attributes} data-restore-open`);
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    expect(await loader.page.evaluate('[Object.keys(localStorage), Object.keys(sessionStorage)]')).toEqual([[], []]);
  });
});

describe('triggers and signs, off by default', () => {
  if (isEverything)
    it('a trigger opens the chat once in a tab, without the focus', async () => {
      const chat = await loader.open('data-trigger-after="1"');
      await chat.textBox.waitFor({ timeout: 20_000 });
      expect(await loader.page.evaluate('document.activeElement.localName')).toBe('body');
      await chat.frame.getByRole('button', { name: 'Close chat' }).click();
      await loader.page.reload();
      await loader.page.waitForTimeout(2500);
      expect(
        await loader.page
          .locator('sotto-chat iframe')
          .isVisible()
          .catch(() => false),
      ).toBe(false);
    });

  const triggers: [attributes: string, action: string][] = [
    ['data-trigger-scroll="80"', 'scrollTo(0, 5000)'],
    ['data-trigger-exit', "document.dispatchEvent(new MouseEvent('mouseout', { relatedTarget: null, clientY: -1 }))"],
    ['data-trigger-url="/cart*"', "history.pushState({}, '', '/cart/2')"],
  ];
  it.each(some(triggers))('%s', async (attributes, action) => {
    const chat = await loader.open(attributes, { body: '<h1>x</h1><div style="height:4000px">long</div>' });
    await loader.page.waitForTimeout(1500);
    expect(await frames()).toBe(0);
    await loader.page.evaluate(action);
    await chat.textBox.waitFor({ timeout: 20_000 });
  });

  it('a key opens and closes', async () => {
    const chat = await loader.open('data-shortcut="ctrl+k"');
    await chat.launcher.waitFor();
    await loader.page.waitForTimeout(1000);
    await loader.page.keyboard.press('Control+k');
    await chat.textBox.waitFor();
    await loader.run('widget.close()');
    expect(await loader.run('widget.isOpen')).toBe(false);
  });

  it('a button of the page opens the chat', async () => {
    const chat = await loader.open('data-launcher-selector=".help"', {
      body: '<h1>x</h1><button class="help">Help</button>',
    });
    await loader.page.waitForTimeout(1000);
    await loader.page.getByRole('button', { name: 'Help' }).click();
    await expectShown(chat.textBox);
  });

  it('what is unread is a number on the launcher, and in the title of one tab', async () => {
    const chat = await loader.open('data-tab-title data-sound');
    await chat.open();
    await loader.run('widget.close()');
    await loader.run("widget.receiveMessage('Are you still there?')");
    await eventually(async () => {
      expect(await loader.page.title()).toBe('(1) A page');
    });
    expect(await loader.page.locator('sotto-chat [part~="badge"]').textContent()).toBe('1');
    expect(await chat.launcher.getAttribute('aria-label')).toContain('(1)');
    await chat.launcher.click();
    await eventually(async () => {
      expect(await loader.page.title()).toBe('A page');
    });
    expect(await loader.page.locator('sotto-chat [part~="badge"]').count()).toBe(0);
  });

  it('notifications of the page stand beside the launcher without loading a frame', async () => {
    const chat = await loader.open('data-load="click"');
    await loader.run("(widget.prefetch(), widget.setNotifications({ sale: { text: 'Free shipping today' } }))");
    const card = loader.page.locator('sotto-chat .notice');
    await card.getByText('Free shipping today').waitFor();
    expect(await loader.page.locator('sotto-chat [part~="badge"]').textContent()).toBe('1');
    expect(await frames()).toBe(0);
    await card.getByRole('button', { name: 'Close', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await loader.run("widget.setNotifications({ sale: { text: 'Free shipping today' } })");
    await card.getByText('Free shipping today').click();
    await chat.textBox.waitFor();
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
