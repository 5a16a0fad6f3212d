import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../answerOf';
import { frameOf } from '../axe';
import { eventually, sees } from '../chat';
import { isEverything, some } from '../everything';
import { useLoaderPage } from '../hostPages/loaderPage';

/** One pixel, as a server would send it. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DATA_SCRIPT = /(<script type="application\/json" id="sotto-integration">)(.*?)(<\/script>)/s;

/** What the owner of the widget set on the server: written into the frame page on its way. */
async function asOwner(page: Page, change: (config: Record<string, unknown>) => void): Promise<void> {
  await page.route(/\/integrations\/widget\/[^/]+\/frame/, async (route) => {
    const answer = await answerOf(route);
    const body = answer.body.replace(DATA_SCRIPT, (_, open: string, json: string, close: string) => {
      const integration = JSON.parse(json) as { config: Record<string, unknown> };
      change(integration.config);
      return open + JSON.stringify(integration) + close;
    });
    await route.fulfill({ ...answer, body });
  });
}

const loader = await useLoaderPage();

describe('W-1 a frame page that was given no integration object', () => {
  it('loads itself again three times, then says so in plain words, and a press on Reload begins anew', async () => {
    const { page, stack } = loader;
    let loads = 0;
    let isBroken = true;
    await page.route(/\/integrations\/widget\/demo\/frame/, async (route) => {
      loads += 1;
      const answer = await answerOf(route);
      await route.fulfill(isBroken ? { ...answer, body: answer.body.replace(DATA_SCRIPT, '') } : answer);
    });
    await page.goto(`${stack.origin}/integrations/widget/demo/frame`);
    const trouble = page.getByRole('alert');
    await trouble.getByText('The chat could not be loaded.').waitFor();
    expect(loads).toBe(4);
    isBroken = false;
    await trouble.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('textbox').waitFor();
    expect(loads).toBe(5);
    expect(page.url()).not.toContain('reload=');
  });
});

