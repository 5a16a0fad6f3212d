import { describe, expect, it } from 'vitest';
import { chatOn, eventually, expectShown, sees } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();

/** Requests to our server that a page has made. */
function watchRequests(): string[] {
  const seen: string[] = [];
  loader.page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === loader.stack.origin) seen.push(pathname);
  });
  return seen;
}
const frames = (): Promise<number> => loader.page.locator('sotto-chat iframe').count();

describe('L-1 ways onto a page', () => {
  it('a tag manager injects the script by code', async () => {
    loader.host.pages.set('/', {
      html: plainPage(
        `<script>var s = document.createElement('script'); s.async = true; s.src = ` +
          `'${loader.stack.origin}/integrations/widget/v2.js'; s.setAttribute('data-widget', 'demo'); ` +
          `document.head.appendChild(s);</script>`,
      ),
    });
    await loader.page.goto(loader.host.origin);
    await chatOn(loader.page).open();
  });

  it('a tag manager that loses attributes: window.sottoSettings', async () => {
    loader.host.pages.set('/', {
      html: plainPage(
        `<script>window.sottoSettings = { widget: 'demo', buttonTitle: 'Ask us' };</script>${scriptTag(loader.stack.origin, '')}`,
      ),
    });
    await loader.page.goto(loader.host.origin);
    const chat = chatOn(loader.page);
    await chat.launcher.waitFor();
    expect(await chat.launcher.getAttribute('aria-label')).toBe('Ask us');
    await chat.open();
  });

  it('a module script', async () => {
    loader.host.pages.set('/', {
      html: plainPage(
        `<script type="module" src="${loader.stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`,
      ),
    });
    await loader.page.goto(loader.host.origin);
    await chatOn(loader.page).open();
  });

  it('in the head, before there is a body', async () => {
    loader.host.pages.set('/', {
      html:
        `<!doctype html><html lang="en"><head><title>x</title><script ` +
        `src="${loader.stack.origin}/integrations/widget/v2.js" ` +
        `data-widget="demo"></script><script>window.early = window.sotto.create({ widget: 'demo' }) === ` +
        `window.sotto.create({ widget: 'demo' });</script></head><body><h1>A page</h1></body></html>`,
    });
    await loader.page.goto(loader.host.origin);
    await chatOn(loader.page).open();
    expect(await loader.page.evaluate('window.early')).toBe(true);
    expect(await loader.page.locator('sotto-chat').count()).toBe(1);
  });

  it('an element that is named sotto is not taken for the queue, and the queue survives the load', async () => {
    const chat = await loader.open('', { body: '<h1>A page</h1><form id="sotto"></form>' });
    await chat.open();
    await loader.open('', {
      script: 'window.calls = []; window.old = window.sotto = [() => calls.push(1), () => calls.push(2)];',
    });
    await eventually(async () => {
      expect(await loader.page.evaluate('window.calls')).toEqual([1, 2]);
    });
    await loader.page.evaluate('window.old.push(() => calls.push(3))');
    await eventually(async () => {
      expect(await loader.page.evaluate('window.calls')).toEqual([1, 2, 3]);
    });
  });

  it("data-base may be a bare origin: the owner's settings are found", async () => {
    const seen = watchRequests();
    await loader.open(`data-base="${loader.stack.origin}"`);
    await eventually(() => {
      expect(seen).toContain('/integrations/widget/demo/config.mjs');
    });
  });

  it("FH-1 the owner's settings are asked for whatever the page sets, unless it wants none", async () => {
    const seen = watchRequests();
    await loader.open(
      'data-gtm-layouts="x" data-layout="popover" data-position="bottom-left" data-theme-button-text="#fff"',
    );
    await eventually(() => {
      expect(seen).toContain('/integrations/widget/demo/config.mjs');
    });
    seen.length = 0;
    await loader.open('data-config="off"', { path: '/look' });
    await loader.page.waitForTimeout(1500);
    expect(seen).toEqual(['/integrations/widget/v2.js']);
  });

  it('W-35 a theme as JSON text colours the launcher at once', async () => {
    const chat = await loader.open(`data-theme='{"name":"light","config":{"buttonPrimary":"rgb(200, 30, 30)"}}'`);
    await chat.launcher.waitFor();
    expect(await chat.launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(200, 30, 30)');
    expect(await frames()).toBe(0);
  });
});

describe('VI-45 a script that an optimiser has copied to the site itself', () => {
  /** Serves the copy, and gives what the page asks its own site for. */
  async function copyTo(path: string): Promise<{ code: string; own: string[] }> {
    const code = await (await fetch(`${loader.stack.origin}/integrations/widget/v2.js`)).text();
    loader.host.pages.set(path, { html: code, headers: { 'Content-Type': 'text/javascript' } });
    const own: string[] = [];
    loader.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === loader.host.origin) own.push(pathname);
    });
    return { code, own };
  }
  async function visit(tag: string): Promise<void> {
    loader.host.pages.set('/', { html: plainPage(tag) });
    await loader.page.goto(loader.host.origin);
  }
  const settings = (): string => `data-widget="demo" data-base="${loader.stack.origin}"`;

  it.each([
    '/wp-content/cache/min/1/integrations/widget/v2.js',
    '/wp-content/litespeed/js/0a1b2c.js',
    '/wp-content/cache/autoptimize/js/autoptimize_single_0a1b2c.js',
  ])('%s finds its files by data-base', async (path) => {
    const { own } = await copyTo(path);
    await visit(`<script data-minify="1" defer ${settings()} src="${path}?ver=1621435097"></script>`);
    await chatOn(loader.page).open();
    expect(own).toEqual(['/', path]);
  });

  it('written into the page', async () => {
    const { code, own } = await copyTo('/unused.js');
    await visit(`<script ${settings()}>${code}</script>`);
    await chatOn(loader.page).open();
    expect(own).toEqual(['/']);
  });

  it.each([
    ['rocketlazyloadscript', 'data-rocket-src'],
    ['litespeed/javascript', 'data-src'],
  ])(
    'delayed as %s: comes with the first tap on the page, and the first tap on the button opens the chat',
    async (type, attribute) => {
      await visit(
        `<script type="${type}" ${attribute}="${loader.stack.origin}/integrations/widget/v2.js" data-widget="demo" async></script>` +
          `<script>addEventListener('pointerdown', () => { const old = document.querySelector('[${attribute}]'); ` +
          `const tag = document.createElement('script'); for (const { name, value } of old.attributes) ` +
          `if (name !== 'type') tag.setAttribute(name === '${attribute}' ? 'src' : name, value); ` +
          `old.replaceWith(tag); }, { once: true });</script>`,
      );
      expect(await loader.page.locator('sotto-chat').count()).toBe(0);
      await loader.page.mouse.click(100, 100);
      const chat = chatOn(loader.page);
      await chat.launcher.click();
      await chat.textBox.waitFor();
    },
  );
});

