import { describe, expect, it } from 'vitest';
import { sees } from '../chat';
import { onException } from '../engines/pageErrors';
import { scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();

/**
 * Runs before everything else: a page's own things, and listeners that cost a page its place in the back/forward cache
 * or hold its visitors.
 */
const WATCH = `(() => {
  const listeners = window.__listeners = [];
  for (const target of [EventTarget.prototype]) {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = function (type, ...rest) { if (/^(?:beforeunload|unload)$/.test(type)) \
listeners.push(type); return addEventListener.call(this, type, ...rest); };
    target.removeEventListener = function (type, ...rest) { const at = listeners.indexOf(type); if (at >= 0) \
listeners.splice(at, 1); return removeEventListener.call(this, type, ...rest); };
  }
  // Held: WebKit makes an accessor anew when the one it gave before is nobody's any more.
  const own = new Map();
  let last = 0;
  const nameOf = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return typeof value === \
'symbol' ? 'symbol' : JSON.stringify(value) ?? typeof value;
    // WebKit makes a list of its own anew at every look; nobody can change it.
    if (Array.isArray(value) && Object.isFrozen(value)) return JSON.stringify(value);
    if (!own.has(value)) own.set(value, 'object ' + (last += 1));
    return own.get(value);
  };
  const describe = (owner) => Reflect.ownKeys(owner).map((key) => {
    const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
    return [String(key), get || set ? nameOf(get) + nameOf(set) : nameOf(value)].join(' ');
  }).sort();
  /** Everything of the page that a guest could change, as lines. */
  window.__page = () => {
    const globals = Object.getOwnPropertyNames(window).filter((name) => name !== 'sotto' && !/^\\d+$/.test(name)).sort();
    const constructors = globals.map((name) => [name, Object.getOwnPropertyDescriptor(window, \
name)?.value]).filter(([, value]) => typeof value === 'function' && value.prototype);
    const spaces = globals.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)?.value]).filter(([name,\
 value]) => ['Math', 'JSON', 'Reflect', 'Intl', 'CSS', 'Atomics', 'WebAssembly'].includes(name) && value);
    const elements = [...document.querySelectorAll('body *')].filter((element) => element.localName !== 'sotto-chat' && element.localName !== 'script');
    const { left, top, width, height } = document.querySelector('p').getBoundingClientRect();
    return {
      globals,
      functions: [...constructors, ...spaces].flatMap(([name, value]) => [...describe(value), ...(value.prototype ? \
describe(value.prototype) : [])].map((line) => name + ' ' + line)),
      cookies: document.cookie,
      storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !key.startsWith('sotto:')),
      place: [location.href, history.length, JSON.stringify(history.state), document.title, scrollX, scrollY],
      root: [document.documentElement, document.body, document.head].map((element) => element.cloneNode().outerHTML),
      head: [...document.head.children].map(({ outerHTML }) => outerHTML),
      sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
      shown: elements.map((element) => { const style = getComputedStyle(element); return [element.outerHTML, \
...['color', 'fontFamily', 'fontSize', 'display', 'margin', 'position', 'overflow'].map((name) => style[name])].join(' '); }),
      layout: [left, top, width, height, document.documentElement.scrollHeight],
      handlers: ['onbeforeunload', 'onerror', 'onunhandledrejection', 'onmessage', 'onpopstate'].map((name) => name + (window[name] === null)),
      leaving: [...listeners],
    };
  };
})()`;
const BODY = '<h1>A page</h1><a href="#a" id="first">First</a><p>Text of the page.</p><input id="last">';

type Snapshot = Record<string, readonly unknown[]>;
const take = (): Promise<Snapshot> => loader.page.evaluate('window.__page()');

/** What Tab reaches, from the top of the page, in order. */
async function tabOrder(): Promise<string[]> {
  await loader.page.evaluate('document.activeElement?.blur(); getSelection().removeAllRanges()');
  await loader.page.locator('h1').click();
  const seen: string[] = [];
  for (let press = 0; press < 3; press += 1) {
    await loader.page.keyboard.press('Tab');
    seen.push(await loader.page.evaluate("document.activeElement?.id || document.activeElement?.localName || ''"));
  }
  return seen;
}

describe('A509 a widget that harms its host', () => {
  it('has one global and keys of its own name in storage, and nothing else of the page is its: not open, not in use, not after it is taken away', async () => {
    const logged: string[] = [];
    loader.page.on('console', (message) => logged.push(message.text()));
    onException(loader.page, (message) => logged.push(message));
    await loader.page.addInitScript(WATCH);
    // The script comes later, by hand, so that the page can be looked at before.
    const address = `${loader.stack.origin}/integrations/widget/v2.js`;
    loader.host.pages.set('/harm', {
      html:
        `<!doctype html><html lang="en" class="theirs"><head><title>A page</title><link rel="icon" ` +
        `href="data:,"><style>p { color: rgb(1, 2, 3) }</style></head><body style="margin: 3px">${BODY}</body></html>`,
    });
    await loader.page.goto(`${loader.host.origin}/harm`);
    const before = await take();
    expect(before['functions']?.length).toBeGreaterThan(5_000);

    await loader.page.evaluate(
      (src) =>
        new Promise<void>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src, async: true });
          script.dataset['widget'] = 'demo';
          script.addEventListener('load', () => {
            resolve();
          });
          document.body.append(script);
        }),
      address,
    );
    const launcher = loader.page.locator('sotto-chat button[part~="launcher"]');
    await launcher.waitFor();
    expect(await take()).toEqual(before);
    expect(await tabOrder()).toEqual(['first', 'last', 'sotto-chat']);

    await launcher.click();
    const frame = loader.page.locator('sotto-chat iframe').contentFrame();
    await frame.getByRole('textbox').waitFor();
    expect(await take()).toEqual(before);
    await frame.getByRole('textbox').fill('Hello?');
    await frame.getByRole('textbox').press('Enter');
    await sees(frame.locator('article.sotto-message'), 'An answer.');
    expect(await take()).toEqual(before);
    await frame.getByRole('button', { name: 'Close chat' }).click();
    expect(await take()).toEqual(before);

    await loader.page.evaluate('sotto.destroyAll()');
    expect(await take()).toEqual(before);
    expect(await loader.page.locator('sotto-chat').count()).toBe(0);
    expect((await tabOrder()).slice(0, 2)).toEqual(['first', 'last']);
    expect(logged).toEqual([]);
  });
});

