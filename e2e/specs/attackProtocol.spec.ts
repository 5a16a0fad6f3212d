import { describe, expect, it } from 'vitest';
import { openRawPage, type RawPage } from '../attack/rawPage';
import { chatOn, eventually, sees } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useHost, useStack } from '../useStack';

const { browser, stack, host } = await useStack();
const evil = await useHost();

/** Everything a page may say, as a stranger would say it. */
const EVERYTHING = `[
  { type: 'setMessages', id: 1, props: { messages: [{ type: 'bot', text: 'Forged' }] } },
  { type: 'receiveMessage', id: 2, props: { message: 'Forged' } },
  { type: 'sendMessage', id: 3, props: { message: 'Forged' } },
  { type: 'getMessages', id: 4, props: {} }, { type: 'getContact', id: 5, props: {} },
  { type: 'configure', id: 6, props: { barTitle: 'Forged' } },
  { type: 'logout', id: 7, props: {} }, { type: 'restartConversation', id: 8, props: {} },
  { type: 'render', id: 9, props: { frame: 'https://evil.test/' } },
  { ns: 'sotto', type: 'hello', min: 2, max: 2, build: 'x' },
  { ns: 'sotto', type: 'init', v: 2, instance: 'x', config: {}, state: { open: true, maximized: false }, media: {}, capabilities: [] },
  { t: 'req', id: 10, name: 'getMessages', payload: {} }
]`;
const LISTEN = 'window.answers = []; addEventListener("message", (event) => answers.push(event.data));';

async function textOf(raw: RawPage): Promise<string> {
  return raw.frame.evaluate('document.body.innerText');
}

async function talk(raw: RawPage): Promise<void> {
  stack.model.script = ['An answer.'];
  await raw.call('sendMessage', { message: 'A question' });
  await raw.frame.getByText('An answer.').first().waitFor();
}