describe('2.4 when the frame is loaded', () => {
  it('hover, and touch, and the keyboard', async () => {
    const chat = await loader.open('data-load="hover"');
    await chat.launcher.waitFor();
    await loader.page.waitForTimeout(500);
    expect(await frames()).toBe(0);
    await chat.launcher.hover();
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
    const other = await loader.open('data-load="hover"', { path: '/keys' });
    await other.launcher.focus();
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
  });

  it('click', async () => {
    const chat = await loader.open('data-load="click"');
    await chat.launcher.hover();
    await loader.page.waitForTimeout(500);
    expect(await frames()).toBe(0);
    await chat.open();
  });

  it('eager', async () => {
    await loader.open('data-load="eager"');
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
    expect(await loader.page.locator('sotto-chat iframe').isVisible()).toBe(false);
  });

  it('visible: near the visible part of the page', async () => {
    await loader.open('data-load="visible" data-layout="stretch" data-target="#place"', {
      body: '<h1>A page</h1><div style="height:3000px"></div><div id="place"></div>',
    });
    await loader.page.locator('sotto-chat').waitFor({ state: 'attached' });
    await loader.page.waitForTimeout(500);
    expect(await frames()).toBe(0);
    await loader.page.evaluate('scrollTo(0, 2200)');
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
  });

  it('manual: load() or show()', async () => {
    await loader.open('data-load="manual"');
    await loader.page.waitForTimeout(500);
    expect(await frames()).toBe(0);
    await loader.run('widget.load()');
    expect(await frames()).toBe(1);
  });

  it('idle: a visitor who has talked before finds the chat loaded', async () => {
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    await loader.page.reload();
    await eventually(async () => {
      expect(await frames()).toBe(1);
    });
  });

  it.each(['2g', 'slow-2g'])('a %s connection waits for a click', async (effectiveType) => {
    await loader.page.addInitScript((type) => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: type } });
    }, effectiveType);
    const chat = await loader.open();
    await chat.launcher.hover();
    await loader.page.waitForTimeout(800);
    expect(await frames()).toBe(0);
    await chat.open();
  });
});

