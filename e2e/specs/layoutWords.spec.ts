import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

// Frames have processes of their own, as on a desktop: Escape and the focus are looked at.
const loader = await useLoaderPage({}, { isolatesSites: true });
/** Three windows high. */
const TALL = '<h1>A page</h1><p style="height:2400px">Text of the page.</p><p>The end.</p>';
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'fa',
  'ur',
  'hi',
  'zh',
  'ja',
  'ko',
  'id',
];

/** What the page's console says, in order. */
function listen(): string[] {
  const logged: string[] = [];
  loader.page.on('console', (message) => {
    if (message.text().includes('[sotto]')) logged.push(message.text());
  });
  return logged;
}
/** The scripts of ours that were fetched, by name. */
function watchScripts(): string[] {
  const fetched: string[] = [];
  loader.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/integrations/')) fetched.push(pathname.split('/').at(-1) ?? '');
  });
  return fetched;
}
const boxOfFrame = async () => loader.page.locator('sotto-chat iframe').boundingBox();

describe("FW-2 fullscreen on somebody's page", () => {
  it.each(some(['Screen', 'popver', 'fullscreen'], 2))(
    'data-layout="%s" is seen on a tall page without scrolling, can be closed by its button, and comes back by the launcher',
    async (word) => {
      const chat = await loader.open(`data-layout="${word}"`, { body: TALL });
      await chat.textBox.waitFor();
      await eventually(async () => {
        expect(await boxOfFrame()).toMatchObject({ x: 0, y: 0, width: 1200, height: 800 });
      });
      expect(await loader.page.evaluate('document.activeElement.localName')).toBe('body');
      expect(await chat.launcher.isVisible()).toBe(false);
      await chat.frame.getByRole('button', { name: 'Close chat' }).click();
      await chat.textBox.waitFor({ state: 'hidden' });
      await loader.page.mouse.move(300, 300);
      await loader.page.mouse.wheel(0, 300);
      await eventually(async () => {
        expect(await loader.page.evaluate('scrollY')).toBeGreaterThan(0);
      });
      await chat.launcher.click();
      await chat.textBox.waitFor();
    },
  );

  it('is closed by Escape, gives the focus to the launcher, comes back by it, and stays closed on the next page of this tab', async () => {
    const chat = await loader.open('data-layout="fullscreen"', { body: TALL });
    await chat.ready();
    await chat.textBox.click();
    await loader.page.keyboard.press('Escape');
    await chat.textBox.waitFor({ state: 'hidden' });
    await eventually(async () => {
      expect(await loader.run('widget.shadowRoot.activeElement?.className.split(" ")[0]')).toBe('launcher');
    });
    await loader.page.keyboard.press('Enter');
    await chat.textBox.waitFor();
    await loader.page.keyboard.press('Escape');
    await chat.textBox.waitFor({ state: 'hidden' });
    await loader.page.reload();
    await chat.launcher.waitFor();
    await loader.page.waitForTimeout(1000);
    expect(await chat.launcher.isVisible()).toBe(true);
    expect(await loader.run('widget.isOpen')).toBe(false);
  });

  it.each([
    ['a slideover', 'data-layout="slideover" data-open', 1200],
    ['a popover on a phone', 'data-open', 390],
  ])(
    '%s that the page opened is closed by Escape and gives the focus to the launcher',
    async (_, attributes, width) => {
      await loader.page.setViewportSize({ width, height: 800 });
      const chat = await loader.open(attributes);
      await chat.ready();
      await chat.textBox.click();
      await loader.page.keyboard.press('Escape');
      await chat.textBox.waitFor({ state: 'hidden' });
      await eventually(async () => {
        expect(await loader.run('widget.shadowRoot.activeElement?.className.split(" ")[0]')).toBe('launcher');
      });
    },
  );

  it('without a launcher, opened by what cannot be focused: no focus stays in the hidden frame', async () => {
    const chat = await loader.open('data-layout="slideover" data-launcher="none" data-launcher-selector="#opener"', {
      body: '<div id="opener">Ask us</div>',
    });
    await loader.page.locator('#opener').click();
    await chat.ready();
    await chat.textBox.click();
    await loader.page.keyboard.press('Escape');
    await chat.textBox.waitFor({ state: 'hidden' });
    await eventually(async () => {
      expect(await loader.page.evaluate('document.activeElement.localName')).toBe('body');
    });
  });

  it('has nothing to close on the page of the server itself, and no launcher', async () => {
    await loader.page.goto(`${loader.stack.origin}/w/demo`);
    const frame = loader.page.locator('iframe').contentFrame();
    await frame.getByRole('textbox').waitFor();
    expect(await frame.getByRole('button', { name: 'Close chat' }).count()).toBe(0);
    await frame.getByRole('textbox').press('Escape');
    expect(await frame.getByRole('textbox').isVisible()).toBe(true);
    expect(await loader.page.locator('sotto-chat, .launcher').count()).toBe(0);
  });
});

