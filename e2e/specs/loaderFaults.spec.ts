import { describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees } from '../chat';
import { isAboutIcon, isWebKit } from '../engines/leftOut';
import { onConsole } from '../engines/pageErrors';
import { isEverything, some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';
import { postAs, signInAt } from '../signIn';

const loader = await useLoaderPage();
const LOG =
  "window.errors = []; addEventListener('sotto:error', ({ detail }) => errors.push(detail.code)); " +
  "window.uncaught = []; addEventListener('error', (event) => uncaught.push(event.message)); " +
  "addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));";
const errors = (): Promise<string[]> => loader.page.evaluate('window.errors');

describe('2.7 a frame that does not come', () => {
  it("blocked by the page's policy: says so, and offers another try and a tab of its own", async () => {
    const chat = await loader.open('data-timeout="1500"', {
      script: LOG,
      headers: { 'Content-Security-Policy': `script-src 'unsafe-inline' ${loader.stack.origin}; frame-src 'none'` },
    });
    await chat.launcher.click();
    await loader.page.locator('sotto-chat [role=alert]').waitFor();
    expect(await errors()).toEqual(['frame_blocked']);
    expect(
      await loader.page
        .locator('sotto-chat')
        .getByRole('link', { name: 'Open chat in a new tab' })
        .getAttribute('href'),
    ).toBe(`${loader.stack.origin}/w/demo`);
    expect(await loader.page.evaluate('window.uncaught')).toEqual([]);
  });

  it("A501 to a site that is not on the widget's list: nothing of it is shown, the console says why, the page is told", async () => {
    const { page, stack, host } = loader;
    await signInAt(page, stack, 'owner@loaderfaults.example.com');
    const bot = await postAs(page, 'bot/create', { name: 'Shop' });
    const { id } = await postAs(page, 'integration/widget/create', {
      name: 'Shop',
      botId: bot.id,
      allowedOrigins: ['https://shop.example.com'],
    });
    const logged: string[] = [];
    onConsole(page, (message) => logged.push(message));
    host.pages.set('/foreign', {
      html: plainPage(`<script>${LOG}</script>${scriptTag(stack.origin, `data-widget="${id}" data-timeout="1500"`)}`),
    });
    await page.goto(`${host.origin}/foreign`);
    const chat = chatOn(page);
    await chat.launcher.click();
    await page.locator('sotto-chat [role=alert]').waitFor();
    expect(await errors()).toEqual([expect.stringMatching(/^frame_(blocked|timeout)$/)]);
    expect(await chat.textBox.count()).toBe(0);
    expect(logged.join('\n')).toContain('frame-ancestors');
  });

  it('silent: says so; another try brings it', async () => {
    let isSilent = true;
    await loader.page.route('**/widget/demo/frame*', async (route) => {
      if (isSilent) await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' });
      else await route.continue();
    });
    const chat = await loader.open('data-timeout="1500"', { script: LOG });
    await chat.launcher.click();
    const retry = loader.page.locator('sotto-chat').getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await errors()).toEqual(['frame_timeout']);
    isSilent = false;
    await retry.click();
    await chat.textBox.waitFor();
    expect(await retry.count()).toBe(0);
    await chat.ask('Hello');
    await hasMessages(chat, 2);
  });

  if (isEverything)
    it('late: connects all the same', async () => {
      await loader.page.route('**/widget/demo/frame*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2500));
        await route.continue();
      });
      const chat = await loader.open('data-timeout="500"', { script: LOG });
      await chat.launcher.click();
      await loader.page.locator('sotto-chat [role=alert]').waitFor();
      await chat.textBox.waitFor({ timeout: 20_000 });
      expect(await loader.page.locator('sotto-chat [role=alert]').count()).toBe(0);
    });

  it('that loads itself again finds its state', async () => {
    const chat = await loader.open();
    await chat.open();
    await loader.run("widget.setMeta({ plan: 'pro' })");
    await loader.run('widget.setMaximize(true)');
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    const frame = loader.page.frames().find((each) => each.url().includes('/frame'));
    // The old document answers until the new one has come. WebKit's inspector tells of no frame that it has loaded.
    await Promise.all([
      frame?.waitForNavigation({ waitUntil: isWebKit ? 'commit' : 'load' }),
      frame?.evaluate('location.reload()').catch(() => undefined),
    ]);
    await eventually(async () => {
      expect(await loader.run('widget.isReady')).toBe(true);
    });
    await chat.textBox.waitFor();
    await hasMessages(chat, 2);
    expect(await loader.run('widget.getMeta()')).toEqual({ plan: 'pro' });
    expect((await loader.page.locator('sotto-chat iframe').boundingBox())?.width).toBe(650);
    await chat.ask('Again');
    await hasMessages(chat, 4);
  });

  if (isEverything)
    it('that was led away comes back when the chat is opened again', async () => {
      const chat = await loader.open();
      await chat.open();
      await chat.ask('Hello');
      await hasMessages(chat, 2);
      await loader.run('widget.close()');
      await loader.page
        .frames()
        .find((frame) => frame.url().includes('/frame'))
        ?.evaluate("location.href = 'data:text/html,gone'");
      await chat.launcher.click();
      await chat.textBox.waitFor({ timeout: 20_000 });
      await hasMessages(chat, 2);
      await chat.ask('Again');
      await hasMessages(chat, 4);
    });
});