describe('W-6 pictures that may be missing', () => {
  it('a banner stands above the conversation; one that does not load leaves no hole', async () => {
    const { page } = loader;
    await page.route('**/banner.png', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    const chat = await loader.open('data-banner="/banner.png"');
    await chat.open();
    const banner = chat.frame.locator('img[src="/banner.png"]');
    await banner.waitFor();
    const [above, below] = [
      await banner.boundingBox(),
      await chat.frame.getByRole('region', { name: 'Conversation' }).boundingBox(),
    ];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
    await loader.run(`widget.update({ banner: '/no-such.png' })`);
    await chat.frame.locator('img[src*="banner.png"], img[src*="no-such"]').waitFor({ state: 'detached' });
  });

  it('a broken picture of a message is not shown', async () => {
    const { stack } = loader;
    stack.model.script = [`Before ![A harbour](${stack.origin}/no-such.png) after`];
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Show me');
    await sees(chat.messages.last(), 'after');
    await eventually(async () => {
      expect(await chat.messages.last().locator('img').count()).toBe(0);
    });
  });
});

describe('W-8 the credit line', () => {
  it('is there, leads to the server, and a page cannot take it away', async () => {
    const chat = await loader.open('data-powered-by="false" data-brand-caption="Mine"');
    await chat.open();
    const credit = chat.frame.getByRole('link', { name: 'Powered by Sotto' });
    await credit.waitFor();
    expect(await credit.getAttribute('href')).toBe(`${loader.stack.origin}/`);
  });

  it('is the owner’s where the owner says so', async () => {
    await asOwner(loader.page, (config) =>
      Object.assign(config, {
        brandCaption: 'Help by Harbour',
        brandURL: 'https://harbour.example/chat',
        brandLogo: `data:image/png;base64,${PIXEL.toString('base64')}`,
      }),
    );
    const chat = await loader.open();
    await chat.open();
    const credit = chat.frame.getByRole('link', { name: 'Help by Harbour' });
    await credit.waitFor();
    expect(await credit.getAttribute('href')).toBe('https://harbour.example/chat');
    expect(await credit.locator('img').count()).toBe(1);
  });

  it('goes where the owner switches it off', async () => {
    await asOwner(loader.page, (config) => {
      config['poweredBy'] = false;
    });
    const chat = await loader.open();
    await chat.open();
    expect(await chat.frame.getByText('Powered by').count()).toBe(0);
  });
});

describe('W-14 every kind of message', () => {
  it('is drawn as what it is: hidden ones are not, files, sources and previews are', async () => {
    const chat = await loader.open();
    await chat.open();
    await loader.run(`widget.setMessages([
      { type: 'user', text: 'A question', attachments: [{ type: 'text/csv', localName: 'prices.csv', size: 20 }] },
      { type: 'bot', text: 'An answer with sources', references: [{ source: 'guide', title: 'The guide', url: 'https://example.com/guide' }] },
      { type: 'context', text: 'Looked up the order' },
      { type: 'input', text: 'Chosen by a button' },
      { type: 'initial', text: 'An opening line' },
      { type: 'bot', text: 'Not to be seen', extra: { visible: false } },
      { type: 'user', text: 'Hidden too', extra: { hidden: true } },
      { type: 'user', text: 'see this', micro: { url: 'https://example.com/a', title: 'A page about it', publisher: 'Example' } },
    ])`);
    await sees(chat.messages.last(), 'see this');
    const seen = await chat.messages.evaluateAll((all) =>
      all.map(
        (one) =>
          `${(one as HTMLElement).dataset['by'] ?? ''}: ${one.querySelector('.sotto-bubble, .sotto-context-text, p')?.textContent ?? one.textContent}`,
      ),
    );
    expect(seen.join('\n')).toContain('user: A question');
    expect(seen.join('\n')).toContain('bot: An answer with sources');
    expect(seen.join('\n')).toContain('user: Chosen by a button');
    expect(seen.join('\n')).toContain('bot: An opening line');
    await sees(chat.frame.locator('body'), 'Looked up the order');
    const all = await chat.frame.getByRole('region', { name: 'Conversation' }).innerText();
    expect(all).not.toMatch(/Not to be seen|Hidden too/);
    await sees(chat.messages.first(), 'prices.csv');
    await chat.messages
      .nth(1)
      .getByRole('button', { name: /Sources|Source 1/ })
      .or(chat.messages.nth(1).getByText('The guide'))
      .first()
      .waitFor();
    await chat.messages
      .last()
      .getByRole('link', { name: /A page about it/ })
      .waitFor();
  });
});

describe('W-23 link previews', () => {
  const MICRO = {
    url: 'https://example.com/shop',
    title: 'House blend',
    description: 'Nut and cocoa.',
    image: '/v1/unfurl/image/1',
    logo: null,
    publisher: 'Example Roastery',
  };

  it('hold their place, then show title, words and publisher, and lead there', async () => {
    const { page } = loader;
    let answer: (() => void) | undefined;
    await page.route('**/unfurl', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fulfill({ json: { micro: MICRO } });
    });
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Look at https://example.com/shop');
    const waiting = chat.frame.locator('.sotto-preview-wait');
    await waiting.waitFor();
    await eventually(() => {
      expect(answer).toBeDefined();
    });
    answer?.();
    const preview = chat.messages.first().getByRole('link', { name: /House blend/ });
    await preview.waitFor();
    expect(await waiting.count()).toBe(0);
    expect(await preview.innerText()).toMatch(/Nut and cocoa\.[^]*Example Roastery/);
    expect([await preview.getAttribute('href'), await preview.getAttribute('target')]).toEqual([
      'https://example.com/shop',
      '_blank',
    ]);
  });

  if (isEverything)
    it('let their place go after five seconds', async () => {
      await loader.page.route('**/unfurl', () => undefined);
      const chat = await loader.open();
      await chat.open();
      await chat.ask('Look at https://example.com/never');
      const waiting = chat.frame.locator('.sotto-preview-wait');
      await waiting.waitFor();
      await waiting.waitFor({ state: 'detached', timeout: 20_000 });
      expect(await chat.messages.first().locator('.sotto-preview').count()).toBe(0);
      await loader.page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

describe('W-26 voice in', () => {
  /** The browser's recognition has no voice to hear here: one that a test speaks into takes its place. */
  const SPEECH = `window.SpeechRecognition = window.webkitSpeechRecognition = class {
    start() { window.recognizer = this; this.onspeechstart?.(); }
    abort() { this.isOver = true; }
  };`;
  /** What listens is loaded with the first press. */
  const listens = () => frameOf(loader.page).waitForFunction('window.recognizer');
  const send = async (words: string): Promise<void> => {
    await listens();
    await frameOf(loader.page).evaluate(
      `window.recognizer.onresult({ results: [[{ transcript: ${JSON.stringify(words)} }]] })`,
    );
  };

  it('writes what is said, shows that it hears, and sends after two seconds of silence', async () => {
    await loader.page.addInitScript(SPEECH);
    const chat = await loader.open();
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Speak', exact: true }).click();
    const stop = chat.frame.getByRole('button', { name: 'Stop listening' });
    await stop.waitFor();
    await send('Where is');
    await eventually(async () => {
      expect(await chat.textBox.inputValue()).toBe('Where is');
    });
    await send('Where is my order');
    expect(await chat.messages.count()).toBe(0);
    await sees(chat.messages.first(), 'Where is my order');
    await sees(chat.messages.last(), 'An answer.');
    await stop.waitFor({ state: 'detached' });
    expect(await chat.textBox.inputValue()).toBe('');
  });

  it('that fails is logged and told, and listening stops', async () => {
    const warnings: string[] = [];
    loader.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await loader.page.addInitScript(SPEECH);
    const chat = await loader.open();
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Speak', exact: true }).click();
    await chat.frame.getByRole('button', { name: 'Stop listening' }).waitFor();
    await listens();
    await frameOf(loader.page).evaluate(`window.recognizer.onerror({ error: 'network' })`);
    await sees(chat.frame.locator('body'), 'The microphone is not available.');
    await chat.frame.getByRole('button', { name: 'Speak', exact: true }).waitFor();
    expect(warnings).toContain('[sotto] Speech recognition failed (network).');
  });
});

describe('W-28 a session', () => {
  it('is made with the first message, not before; a failed one is told and can be tried again', async () => {
    const made: number[] = [];
    let isBroken = true;
    await loader.page.route('**/session/create', async (route) => {
      made.push(1);
      if (isBroken) await route.fulfill({ json: { resumed: false } });
      else await route.continue();
    });
    const errors: string[] = [];
    await loader.page.exposeFunction('told', (code: string) => errors.push(code));
    const chat = await loader.open('', {
      script: `addEventListener('sotto:error', ({ detail }) => told(detail.message));`,
    });
    await chat.open();
    await chat.textBox.fill('Hello');
    expect(made).toEqual([]);
    await chat.textBox.press('Enter');
    const retry = chat.frame.getByRole('button', { name: 'Try again' });
    await retry.waitFor({ timeout: 30_000 });
    await eventually(() => {
      expect(errors).toContain('Failed to get a fresh token');
    });
    isBroken = false;
    await retry.click();
    await sees(chat.messages.last(), 'An answer.');
    const before = made.length;
    await chat.ask('Again');
    await eventually(async () => {
      expect(await chat.messages.count()).toBe(4);
    });
    expect(made).toHaveLength(before);
  });
});

describe('W-32 W-33 who the visitor is', () => {
  it('needs something to go by, and an address that is one and is not thrown away', async () => {
    await asOwner(loader.page, (config) =>
      Object.assign(config, { contactCollection: true, blockDisposableEmails: true }),
    );
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    const email = chat.frame.getByLabel('Email');
    await email.waitFor();
    expect(await loader.run(`widget.assignContact({}).catch((error) => error.message)`)).toBe(
      'Contact props expected but not provided',
    );
    await chat.frame.getByLabel('Name').fill('Mo');
    const save = chat.frame.getByRole('button', { name: 'Save' });
    const complaint = (): Promise<string> =>
      email.evaluate((element) => (element as HTMLInputElement).validationMessage);
    for (const wrong of [
      'mo@example',
      `${'a'.repeat(65)}@example.com`,
      `mo@${'a'.repeat(64)}.com`,
      '.mo@example.com',
    ]) {
      await email.fill(wrong);
      await save.click();
      await eventually(async () => {
        expect([wrong, await complaint()]).toEqual([wrong, 'Enter an email address']);
      });
    }
    await email.fill('mo@mailinator.com');
    await save.click();
    await eventually(async () => {
      expect(await complaint()).toBe('Please use a different email address');
    });
    await email.fill('mo@example.com');
    await save.click();
    await email.waitFor({ state: 'hidden' });
    expect(await loader.run('widget.getContact()')).toMatchObject({ name: 'Mo', email: 'mo@example.com' });
  });
});

describe('W-39 what is counted', () => {
  it('a sent and a received message, each with the widget, the tokens and one message', async () => {
    const chat = await loader.open('data-data-layer', {
      script:
        `window.tracked = []; window.dataLayer = []; (window.sotto = window.sotto || []).push((widget) => ` +
        `widget.addEventListener('track', ({ detail }) => tracked.push(detail)));`,
    });
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    await eventually(async () => {
      expect(await loader.page.evaluate('window.tracked.length')).toBe(2);
    });
    expect(await loader.page.evaluate('window.tracked')).toMatchObject([
      { event: 'message_send', widget_id: 'demo', usage_tokens: 0, usage_message: 1 },
      { event: 'message_receive', widget_id: 'demo', usage_tokens: 30, usage_message: 1 },
    ]);
    expect(await loader.page.evaluate('window.dataLayer.map(({ event }) => event)')).toEqual([
      'message_send',
      'message_receive',
    ]);
  });
});

describe('W-42 icons', () => {
  it('that are files of the server come through its thumbnail call; an address that no picture may have is not asked for', async () => {
    const asked: string[] = [];
    await loader.page.route('**/thumbnail/**', async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    const chat = await loader.open('data-bar-icon="file_abcdef123456" data-bot-icon="javascript:alert(1)"');
    await chat.open();
    const icon = chat.frame.locator('.sotto-bar-icon img');
    await icon.waitFor({ state: 'attached' });
    const url = new URL((await icon.getAttribute('src')) ?? '');
    expect([url.origin, url.pathname]).toEqual([loader.stack.origin, '/v1/file/file_abcdef123456/thumbnail/download']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      strategy: 'auto',
      cache: 'true',
      version: expect.stringMatching(/^\d+$/) as string,
    });
    await eventually(() => {
      expect(asked).toContain(url.href);
    });
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    expect(await chat.frame.locator('img[src^="javascript"]').count()).toBe(0);
  });
});

describe('W-43 what an owner switches', () => {
  /** Names of the controls, where they stand. */
  const CONTROLS = {
    attachments: 'Attach a file',
    voiceIn: 'Speak',
    restartConversation: 'Restart',
    exportConversation: 'Export',
    maximize: 'Maximize',
    tools: 'Good answer',
    voiceOut: 'Read aloud',
  } as const;
  const ALL = Object.keys(CONTROLS) as (keyof typeof CONTROLS)[];

  it.each(some([undefined, ...ALL], 2))('off: %s', async (off) => {
    await loader.page.addInitScript(`window.SpeechRecognition ??= class {};`);
    await asOwner(loader.page, (config) => {
      if (off) config[off] = false;
    });
    const chat = await loader.open('data-attachments="true" data-tools="true"');
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await chat.messages.last().getByRole('button', { name: 'Copy' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    await chat.frame.getByRole('menuitem').first().waitFor();
    const missing = async () => {
      const seen = new Set(
        await chat.frame
          .locator('.sotto-root')
          .evaluate((root) =>
            [...root.querySelectorAll('button, [role=menuitem]')].map(
              (one) => one.getAttribute('aria-label') ?? one.textContent.trim(),
            ),
          ),
      );
      return ALL.filter((name) => !seen.has(CONTROLS[name]));
    };
    await expect.poll(missing, { timeout: 10_000 }).toEqual(off ? [off] : []);
  });
});
