import { describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees } from '../chat';
import { launchChromium } from '../engines/chromium';
import { exceptInFirefox, FIREFOX_CANNOT, isWebKit } from '../engines/leftOut';
import { isEverything, some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
const script = (): string => `${loader.stack.origin}/integrations/widget/v2.js`;
const count = (selector: string): Promise<number> => loader.page.locator(selector).count();
const LOG =
  "window.errors = []; addEventListener('sotto:error', ({ detail }) => errors.push(detail.code)); " +
  "window.uncaught = []; addEventListener('error', (event) => uncaught.push(event.message)); " +
  "addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));";

async function show(html: string): Promise<void> {
  loader.host.pages.set('/', { html });
  await loader.page.goto(loader.host.origin);
}

describe('F308 storage that the browser keeps apart for every site', () => {
  it('two sites have two conversations, and the tabs of one site share theirs', async () => {
    loader.host.pages.set('/', { html: plainPage(scriptTag(loader.stack.origin)) });
    const { port } = new URL(loader.host.origin);
    const open = async (site: string) => {
      const page = await loader.page.context().newPage();
      await page.goto(`http://${site}.localhost:${port}/`);
      const chat = chatOn(page);
      await chat.open();
      return chat;
    };
    const first = await open('first');
    await first.ask('Said on the first site');
    await hasMessages(first, 2);
    const other = await open('second');
    expect(await other.messages.count()).toBe(0);
    await other.ask('Said on the second site');
    await hasMessages(other, 2);
    const again = await open('first');
    await hasMessages(again, 2);
    await again.ask('Said in another tab');
    await hasMessages(again, 4);
    await hasMessages(first, 4);
    expect(await other.messages.count()).toBe(2);
  });
});

describe('F401 the script more than once', () => {
  it.each(['twice', 'once more when the first has loaded', 'from two versions'])(
    '%s: one launcher and one frame',
    async (how) => {
      const second =
        how === 'from two versions'
          ? scriptTag(loader.stack.origin).replace('v2.js', 'v2.js?version=other')
          : scriptTag(loader.stack.origin);
      await show(
        plainPage(scriptTag(loader.stack.origin) + (how === 'once more when the first has loaded' ? '' : second)),
      );
      const chat = chatOn(loader.page);
      await chat.launcher.waitFor();
      if (how === 'once more when the first has loaded') {
        await loader.page.evaluate((src) => {
          const tag = Object.assign(document.createElement('script'), { src });
          tag.dataset['widget'] = 'demo';
          document.body.append(tag);
          return new Promise((resolve) => {
            tag.onload = resolve;
          });
        }, script());
      }
      await chat.open();
      await chat.ask('Hello');
      await hasMessages(chat, 2);
      expect([
        await count('sotto-chat'),
        await count('sotto-chat iframe'),
        await count('sotto-chat button[part~="launcher"]'),
      ]).toEqual([1, 1, 1]);
    },
  );
});

if (isEverything)
  describe('F403 a page that changes its route a hundred times', () => {
    exceptInFirefox(FIREFOX_CANNOT.devtools)('keeps the conversation, and its memory within 1 MB', async () => {
      const chat = await loader.open('data-page-context="true"');
      await chat.open();
      await chat.ask('Hello');
      await hasMessages(chat, 2);
      const session = await loader.page.context().newCDPSession(loader.page);
      const walk = (times: number): Promise<void> =>
        loader.page.evaluate(async (routes) => {
          for (let route = 0; route < routes; route += 1) {
            history.pushState({}, '', `/route-${String(route)}`);
            document
              .querySelector('h1')
              ?.replaceWith(Object.assign(document.createElement('h1'), { textContent: `Route ${String(route)}` }));
            await new Promise((resolve) => {
              requestAnimationFrame(resolve);
            });
          }
        }, times);
      const heap = async (): Promise<number> => {
        await session.send('HeapProfiler.collectGarbage');
        return (await session.send('Runtime.getHeapUsage')).usedSize;
      };
      await walk(5);
      const before = await heap();
      await walk(100);
      expect((await heap()) - before).toBeLessThan(1024 * 1024);
      expect([await count('sotto-chat'), await count('sotto-chat iframe')]).toEqual([1, 1]);
      await chat.ask('Again');
      await hasMessages(chat, 4);
    });
  });

describe('F404 a page that takes the frame away', () => {
  it('in the middle of a reply: the chat comes back when it is opened again, with the whole reply', async () => {
    loader.stack.model.script = ['One ', 'hold', 'two.'];
    const chat = await loader.open('', { script: LOG });
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'One');
    await loader.page.evaluate("document.querySelector('sotto-chat').shadowRoot.querySelector('iframe').remove()");
    loader.stack.model.release();
    await loader.run('widget.close()');
    await loader.run('widget.open()');
    await chat.textBox.waitFor();
    await sees(chat.messages.last(), 'One two.');
    await hasMessages(chat, 2);
    expect(await loader.page.evaluate('window.uncaught')).toEqual([]);
  });
});