describe('A508 a page that breaks what scripts rely on', () => {
  const pages: readonly (readonly [name: string, script: string])[] = [
    ['every object has one thing more in it', "Object.prototype.extra = 'theirs';"],
    [
      'arrays write themselves as an old library did',
      `
      Array.prototype.each = function (work) { this.forEach(work); };
      Array.prototype.toJSON = function () { return '[' + this.join() + ']'; };
      String.prototype.trim = function () { return this.replace(/^ +| +$/g, ''); };`,
    ],
    [
      'another way of modules is there',
      `
      window.define = Object.assign(() => { throw new Error('an anonymous module'); }, { amd: {} });
      window.exports = {}; window.module = { exports: {} }; window.process = { env: {} };`,
    ],
    [
      'functions are called, awaited and put into shadow trees by its own code',
      `
      const { call } = Function.prototype;
      Function.prototype.call = function (...args) { return Reflect.apply(call, this, args); };
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (options) { return attachShadow.call(this, { ...options }); };
      const real = window.setTimeout;
      window.setTimeout = (work, delay, ...args) => real(work, delay, ...args);
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (...args) { return addEventListener.apply(this, args); };
      const { then } = Promise.prototype;
      Promise.prototype.then = function (...args) { return then.apply(this, args); };`,
    ],
  ];
  const style =
    '<style>* { display: block; font-size: 3px; pointer-events: none; opacity: 0.2; transition: all 9s; ' +
    'float: left } button, iframe { visibility: hidden; width: 1px }</style>';

  it.each(pages)('%s: the chat answers, and nothing is thrown', async (_, script) => {
    const thrown: string[] = [];
    onException(loader.page, (message) => thrown.push(message));
    loader.host.pages.set('/hostile', {
      html:
        `<!doctype html><html lang="en"><head><title>A ` +
        `page</title>${style}<script>${script}</script></head><body>${BODY}${scriptTag(loader.stack.origin)}</body></html>`,
    });
    await loader.page.goto(`${loader.host.origin}/hostile`);
    // A page may hide everything it has: pressed is what is there, seen or not.
    const launcher = loader.page.locator('sotto-chat button[part~="launcher"]');
    await launcher.focus();
    await loader.page.keyboard.press('Enter');
    const frame = loader.page.locator('sotto-chat iframe').contentFrame();
    await frame.getByRole('textbox').fill('Hello?', { timeout: 12_000 });
    await frame.getByRole('textbox').press('Enter');
    await sees(frame.locator('article.sotto-message'), 'An answer.');
    expect(thrown).toEqual([]);
  });
});