describe('2.1 a chunk that is gone', () => {
  it('is asked for once more, and the server gives the present one', async () => {
    let isGone = true;
    await loader.page.route('**/widget/v2/*/element.mjs', async (route) => {
      // A script of an earlier release names a folder that this server does not have.
      if (isGone) await route.fulfill({ status: 404, body: 'gone' });
      else await route.continue();
      isGone = false;
    });
    const chat = await loader.open('', { script: LOG });
    await chat.open();
    expect(await errors()).toEqual([]);
  });

  it.each([
    ['config.mjs', ''],
    ['translations.mjs', 'data-language="de"'],
    ['hostCalls.mjs', ''],
    ['notices.mjs', ''],
  ])('VI-8 %s, lost once, is asked for a second time', async (file, attributes) => {
    const asked: string[] = [];
    await loader.page.route(new RegExp(`/integrations/widget/.*${file}`), async (route) => {
      asked.push(route.request().url());
      await (asked.length === 1 ? route.abort() : route.continue());
    });
    loader.stack.model.script = [{ call: 'getPlan', args: {} }, 'Done.'];
    const chat = await loader.open(attributes, { script: LOG });
    await loader.run(
      "(widget.registerFunctions({ getPlan: { description: 'The plan', parameters: {}, handler: () => 'pro' } }), " +
        "widget.setNotifications({ hint: { text: 'Hello' } }))",
    );
    if (file === 'hostCalls.mjs') {
      await chat.open();
      await chat.ask('Which plan?');
    } else if (file !== 'config.mjs') await chat.launcher.hover();
    await eventually(() => {
      expect(asked).toHaveLength(2);
    });
    expect(asked[1]).toContain('?t=');
  });

  it('stays away: chunk_failed, no error of the page, and a later press tries again', async () => {
    let isGone = true;
    const warned: string[] = [];
    loader.page.on('console', (message) => {
      if (message.text().includes('[sotto]')) warned.push(message.text());
    });
    await loader.page.route('**/widget/v2/**', async (route) => {
      if (isGone) await route.abort();
      else await route.continue();
    });
    const chat = await loader.open('data-load="click"', { script: LOG });
    await chat.launcher.click();
    await eventually(async () => {
      expect(await errors()).toEqual(['chunk_failed']);
    });
    expect(await loader.page.evaluate('window.uncaught')).toEqual([]);
    expect(await chat.launcher.getAttribute('title')).toBe('Chat cannot load');
    expect(warned).toEqual([expect.stringMatching(/Chat cannot load.*element\.mjs/)]);
    isGone = false;
    await chat.launcher.click();
    await chat.textBox.waitFor({ timeout: 20_000 });
  });
});