describe('FW-3 layout words and names of settings', () => {
  it.each(some(['Popover', ' popover ', 'None', '']))(
    'data-layout="%s" is the popover, and loads no more than the plain tag',
    async (word) => {
      const logged = listen();
      const fetched = watchScripts();
      const chat = await loader.open(`data-layout="${word}"`);
      await chat.launcher.waitFor();
      await loader.page.waitForTimeout(1500);
      expect(fetched.filter((name) => name !== 'config.mjs')).toEqual(['v2.js']);
      await chat.open();
      expect((await boxOfFrame())?.width).toBe(420);
      expect(logged).toEqual([]);
    },
  );

  it('names the nearest known word, once', async () => {
    const logged = listen();
    const chat = await loader.open('data-layout="popver"');
    await chat.textBox.waitFor();
    await loader.run('widget.update({ barTitle: "Other" })');
    await loader.page.waitForTimeout(500);
    expect(logged.filter((line) => line.includes('layout'))).toEqual([
      '[sotto] layout="popver" is not a layout; did you mean "popover"? It is shown as "fullscreen".',
    ]);
  });

  it.each(
    some([
      'data-open="false"',
      'data-supervisor="x"',
      'data-launch="x"',
      'data-restore-open="false"',
      'data-launcher="host"',
      'data-data-layer="true"',
    ]),
  )('%s loads no more than the plain tag', async (attribute) => {
    const fetched = watchScripts();
    const chat = await loader.open(attribute);
    await chat.launcher.waitFor();
    await loader.page.waitForTimeout(1500);
    expect(fetched.filter((name) => name !== 'config.mjs')).toEqual(['v2.js']);
  });
});

describe('FW-14 VI-7 the wheel over the open chat', () => {
  /** Turns the wheel over the bar, the list and the text box, and reads how far the page has moved from 300. */
  async function turnOver(frame: Locator): Promise<unknown> {
    const box = await frame.boundingBox();
    if (!box) throw new Error('no frame');
    for (const y of [20, box.height / 2, box.height - 60]) {
      await loader.page.mouse.move(box.x + box.width / 2, box.y + y);
      for (const step of [300, 300, -300, 300]) await loader.page.mouse.wheel(0, step);
    }
    await loader.page.waitForTimeout(400);
    return loader.page.evaluate('scrollY');
  }
  const inline = (attributes: string): string =>
    `<p style="height:400px">Above.</p><sotto-chat widget="demo" id="two" base="${loader.stack.origin}" ${attributes}></sotto-chat>${TALL}`;
  async function openInline(attributes: string): Promise<{ chat: Chat; frame: Locator }> {
    await loader.open('data-load="manual"', { body: inline(attributes) });
    const chat = chatOn(loader.page, 'sotto-chat#two');
    await loader.page.evaluate('scrollTo(0, 300)');
    await chat.ready();
    await loader.page.waitForTimeout(400);
    return { chat, frame: loader.page.locator('sotto-chat#two iframe') };
  }

  it.each(some(['popover', 'fullscreen', 'popout', 'slideover'], 2))(
    '%s: leaves the page where it is, over the list, the bar and the text box',
    async (layout) => {
      const chat = await loader.open(`data-layout="${layout}"`, { body: TALL });
      await chat.launcher.waitFor({ state: 'attached' });
      await loader.page.evaluate('scrollTo(0, 300)');
      if (layout !== 'fullscreen') await chat.launcher.click();
      await chat.ready();
      await loader.page.waitForTimeout(400);
      expect(await turnOver(loader.page.locator('sotto-chat iframe'))).toBe(300);
    },
  );

  it.each(some(['stretch', 'center']))(
    '%s: leaves the page where it is, in a short and in a long conversation, and scrolls the long one',
    async (layout) => {
      const { chat, frame } = await openInline(`layout="${layout}" style="height:400px"`);
      expect(await turnOver(frame)).toBe(300);
      loader.stack.model.script = [Array.from({ length: 30 }, (_, index) => `Line ${String(index)}\n\n`).join('')];
      await chat.ask('Tell me a lot');
      await sees(chat.messages.last(), 'Line 29');
      await chat.answered();
      const top = () => chat.frame.locator('.sotto-scroller').evaluate((list) => list.scrollTop);
      const before = await top();
      const box = await frame.boundingBox();
      if (!box) throw new Error('no frame');
      await loader.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await loader.page.mouse.wheel(0, -200);
      await eventually(async () => {
        expect(await top()).toBeLessThan(before);
      });
      expect(await turnOver(frame)).toBe(300);
    },
  );

  it('height="auto": scrolls the page, since nothing in the chat can scroll', async () => {
    const { frame } = await openInline('layout="stretch" height="auto"');
    expect(await turnOver(frame)).not.toBe(300);
  });

  it('leaves the page where it is while the frame is still loading, and behind an open popout', async () => {
    let load!: () => void;
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await loader.page.route('**/frame?**', async (route) => {
      await loading;
      await route.continue();
    });
    const chat = await loader.open('data-layout="popout"', { body: TALL });
    await chat.launcher.waitFor();
    await loader.page.evaluate('scrollTo(0, 300)');
    await chat.launcher.click();
    await loader.page.locator('sotto-chat .open iframe').waitFor({ state: 'attached' });
    await loader.page.waitForTimeout(400);
    expect(await turnOver(loader.page.locator('sotto-chat .panel'))).toBe(300);
    expect(await turnOver(loader.page.locator('sotto-chat .shade'))).toBe(300);
    load();
    await chat.ready();
  });

  it('scrolls the page again beside the chat', async () => {
    await openInline('layout="stretch" style="height:400px"');
    await loader.page.mouse.move(600, 30);
    await loader.page.mouse.wheel(0, 200);
    await eventually(async () => {
      expect(await loader.page.evaluate('scrollY')).toBeGreaterThan(300);
    });
    expect(await chatOn(loader.page, 'sotto-chat:not(#two)').launcher.isVisible()).toBe(true);
  });
});

