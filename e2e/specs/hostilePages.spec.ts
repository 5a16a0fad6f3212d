import { describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages } from '../chat';
import { some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
const LOG =
  '<script>window.uncaught = []; addEventListener("error", (event) => uncaught.push(event.message)); ' +
  'addEventListener("unhandledrejection", (event) => uncaught.push(String(event.reason)));</script>';

async function expectOneChat(html: string): Promise<void> {
  loader.host.pages.set('/', { html });
  await loader.page.goto(loader.host.origin);
  const chat = chatOn(loader.page);
  await chat.open();
  await chat.ask('Hello');
  await hasMessages(chat, 2);
  expect([
    await loader.page.locator('sotto-chat').count(),
    await loader.page.locator('sotto-chat iframe').count(),
    await loader.page.evaluate('window.uncaught'),
  ]).toEqual([1, 1, []]);
}
const line = (): string => scriptTag(loader.stack.origin);

describe('emb-05 pages that are not as expected', () => {
  it('XHTML', async () => {
    loader.host.pages.set('/', {
      html:
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>A page</h1>` +
        `<script async="async" src="${loader.stack.origin}/integrations/widget/v2.js" data-widget="demo"></script></body></html>`,
      headers: { 'Content-Type': 'application/xhtml+xml' },
    });
    await loader.page.goto(loader.host.origin);
    // Playwright does not look into frames of such pages.
    await eventually(async () => {
      expect(await loader.run("widget.sendMessage({ message: 'Hello' }).then(({ text }) => text)")).toBe('An answer.');
    });
  });

  it.each([
    ['quirks mode', () => `<html><head><title>x</title></head><body>${LOG}<h1>A page</h1>${line()}</body></html>`],
    [
      'an address for all links',
      () => plainPage(line()).replace('<head>', `<head>${LOG}<base href="https://elsewhere.example/deep/">`),
    ],
    ['a body without anything', () => `<!doctype html>${LOG}${line()}`],
    [
      'frames only by name',
      () =>
        plainPage(`${LOG}<img name="currentScript" alt=""><form name="body"></form><img id="sotto" alt="">${line()}`),
    ],
  ])('%s', async (_, html) => {
    await expectOneChat(html());
  });

  it.each(
    some(
      [
        '* { all: unset }',
        '* { all: unset !important }',
        'iframe, button, div { display: none !important }',
        'body *, body *::before { display: none !important }',
        'body > *, html > :not(head, body) { visibility: hidden !important; opacity: 0 !important; pointer-events: none !important }',
        'html { transform: scale(1); filter: blur(0); perspective: 10px; contain: paint }',
        'html, body { overflow: hidden; height: 100%; scroll-snap-type: y mandatory; position: fixed; inset: 0 }',
        ':not(html, body) { transform: none !important; clip-path: inset(50%) !important; zoom: 0.5 !important }',
      ],
      3,
    ),
  )('the styles %s', async (css) => {
    await expectOneChat(plainPage(`${LOG}<style>${css}</style>${line()}`));
  });

  it.each(
    some(
      [
        [
          'toJSON of Prototype.js',
          'Array.prototype.toJSON = function () { return JSON.stringify([...this]); }; String.prototype.toJSON = function () { return this; };',
        ],
        [
          'arrays of Prototype.js',
          'Array.from = (list) => { const made = []; for (let i = 0; i < list.length; i++) made.push(list[i]); return ' +
            'made; }; Array.prototype.find = function (test) { for (const one of this) if (test(one)) return one; return ' +
            'null; }; Array.prototype.map = Array.prototype.collect = function (make) { const made = []; for (let i = 0; i ' +
            '< this.length; i++) made.push(make ? make(this[i], i) : this[i]); return made; };',
        ],
        [
          'elements of Prototype.js',
          'Element.prototype.remove = function () { this.parentNode && this.parentNode.removeChild(this); return this; ' +
            '}; Element.prototype.update = function (text) { this.innerHTML = text; }; Element.prototype.show = ' +
            'Element.prototype.hide = Element.prototype.toggle = function () { throw new Error("not ours"); };',
        ],
        ['no fetch', 'window.fetch = undefined; window.XMLHttpRequest = undefined;'],
        ['fetch of a mock', 'window.fetch = () => Promise.reject(new Error("mocked"));'],
        [
          'a Promise of its own',
          'const Native = Promise; window.Promise = class extends Native { then(...both) { return super.then(...both); } };',
        ],
        [
          'a Promise without the newer methods',
          'delete Promise.allSettled; delete Promise.any; delete Promise.prototype.finally;',
        ],
        [
          'an old CustomEvent',
          'window.CustomEvent = function (name, { detail } = {}) { const event = document.createEvent("CustomEvent"); ' +
            'event.initCustomEvent(name, false, false, detail); return event; };',
        ],
        ['a frozen Math.random and clock', 'Math.random = () => 0.5; Date.now = () => 1000;'],
        [
          'an old AbortController',
          'const Own = AbortController; window.AbortController = function () { return new Own(); };',
        ],
        [
          'no storage',
          'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } ' +
            '}); Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", ' +
            '"SecurityError"); } });',
        ],
        [
          'postMessage of a wrapper',
          'const send = window.postMessage; window.postMessage = function (...values) { return send.apply(window, values); };',
        ],
        [
          'timers of a fake clock',
          'window.requestIdleCallback = undefined; window.requestAnimationFrame = (act) => setTimeout(act, 16);',
        ],
      ],
      3,
    ),
  )('%s', async (_, code) => {
    await expectOneChat(plainPage(`${LOG}<script>${code}</script>${line()}`));
  });
});

describe('emb-13 pages that replace themselves', () => {
  it.each([
    [
      'the body, with the line in the new one',
      'const next = document.createElement("body"); next.innerHTML = "<h1>Next</h1>"; const tag = ' +
        'document.createElement("script"); tag.src = SRC; tag.dataset.widget = "demo"; next.append(tag); ' +
        'document.body.replaceWith(next);',
    ],
    [
      'the body in a view transition',
      'await document.startViewTransition(() => { document.body.innerHTML = "<h1>Next</h1>"; }).finished;',
    ],
    [
      'the whole document by document.open',
      'document.open(); document.write("<!doctype html><title>Next</title><body><script>window.uncaught = [];<" + ' +
        '"/script><script src=\\"" + SRC + "\\" data-widget=\\"demo\\"><" + "/script>"); document.close();',
    ],
    [
      'all elements',
      'const html = document.documentElement; const copy = html.cloneNode(true); ' +
        'copy.querySelectorAll("sotto-chat").forEach((one) => one.remove()); html.replaceWith(copy); const tag = ' +
        'document.createElement("script"); tag.src = SRC; tag.dataset.widget = "demo"; document.body.append(tag);',
    ],
  ])('%s', async (_, code) => {
    await expectOneChat(plainPage(LOG + line()));
    await loader.page.evaluate(
      `(async () => { const SRC = '${loader.stack.origin}/integrations/widget/v2.js'; ${code} })()`,
    );
    const chat = chatOn(loader.page);
    await chat.launcher.waitFor({ state: 'attached' });
    if (!(await chat.textBox.isVisible())) await chat.open();
    await hasMessages(chat, 2);
    expect([
      await loader.page.locator('sotto-chat').count(),
      await loader.page.locator('sotto-chat iframe').count(),
      await loader.page.evaluate('window.uncaught'),
    ]).toEqual([1, 1, []]);
  });
});