describe('2.14 who may speak', () => {
  it('messages of other windows and origins are not heard', async () => {
    const chat = await loader.open('', { script: LOG });
    await chat.open();
    await loader.run("widget.setMeta({ plan: 'pro' })");
    loader.host.pages.set('/stranger', {
      html:
        '<!doctype html><script>for (const type of ["hello", "reset"]) parent.postMessage({ ns: "sotto", ' +
        'type, min: 2, max: 2, build: "x", v: 2 }, "*"); parent.postMessage({ type: "setOpen", props: { ' +
        'open: false } }, "*");</script>',
    });
    await loader.page.evaluate(
      "document.body.append(Object.assign(document.createElement('iframe'), { src: '/stranger' }))",
    );
    await loader.page.evaluate("postMessage({ ns: 'sotto', type: 'hello', min: 2, max: 2, build: 'x' }, '*')");
    await loader.page.waitForTimeout(500);
    expect(await loader.run('[widget.isOpen, widget.isReady]')).toEqual([true, true]);
    expect(await loader.run('widget.getMeta()')).toEqual({ plan: 'pro' });
    expect(await errors()).toEqual([]);
  });

  it.each([
    ["widget.sendMessage({ message: 'x'.repeat(300 * 1024) })", 'too_large'],
    ['widget.setContact({ name: 7 })', 'bad_payload'],
    ["widget.render({ frame: 'javascript:alert(1)' })", 'not_allowed'],
  ])('%s is refused with %s, and the chat goes on', async (code, expected) => {
    const chat = await loader.open();
    await chat.open();
    expect(await loader.run(`${code}.then(() => 'done', (error) => error.code)`)).toBe(expected);
    await chat.ask('Hello');
    await hasMessages(chat, 2);
  });

  it('W-37 a page with an iframe of its own speaks raw', async () => {
    loader.host.pages.set('/raw', {
      html: plainPage(
        '',
        `<h1>Raw</h1><iframe id="chat" title="Chat" style="width:400px;height:600px" \
src="${loader.stack.origin}/integrations/widget/demo/frame?embed=iframe"></iframe><script>
        window.heard = []; addEventListener('message', ({ data, origin }) => { if (origin === '${loader.stack.origin}') heard.push(data); });</script>`,
      ),
    });
    await loader.page.goto(`${loader.host.origin}/raw`);
    const frame = loader.page.frameLocator('#chat');
    await frame.getByRole('textbox').waitFor();
    await loader.page.evaluate((origin) => {
      document
        .querySelector('iframe')
        ?.contentWindow?.postMessage({ type: 'sendMessage', id: 'q1', props: { message: 'Raw hello' } }, origin);
    }, loader.stack.origin);
    await sees(frame.locator('article.sotto-message').last(), 'An answer.');
    await eventually(async () => {
      const received =
        await loader.page.evaluate<{ type: string; id?: string; props?: { value?: { text?: string } } }[]>(
          'window.heard',
        );
      expect(received.find(({ type, id }) => type === 'response' && id === 'q1')?.props?.value?.text).toBe(
        'An answer.',
      );
      expect(received.map(({ type }) => type)).toContain('onReceive');
    });
  });
});