describe('FW-15 FW-17 what assistive technology and the page see', () => {
  it('axe finds nothing in any language and floating layout', async () => {
    for (const layout of ['popover', 'popout', 'slideover', 'fullscreen']) {
      for (const language of some(LANGUAGES)) {
        loader.host.pages.set(`/${layout}-${language}`, {
          html: plainPage(
            scriptTag(
              loader.stack.origin,
              `data-widget="demo" data-layout="${layout}" data-language="${language}" data-open`,
            ),
            '<main><h1>A page</h1></main>',
          ),
        });
        await loader.page.goto(`${loader.host.origin}/${layout}-${language}`);
        await chatOn(loader.page).textBox.waitFor();
        expect([
          layout,
          language,
          await violations(loader.page, {
            skipsFrames: true,
            only: [
              'landmark-unique',
              'landmark-no-duplicate-banner',
              'aria-dialog-name',
              'aria-allowed-role',
              'region',
              'frame-title',
              'aria-valid-attr-value',
            ],
          }),
        ]).toEqual([layout, language, []]);
      }
    }
  }, 400_000);

  it('has no class that is no word, in the loader and in the widget, and says from the first paint that the launcher opens a dialog', async () => {
    for (const theme of ['', 'data-theme="modern"', `data-theme='{"config":{"buttonPrimary":"#7a1fd1"}}'`]) {
      const chat = await loader.open(theme);
      await chat.launcher.waitFor();
      expect(await chat.launcher.getAttribute('aria-haspopup')).toBe('dialog');
      await chat.open();
      const inLoader = await loader.run<string[]>(
        '[...widget.shadowRoot.querySelectorAll("*")].map(({ className }) => String(className.baseVal ?? className))',
      );
      const inFrame = await chat.frame
        .locator('body')
        .evaluate((body) => [...body.querySelectorAll('*')].map((element) => element.getAttribute('class') ?? ''));
      expect([...inLoader, ...inFrame].filter((name) => /undefined|\[object|null|NaN/.test(name))).toEqual([]);
    }
  });
});

describe('FW-18 FW-21 the element in a box, and a quiet console', () => {
  it('layout="stretch" is as high as a box that is lower than its own height', async () => {
    await loader.open('data-load="manual" data-id="other"', {
      body: `<div style="height:500px"><sotto-chat widget="demo" layout="stretch" base="${loader.stack.origin}"></sotto-chat></div>`,
    });
    await chatOn(loader.page, 'sotto-chat[layout]').textBox.waitFor();
    expect((await loader.page.locator('sotto-chat[layout]').boundingBox())?.height).toBe(500);
  });

  it("says nothing about the owner's own settings", async () => {
    const logged = listen();
    const settings = loader.page.waitForResponse('**/config.mjs');
    const chat = await loader.open();
    await settings;
    await chat.open();
    await loader.page.waitForTimeout(500);
    expect(logged).toEqual([]);
  });
});