describe('F406 a frame that cannot be fetched', () => {
  it.each(some(['500', 'failed', 'namenotresolved', 'internetdisconnected', 'blockedbyclient'], 2))(
    '%s: says so with a way on, and the page is unharmed',
    async (fault) => {
      let isFaulty = true;
      await loader.page.route('**/widget/demo/frame*', async (route) => {
        if (!isFaulty) await route.continue();
        else if (fault === '500') await route.fulfill({ status: 500, contentType: 'text/html', body: 'broken' });
        else await route.abort(fault);
      });
      const chat = await loader.open('data-timeout="1500"', { script: LOG });
      await chat.launcher.click();
      const retry = loader.page.locator('sotto-chat').getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      expect(await loader.page.evaluate('window.errors')).toHaveLength(1);
      expect(await loader.page.evaluate('window.uncaught')).toEqual([]);
      isFaulty = false;
      await retry.click();
      await chat.textBox.waitFor();
    },
  );
});

describe('F407 wherever the script stands', () => {
  const place = (attributes: string): string => `<script ${attributes} src="${script()}" data-widget="demo"></script>`;
  const page = (head: string, body = ''): string =>
    `<!doctype html><html lang="en"><head><title>x</title>${head}</head><body><h1>A page</h1>${body}</body></html>`;

  it.each([
    ['in the head', () => page(place(''))],
    ['async in the head', () => page(place('async'))],
    ['deferred', () => page(place('defer'))],
    ['a module', () => page('', place('type="module"'))],
    [
      'after the page has loaded',
      () =>
        page(
          `<script>addEventListener('load', () => setTimeout(() => { const tag = ` +
            `document.createElement('script'); tag.src = '${script()}'; tag.dataset.widget = 'demo'; ` +
            `document.body.append(tag); }, 50));</script>`,
        ),
    ],
    [
      'in a shadow root of the page',
      () => page('', `<div><template shadowrootmode="open">${place('')}</template></div>`),
    ],
    [
      'in the shadow root of a component',
      () =>
        page(
          '',
          `<my-help></my-help><script>customElements.define('my-help', class extends HTMLElement { ` +
            `connectedCallback() { const tag = document.createElement('script'); tag.src = '${script()}'; ` +
            `tag.dataset.widget = 'demo'; this.attachShadow({ mode: 'open' }).append(tag); } });</script>`,
        ),
    ],
    [
      'written by document.write',
      () => page('', `<script>document.write('<script src="${script()}" data-widget="demo"><' + '/script>');</script>`),
    ],
  ])('%s', async (_, html) => {
    await show(html());
    const chat = chatOn(loader.page);
    await chat.open();
    expect([await count('sotto-chat'), await count('sotto-chat iframe')]).toEqual([1, 1]);
  });
});

describe('F405 a page that is left and come back to', () => {
  it('is one that a browser keeps whole, and the chat in it goes on', async () => {
    const browser = await launchChromium('partitioned', { keepsPages: true });
    const page = await browser.newPage();
    loader.host.pages.set('/', {
      html: plainPage(
        `<script>window.kept = []; addEventListener('pageshow', ({ persisted }) => kept.push(persisted));</script>${scriptTag(loader.stack.origin)}`,
      ),
    });
    loader.host.pages.set('/next', { html: plainPage('') });
    await page.goto(`${loader.host.origin}/`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    await page.goto(`${loader.host.origin}/next`);
    // Of a page that its own script leads back to, WebKit's inspector tells nothing.
    await (isWebKit
      ? page.goBack()
      : page.evaluate(() => {
          history.back();
        }));
    await eventually(async () => {
      expect(await page.evaluate('window.kept')).toEqual([false, true]);
    });
    // Playwright loses sight of frames in such a page; the page itself does not.
    const send =
      "sotto.instancePromise.then(async (widget) => [(await widget.sendMessage({ message: 'And again' })).text, widget.isOpen])";
    expect(await page.evaluate(send)).toEqual(['An answer.', true]);
    expect(loader.stack.model.questions.slice(-2)).toEqual(['Hello', 'And again']);
    await browser.close();
  });
});