describe('5.1 sessions of the host page', () => {
  it.each(['callback', 'address'])('made by its %s', async (form) => {
    const made =
      `fetch('${loader.stack.origin}/v1/integration/widget/demo/session/create', { method: 'POST', ` +
      `headers: { 'content-type': 'application/json' }, body: '{}' }).then((response) => ` +
      `response.json()).then((session) => { window.made = session.conversationId; return session; })`;
    const script = form === 'callback' ? `window.sottoSettings = { createSession: () => ${made} };` : '';
    if (form === 'address') {
      await loader.page.route('**/my-session', async (route) => {
        const response = await fetch(`${loader.stack.origin}/v1/integration/widget/demo/session/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: loader.host.origin },
          body: '{}',
        });
        await route.fulfill({ json: await response.json() });
      });
    }
    const chat = await loader.open(form === 'address' ? 'data-create-session="/my-session"' : '', { script });
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    if (form === 'callback')
      expect(await loader.run('widget.conversationId')).toBe(await loader.page.evaluate('window.made'));
  });
});

describe('W-40 functions of the page, through a real round trip', () => {
  const register = (definition: string): string =>
    `(window.sotto = window.sotto || []).push((widget) => widget.registerFunctions({ getOrder: { ` +
    `description: 'The order', parameters: { type: 'object', properties: { id: { type: 'string' } }, ` +
    `required: ['id'] }, ${definition} } }));`;
  const call = { call: 'getOrder', args: { id: 'A-1' } };

  it.each([
    ['takes too long', 'timeoutMs: 400, handler: () => new Promise(() => {})', call, 'in time'],
    [
      'is called with wrong arguments',
      'handler: () => { window.ran = true; }',
      { call: 'getOrder', args: { number: 1 } },
      'required property',
    ],
    ['throws', "handler: () => { throw new Error('no such order'); }", call, 'no such order'],
  ] as const)(
    '%s: the model hears why, and the visitor an answer',
    async (_name, definition, step, expectedMessage) => {
      const chat = await loader.open('', { script: LOG + register(definition) });
      loader.stack.model.script = [step];
      loader.stack.model.afterCall = ['I could not find it.'];
      await chat.open();
      await chat.ask('Where is my order?');
      await sees(chat.messages.last(), 'I could not find it.');
      expect(loader.stack.model.results.at(-1)).toContain(expectedMessage);
      expect(await loader.page.evaluate('window.ran')).toBeUndefined();
      expect(await loader.page.evaluate('window.uncaught')).toEqual([]);
    },
  );

  it('ends the turn with an aborted signal: no more text, and the chat goes on', async () => {
    const chat = await loader.open('', { script: register('handler: () => AbortSignal.abort()') });
    loader.stack.model.script = [call];
    await chat.open();
    await chat.ask('Take me to my order');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    loader.stack.model.script = ['An answer.'];
    await chat.ask('And now?');
    await sees(chat.messages.last(), 'An answer.');
  });

  it('asks the visitor first, also after a reload in the middle; yes runs it once', async () => {
    const chat = await loader.open('', {
      script: register(
        "confirm: 'May I look up your order?', handler: () => { window.ran = (window.ran ?? 0) + 1; return 'shipped'; }",
      ),
    });
    loader.stack.model.script = [call];
    loader.stack.model.afterCall = ['It was shipped.'];
    await chat.open();
    await chat.ask('Where is my order?');
    await sees(chat.frame.locator('.sotto-root'), 'May I look up your order?');
    await loader.page.reload();
    await chat.launcher.click();
    await sees(chat.frame.locator('.sotto-root'), 'May I look up your order?');
    expect(await loader.page.evaluate('window.ran')).toBeUndefined();
    await chat.frame.getByRole('button', { name: 'Yes' }).click();
    await sees(chat.messages.last(), 'It was shipped.');
    expect(await loader.page.evaluate('window.ran')).toBe(1);
    expect(loader.stack.model.results.at(-1)).toContain('shipped');
  });

  it('no is told to the model', async () => {
    const chat = await loader.open('', { script: register('confirm: true, handler: () => { window.ran = true; }') });
    loader.stack.model.script = [call];
    loader.stack.model.afterCall = ['As you wish.'];
    await chat.open();
    await chat.ask('Where is my order?');
    await chat.frame.getByRole('button', { name: 'No', exact: true }).click();
    await sees(chat.messages.last(), 'As you wish.');
    expect(await loader.page.evaluate('window.ran')).toBeUndefined();
    expect(loader.stack.model.results.at(-1)).toContain('The visitor declined');
  });
});

describe('A503 A504 a strict policy with Trusted Types', () => {
  it.each(some(['popover', 'fullscreen', 'popout', 'slideover', 'center', 'stretch'], 2))(
    '%s: not one violation',
    async (layout) => {
      loader.host.pages.set('/', {
        html: plainPage(
          `<script nonce="abc">window.violations = []; document.addEventListener('securitypolicyviolation', (event) \
=> violations.push(event.violatedDirective + ' ' + event.blockedURI));</script>
        ${scriptTag(
          loader.stack.origin,
          `nonce="abc" data-widget="demo" data-layout="${layout}" data-load="eager" data-height="auto" ` +
            `data-tab-title data-shortcut="ctrl+k"`,
        )}`,
        ),
        headers: {
          'Content-Security-Policy': `default-src 'none'; script-src 'nonce-abc'; frame-src ${loader.stack.origin}; require-trusted-types-for 'script'`,
        },
      });
      await loader.page.goto(loader.host.origin);
      const chat = chatOn(loader.page);
      await loader.page.locator('sotto-chat iframe').waitFor({ state: 'attached' });
      // Fullscreen begins open; its launcher brings it back.
      if (layout !== 'fullscreen' && (await chat.launcher.count())) await chat.launcher.click();
      await chat.textBox.waitFor();
      await chat.ask('Hello');
      await hasMessages(chat, 2);
      await loader.page.evaluate("window.sotto.setNotifications({ a: { text: 'News' } })");
      await loader.page.evaluate('window.sotto.close()');
      // WebKit counts its own request for an icon as one of the page.
      expect(
        (await loader.page.evaluate<string[]>('window.violations')).filter((violation) => !isAboutIcon(violation)),
      ).toEqual([]);
    },
  );
});