describe('2.4 consent', () => {
  const kept = async (): Promise<string[]> => {
    const inHost = await loader.page.evaluate<string[]>(
      '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
    );
    const frame = loader.page.frames().find((one) => one.url().includes('/frame'));
    const inFrame =
      (await frame?.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]')) ?? [];
    return [...inHost, ...inFrame]
      .filter((key) => key.startsWith('sotto'))
      .map((key) => key.replace(/[\w-]{20,}/g, '…'));
  };

  it('wait writes nothing; granted keeps the running chat; taken back removes every trace, in every tab', async () => {
    const chat = await loader.open('data-consent="wait"');
    await chat.open();
    await chat.ask('Before consent');
    await sees(chat.messages.last(), 'An answer.');
    expect(await kept()).toEqual([]);

    await loader.run("widget.update({ consent: 'granted' })");
    await eventually(async () => {
      expect((await kept()).length).toBeGreaterThan(2);
    });
    expect(await kept()).toContain('sotto:demo:seen');
    expect(await chat.messages.count()).toBe(2);

    loader.host.pages.set('/granted', {
      html: plainPage(scriptTag(loader.stack.origin, 'data-widget="demo" data-consent="granted"')),
    });
    const second = await loader.page.context().newPage();
    await second.goto(`${loader.host.origin}/granted`);
    const other = chatOn(second);
    await other.open();
    await sees(other.messages.first(), 'Before consent');

    await loader.run("widget.update({ consent: 'wait' })");
    await eventually(async () => {
      expect(await kept()).toEqual([]);
    });
    await eventually(async () => {
      expect(await other.messages.count()).toBe(0);
    });
    // Nothing is in the frame while it loads anew, either.
    await other.ready();
    await other.ask('Again');
    await sees(other.messages.last(), 'An answer.');
    expect(await kept()).toEqual([]);
    expect(await second.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage))')).toEqual([]);
  });
});

describe('VI-46 a page with a switch of its own', () => {
  it('has a launcher in its scheme before the visitor shows intent, also after a switch', async () => {
    const files: string[] = [];
    loader.page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await loader.open();
    const becomes = (scheme: string) =>
      eventually(async () => {
        expect(
          await loader.page.locator('sotto-chat').evaluate((element) => getComputedStyle(element).colorScheme),
        ).toBe(scheme);
      });
    await eventually(() => {
      expect(files.some((path) => path.endsWith('config.mjs'))).toBe(true);
    });
    await loader.page.evaluate("document.documentElement.dataset.theme = 'dark'");
    await becomes('dark');
    await loader.page.evaluate('delete document.documentElement.dataset.theme');
    await becomes('light');
    expect(files.filter((path) => path.includes('element.mjs'))).toEqual([]);
  });

  it('has a chat in its scheme, also after a switch and a new body, whatever the system has', async () => {
    const chat = await loader.open();
    const seen = async () => [
      await chat.frame.locator('.sotto-root').getAttribute('data-scheme'),
      await loader.page.locator('sotto-chat').evaluate((element) => getComputedStyle(element).colorScheme),
    ];
    await chat.open();
    await expectShown(chat.textBox);
    expect(await seen()).toEqual(['light', 'light']);
    const becomes = (scheme: string) =>
      eventually(async () => {
        expect(await seen()).toEqual([scheme, scheme]);
      });
    await loader.page.evaluate("document.documentElement.classList.add('dark')");
    await becomes('dark');
    await loader.page.evaluate("document.documentElement.classList.remove('dark')");
    await becomes('light');
    await loader.page.evaluate("document.body = document.createElement('body')");
    await loader.page.evaluate("document.body.dataset.theme = 'dark'");
    await becomes('dark');
    await loader.page.evaluate(
      "delete document.body.dataset.theme; document.documentElement.style.colorScheme = 'dark'",
    );
    await becomes('dark');
    await loader.page.evaluate("document.documentElement.removeAttribute('style')");
    await becomes('light');
  });
});