describe('A401 A402 windows that are not the host', () => {
  it('are heard by nobody: a frame beside the chat, a frame inside that, and a window it opened', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await talk(raw);
    const shout = `for (const target of targets) for (const message of ${EVERYTHING}) target.postMessage(message, '*');`;
    evil.pages.set('/nested', {
      html: `<script>${LISTEN} const targets = [top, top.frames[0], parent]; setTimeout(() => { ${shout} }, 0);</script>`,
    });
    evil.pages.set('/beside', {
      html: `<iframe src="/nested"></iframe><script>${LISTEN} const targets = [parent, parent.frames[0]]; ${shout}</script>`,
    });
    evil.pages.set('/popup', {
      html: `<script>${LISTEN} const targets = [opener, opener.frames[0]]; ${shout}</script>`,
    });
    const forged = evil.origin.replace('localhost', '127.0.0.1');
    await raw.page.context().unroute('**/*');
    await raw.page.evaluate(
      `{ const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(`${forged}/beside`)}; document.body.append(frame); }`,
    );
    await raw.page.waitForFunction('frames.length === 2');
    const [popup] = await Promise.all([
      raw.page.context().waitForEvent('page'),
      raw.page.evaluate(`void window.open(${JSON.stringify(`${forged}/popup`)})`),
    ]);
    await popup.waitForLoadState();
    await eventually(() => {
      expect(raw.page.frames().filter((frame) => frame.url().startsWith(forged)).length).toBe(2);
    });
    // The real host is still served, so what the others said has been read by now.
    expect(await raw.call('getMessages', {})).toHaveLength(2);
    expect(await textOf(raw)).not.toContain('Forged');
    for (const frame of [...raw.page.frames(), ...popup.frames()].filter((each) => each.url().startsWith(forged)))
      expect(
        await frame.evaluate(
          `window.answers.filter(({ type, instance }) => instance !== 'x' && /^(?:response$|on[A-Z]|init$)/.test(type))`,
        ),
      ).toEqual([]);
    expect(stack.model.questions.filter((question) => question.includes('Forged'))).toEqual([]);
    await raw.close();
  });

  it('A403 A404 get no port from the script, and nothing the page says reaches a frame that was led away', async () => {
    host.pages.set('/loader', { html: plainPage(`<script>${LISTEN}</script>${scriptTag(stack.origin)}`) });
    const forged = evil.origin.replace('localhost', '127.0.0.1');
    evil.pages.set('/hello', {
      html:
        `<script>window.heard = []; addEventListener('message', (event) => ` +
        `heard.push([JSON.stringify(event.data), event.ports.length])); parent.postMessage({ ns: 'sotto', ` +
        `type: 'hello', min: 1, max: 9, build: 'x' }, '*');</script>`,
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${host.origin}/loader`);
    const chat = chatOn(page);
    await chat.open();
    await page.evaluate(
      `{ const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(`${forged}/hello`)}; document.body.append(frame); }`,
    );
    await eventually(() => {
      expect(page.frames().some((frame) => frame.url() === `${forged}/hello`)).toBe(true);
    });
    // The chat's own frame is led to a stranger, who asks for a port and listens while the page goes on talking.
    await page.evaluate(
      `document.querySelector('sotto-chat').shadowRoot.querySelector('iframe').src = ${JSON.stringify(`${forged}/hello`)}`,
    );
    await eventually(() => {
      expect(page.frames().filter((frame) => frame.url() === `${forged}/hello`).length).toBe(2);
    });
    await page.evaluate(
      `window.sotto.instancePromise.then((widget) => { widget.sendMessage('a secret').catch(() => {}); ` +
        `widget.assignContact({ name: 'A secret' }).catch(() => {}); widget.open(); })`,
    );
    await page.waitForTimeout(500);
    for (const frame of page.frames().filter((each) => each.url() === `${forged}/hello`))
      expect(await frame.evaluate('window.heard')).toEqual([]);
    await page.context().close();
  });
});

describe('A408 A409 A410 what a host may say wrongly', () => {
  it('is refused with a code, pollutes nothing, and the chat goes on', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    const refused = async (type: string, props: unknown): Promise<string> => {
      try {
        await raw.call(type, props);
        return 'accepted';
      } catch (error) {
        return error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
      }
    };
    expect(await refused('sendMessage', { message: 'x'.repeat(300_000) })).toBe('too_large');
    expect(await refused('setMessages', { messages: Array.from({ length: 10_001 }, () => 1) })).toBe('too_large');
    expect(await refused('setMessages', { messages: 'none' })).toBe('bad_payload');
    expect(await refused('setMeta', { meta: [] })).toBe('bad_payload');
    for (const name of [
      'constructor',
      '__proto__',
      'toString',
      'constructor.constructor',
      '__defineGetter__',
      'then',
      'hasOwnProperty',
      '',
    ])
      expect([
        name,
        await Promise.race([refused(name, {}), raw.page.waitForTimeout(300).then(() => 'unsupported')]),
      ]).toEqual([name, 'unsupported']);
    // What playwright could not carry is made in the page itself.
    const codes = await raw.page.evaluate(`(async () => {
      const code = async (props) => (await speak('setMeta', props)).error?.code;
      const deep = JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60));
      const cycle = {}; cycle.self = cycle;
      return [await code(JSON.parse('{"meta":{"__proto__":{"polluted":1}}}')), await \
code(JSON.parse('{"meta":{"constructor":{"prototype":{"polluted":1}}}}')), await code({ meta: deep }), await code({ \
meta: cycle }), await code({ meta: { when: new Date(), map: new Map(), big: 1n } }), await code(new Error('x'))];
    })()`);
    expect(codes).toEqual(['bad_payload', 'bad_payload', 'too_large', 'too_large', 'bad_payload', 'bad_payload']);
    expect(await raw.frame.evaluate('[typeof ({}).polluted, Object.keys(Object.prototype).length]')).toEqual([
      'undefined',
      0,
    ]);
    await talk(raw);
    await raw.signals.collect();
    expect(raw.signals.errors).toEqual([]);
    await raw.close();
  });
});

describe('A415 A606 another script of the same origin', () => {
  it('cannot end a conversation by a word, nor put one into it', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await talk(raw);
    const forge = (message: object): Promise<unknown> =>
      raw.frame.evaluate((data) => {
        const key = Object.keys(localStorage).find((name) => name.endsWith(':session')) ?? '';
        const channel = new BroadcastChannel(key.replace(/:session$/, ''));
        channel.postMessage({ v: 1, from: 'another', message: data });
        channel.close();
        return key;
      }, message);
    expect(await forge({ type: 'logout' })).toMatch(/^sotto:demo:/);
    await forge({ type: 'restart' });
    await forge({ type: 'token', token: 'forged' });
    await forge({
      type: 'event',
      event: { type: 'message-sent', message: { id: 'forged00', type: 'user', text: 'Forged' } },
      conversationId: 'conv_other',
    });
    await goesOn(raw);
  });

  // Together with a word it is what a restart in another tab is: a script of the same origin can do that as any tab
  // can.
  it('cannot take a conversation over by what it writes into the storage', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await talk(raw);
    await raw.frame.evaluate(
      `for (const key of Object.keys(localStorage)) { localStorage.setItem(key, ` +
        `'{"v":1,"value":{"conversationId":"conv_planted","token":"planted","tokenExpiresAt":9e15}` +
        `,"expiresAt":9e15}'); dispatchEvent(new StorageEvent('storage', { key, newValue: ` +
        `localStorage.getItem(key), storageArea: localStorage })); }`,
    );
    await goesOn(raw);
  });

  async function goesOn(raw: RawPage): Promise<void> {
    stack.model.script = ['Still here.'];
    await raw.call('sendMessage', { message: 'Are you there?' });
    await raw.frame.getByText('Still here.').first().waitFor();
    const text = await textOf(raw);
    expect(text).toContain('A question');
    expect(text).not.toContain('Forged');
    await raw.close();
  }
});

describe('A409 W-40 arguments outside their schema', () => {
  it('never reach the function of the page', async () => {
    host.pages.set('/functions', { html: plainPage(scriptTag(stack.origin)) });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${host.origin}/functions`);
    const chat = chatOn(page);
    await chat.open();
    await page.evaluate(`window.called = []; window.sotto.instancePromise.then((widget) => widget.registerFunctions({ pay: {
      description: 'Pays', parameters: { type: 'object', properties: { amount: { type: 'number', maximum: 10 } }, \
required: ['amount'], additionalProperties: false },
      handler: (args) => { called.push(args); return 'paid'; } } }))`);
    stack.model.afterCall = ['That was refused.'];
    for (const args of [
      { amount: 1000 },
      { amount: '5' },
      {},
      { amount: 5, to: 'evil' },
      JSON.parse('{"amount":5,"__proto__":{"admin":true}}') as object,
    ]) {
      stack.model.script = [{ call: 'pay', args }];
      const before = await chat.messages.count();
      await chat.ask('Please pay');
      await eventually(async () => {
        expect(await chat.messages.count()).toBe(before + 2);
      });
      await sees(chat.messages.last(), 'That was refused.');
    }
    expect(await page.evaluate('window.called')).toEqual([]);
    stack.model.script = [{ call: 'pay', args: { amount: 5 } }];
    await chat.ask('Please pay');
    await eventually(async () => {
      expect(await page.evaluate('window.called')).toEqual([{ amount: 5 }]);
    });
    await page.context().close();
  });
});
