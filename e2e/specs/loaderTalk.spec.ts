import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { isEverything } from '../everything';
import { plainPage } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

// Crashes of the frame leave the page alone only where the frame has a process of its own.
const loader = await useLoaderPage({}, { isolatesSites: true });
const LOG =
  "window.errors = []; addEventListener('sotto:error', ({ detail }) => errors.push(detail.code)); " +
  "window.uncaught = []; addEventListener('error', (event) => uncaught.push(event.message)); " +
  "addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));";
const element = () => loader.page.locator('sotto-chat');

describe("L-3 connectFrame drives an iframe of the page's own", () => {
  it('W-37 W-38 talks both ways, runs functions, and draws nothing', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { connectFrame } from '@sotto/loader';
          window.said = [];
          window.connected = connectFrame(document.querySelector('iframe'), { functions: { getOrder: { description: \
'The order', parameters: {}, handler: () => ({ order: 7 }) } } });
          connected.then((widget) => { window.widget = widget; for (const type of ['send', 'receive', \
'messageschange', 'statuschange']) widget.on(type, () => said.push(type)); }, (error) => said.push(String(error)));`,
        resolveDir: fileURLToPath(new URL('../', import.meta.url)),
      },
      alias: { '@sotto/loader': fileURLToPath(new URL('../../packages/loader/dist/index.js', import.meta.url)) },
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      logLevel: 'error',
    });
    const frame =
      `<iframe title="Chat" style="width:420px;height:600px;border:1px solid" ` +
      `src="${loader.stack.origin}/integrations/widget/demo/frame?v=2"></iframe>`;
    loader.host.pages.set('/own-frame', {
      html: plainPage(`<script>${outputFiles[0]?.text ?? ''}</script>`, `<h1>x</h1>${frame}`),
    });
    await loader.page.goto(`${loader.host.origin}/own-frame`);
    const inside = loader.page.locator('iframe').contentFrame();
    await inside.getByRole('textbox').waitFor();
    await loader.page.evaluate('window.connected');
    loader.stack.model.script = [{ call: 'getOrder', args: {} }];
    loader.stack.model.afterCall = ['Order 7 is on its way.'];
    const reply = await loader.page.evaluate<{ text: string }>("widget.sendMessage({ message: 'Where is it?' })");
    expect(reply.text).toBe('Order 7 is on its way.');
    await sees(inside.locator('article'), 'Order 7 is on its way.');
    expect(await loader.page.evaluate<string[]>('window.said')).toEqual(
      expect.arrayContaining(['send', 'receive', 'messageschange', 'statuschange']),
    );
    await loader.page.evaluate("widget.setMeta({ plan: 'pro' })");
    expect(await loader.page.evaluate('widget.getMeta()')).toEqual({ plan: 'pro' });
    expect(await loader.page.locator('sotto-chat [part~="launcher"]').count()).toBe(0);
    expect(await loader.page.locator('iframe').count()).toBe(1);
  });
});

describe('2.1 a page that is busy while the frame says hello', () => {
  it('hears it again and again at once, and talks with the frame all the same', async () => {
    await loader.page.addInitScript(
      "addEventListener('message', () => { for (const end = performance.now() + 400; performance.now() < end;); }, { once: true })",
    );
    await loader.open();
    await loader.run("widget.setMeta({ plan: 'pro' })");
    await loader.run('widget.open()');
    expect(await loader.run('widget.receiveMessage({ message: "Hi" })')).toMatchObject({ text: 'Hi' });
  });
});

describe('2.7 the renderer of the frame crashes', () => {
  /**
   * Ends the process that draws the frame, as the system does when memory is short. Playwright then gives the whole
   * page up,
   * so what follows is asked of the browser itself.
   *
   * @returns runs code in the host page
   */
  async function crashFrame(): Promise<<Result>(code: string) => Promise<Result>> {
    const frame = loader.page.frames().find((one) => one.url().includes('/frame'));
    if (!frame) throw new Error('no frame');
    const context = loader.page.context();
    const [page, inside] = [await context.newCDPSession(loader.page), await context.newCDPSession(frame)];
    inside.send('Page.crash').catch(() => undefined);
    return async <Result>(code: string) => {
      const { result } = await page.send('Runtime.evaluate', {
        expression: `(async () => { const [widget] = document.querySelectorAll('sotto-chat'); return (${code}); })()`,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      return result.value as Result;
    };
  }
  const NOTICE = "widget.shadowRoot.querySelector('[role=alert]')";

  if (isEverything)
    exceptInFirefox(FIREFOX_CANNOT.devtools)(
      'while it is open: an error event, another try and a tab of its own; the try brings the conversation back',
      async () => {
        const chat = await loader.open('data-timeout="1000"', { script: LOG });
        await chat.open();
        await chat.ask('Hello');
        await hasMessages(chat, 2);
        const run = await crashFrame();
        await eventually(async () => {
          expect(await run(`${NOTICE}?.textContent`)).toBe(
            'This chat is not available right nowTry againOpen chat in a new tabClose chat',
          );
        }, 30_000);
        expect(await run('window.errors')).toEqual(['frame_timeout']);
        expect(await run(`${NOTICE}.querySelector('a').href`)).toBe(`${loader.stack.origin}/w/demo`);
        await run(`${NOTICE}.querySelector('button').click()`);
        await eventually(async () => {
          expect(await run('widget.isReady')).toBe(true);
        }, 20_000);
        await eventually(async () => {
          expect(await run<{ text: string }[]>('widget.getMessages()')).toMatchObject([
            { text: 'Hello' },
            { text: 'An answer.' },
          ]);
        });
        expect(await run(`${NOTICE} === null && window.uncaught.length === 0`)).toBe(true);
      },
    );

  exceptInFirefox(FIREFOX_CANNOT.devtools)('while it is closed: opening makes a new one', async () => {
    const chat = await loader.open('', { script: LOG });
    await chat.open();
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    await loader.run('widget.close()');
    const run = await crashFrame();
    await run("widget.shadowRoot.querySelector('.launcher').click()");
    await eventually(async () => {
      expect(await run('widget.isReady')).toBe(false);
    }, 20_000);
    await eventually(async () => {
      expect(await run('widget.isReady')).toBe(true);
    }, 20_000);
    await eventually(async () => {
      expect(await run<{ text: string }[]>('widget.getMessages()')).toMatchObject([
        { text: 'Hello' },
        { text: 'An answer.' },
      ]);
    });
    expect(await run('window.errors')).toEqual([]);
  });
});

describe('W-36 the words of the loader', () => {
  it('are those of the settings: launcher, cards, trouble', async () => {
    const chat = await loader.open('data-language="german" data-timeout="800"', {
      script: LOG,
      headers: { 'Content-Security-Policy': `script-src 'unsafe-inline' ${loader.stack.origin}; frame-src 'none'` },
    });
    await loader.run("widget.setNotifications({ sale: { text: 'Heute ohne Versandkosten' } })");
    await element().getByRole('button', { name: 'Schließen' }).waitFor();
    expect(await chat.launcher.getAttribute('aria-label')).toBe('Chat öffnen (1)');
    await chat.launcher.click();
    const notice = element().getByRole('alert');
    await notice.getByText('Dieser Chat ist gerade nicht verfügbar').waitFor();
    await notice.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
    await notice.getByRole('link', { name: 'Chat in neuem Tab öffnen' }).waitFor();
  });

  it('follow the visitor who chooses another in the chat; English needs no part of its own', async () => {
    const parts: string[] = [];
    loader.page.on('request', (request) => {
      parts.push(request.url());
    });
    const chat = await loader.open();
    await chat.open();
    expect(parts.filter((url) => url.includes('translations'))).toEqual([]);
    await loader.run("widget.setLanguage('fr')");
    await eventually(async () => {
      expect(await chat.launcher.getAttribute('aria-label')).toBe('Fermer le chat');
    });
    await loader.page.reload();
    await chat.open();
  });
});

describe('W-4 cards of the page', () => {
  it.each(['', 'data-launcher="frame"'])(
    'stand above the hint, and leave when they are dismissed, also on the badge, %s',
    async (attributes) => {
      await loader.open(`data-load="eager" data-initial="Hello! May I help you?" ${attributes}`);
      await loader.run(
        "widget.setNotifications({ sale: { text: 'Free shipping today' }, news: { text: 'New roasts' } })",
      );
      const cards = element().locator('.notice');
      await cards.getByText('Free shipping today').waitFor();
      const frame = loader.page.locator('sotto-chat iframe').contentFrame();
      const hint = frame.getByRole('region', { name: /said/ });
      await hint.waitFor();
      await eventually(async () => {
        const [low, high] = await Promise.all([
          cards.last().boundingBox(),
          hint.locator('.sotto-peek-card').boundingBox(),
        ]);
        expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual((high?.y ?? 0) + 1);
        expect((high?.y ?? 0) - (low?.y ?? 0) - (low?.height ?? 0)).toBeLessThan(24);
      });
      await cards.first().getByRole('button', { name: 'Close' }).click();
      expect(await cards.count()).toBe(1);
      if (attributes) await frame.getByRole('button', { name: /Open chat.*New roasts$/ }).waitFor();
      await loader.run('widget.setNotifications({})');
      await cards.first().waitFor({ state: 'detached' });
      if (attributes)
        await eventually(async () => {
          expect(await frame.getByRole('button', { name: /New roasts/ }).count()).toBe(0);
        });
    },
  );
});

describe('signs for a visitor who looks elsewhere', () => {
  it('one tab of a visitor makes the sound and counts in its title, not each', async () => {
    const count = (): void => {
      const { AudioContext: Own } = window;
      Object.assign(window, {
        sounds: 0,
        AudioContext: class extends Own {
          constructor() {
            super();
            (window as unknown as { sounds: number }).sounds += 1;
          }
        },
      });
    };
    await loader.page.context().addInitScript(count);
    const chat = await loader.open('data-tab-title data-sound');
    await chat.open();
    await loader.run('widget.close()');
    const other = await loader.page.context().newPage();
    await other.goto(`${loader.host.origin}/`);
    const second = chatOn(other);
    await second.open();
    await other.keyboard.press('Escape');
    const pages = [loader.page, other];
    await loader.run("widget.receiveMessage('Are you still there?')");
    await eventually(async () => {
      expect(await Promise.all(pages.map((page) => page.locator('sotto-chat [part~="badge"]').textContent()))).toEqual([
        '1',
        '1',
      ]);
    });
    await eventually(async () => {
      expect((await Promise.all(pages.map((page) => page.title()))).sort()).toEqual(['(1) A page', 'A page']);
      expect(
        (await Promise.all(pages.map((page) => page.evaluate<number>('window.sounds')))).reduce(
          (sum, one) => sum + one,
        ),
      ).toBe(1);
    });
    await chat.launcher.click();
    await eventually(async () => {
      expect(await Promise.all(pages.map((page) => page.title()))).toEqual(['A page', 'A page']);
    });
  });

  it('without the settings there is neither', async () => {
    const chat = await loader.open();
    await chat.open();
    await loader.run('widget.close()');
    await loader.run("widget.receiveMessage('Are you still there?')");
    await element().locator('[part~="badge"]').waitFor();
    expect(await loader.page.title()).toBe('A page');
  });
});

describe('2.10 two widgets and one focus', () => {
  it('each gives the focus back to its own launcher; Escape closes the one that has it', async () => {
    await loader.open('', {
      body: `<h1>x</h1><input id="field">`,
      script: `addEventListener('load', () => sotto.push((widget, global) => global.create({ widget: 'demo', id: 'second', position: 'bottom-left' })))`,
    });
    const [first, second] = [chatOn(loader.page), chatOn(loader.page, 'sotto-chat >> nth=1')];
    await second.launcher.waitFor();
    const isTyping = (chat: typeof first): Promise<boolean> =>
      chat.textBox.evaluate((field) => field.ownerDocument.activeElement === field && field.ownerDocument.hasFocus());
    const holder = (): Promise<string> =>
      loader.page.evaluate(
        () =>
          `${document.activeElement?.localName ?? ''} ` +
          `${String([...document.querySelectorAll('sotto-chat')].indexOf(document.activeElement as Element))} ` +
          `${document.activeElement?.shadowRoot?.activeElement?.localName ?? ''}`,
      );
    await first.open();
    await eventually(async () => {
      expect(await isTyping(first)).toBe(true);
    });
    await second.open();
    await eventually(async () => {
      expect(await isTyping(second)).toBe(true);
    });
    expect(await isTyping(first)).toBe(false);
    await loader.page.keyboard.press('Escape');
    await eventually(async () => {
      expect(await holder()).toBe('sotto-chat 1 button');
    });
    expect(await first.textBox.isVisible()).toBe(true);
    await first.textBox.click();
    await loader.page.keyboard.press('Escape');
    await eventually(async () => {
      expect(await holder()).toBe('sotto-chat 0 button');
    });
    await first.textBox.waitFor({ state: 'hidden' });
  });
});

describe('the doctor on a page that has the script tag and nothing else', () => {
  it('comes without any intent of a visitor', async () => {
    loader.host.pages.set('/tag', {
      html: plainPage(
        `<script async src="${loader.stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`,
      ),
    });
    await loader.page.goto(`${loader.host.origin}/tag?sotto_debug`);
    await loader.page.getByRole('region', { name: 'Sotto doctor' }).waitFor();
    expect(await loader.page.locator('sotto-chat iframe').count()).toBe(0);
  });
});
