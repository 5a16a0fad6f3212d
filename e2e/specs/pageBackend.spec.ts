import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chatOn, hasMessages, sees } from '../chat';
import { plainPage } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
/** The page answers by itself, and counts what it is told. */
const OWN = `window.told = []; window.stops = 0; window.transport = {
  async *send({ text, messages, trigger, attachments, functions }, { signal }) {
    told.push({ text, trigger, history: messages.map((message) => message.text), files: attachments.length });
    signal.addEventListener('abort', () => { stops += 1; });
    if (text === 'Wait') { yield { type: 'text', text: 'One moment' }; await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason)); }); }
    if (text === 'Fail') { yield { type: 'error', code: 'CLOSED', message: 'Closed on Sundays' }; return; }
    if (functions.getOrder && trigger !== 'functions') {
      yield { type: 'call', callId: 'c1', name: 'getOrder', input: { id: 'A-1' } }; return; }
    yield { type: 'text', text: 'The page ' };
    yield { type: 'text', text: '**answers** ' + messages.length };
  },
};`;
const told = (): Promise<{ text: string; trigger: string; history: string[]; files: number }[]> =>
  loader.page.evaluate('told');

/** The samples of the guide, with the address of this test's server. */
const samples = (): string[] => {
  const guide = readFileSync(new URL('../../docs/guides/any-backend.md', import.meta.url), 'utf8');
  return [...guide.matchAll(/```html\n([\s\S]*?)```/g)].map(([, html = '']) =>
    html.replace('https://chat.example.com', loader.stack.origin),
  );
};

describe('a plain page that answers itself', () => {
  it('as the guide says', async () => {
    loader.host.pages.set('/', { html: plainPage(samples()[0] ?? '') });
    await loader.page.goto(loader.host.origin);
    const chat = chatOn(loader.page);
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'You said: Hello (message 1)');
  });

  it('by sotto.load: the answer comes from the page, the server is asked for nothing', async () => {
    const asked: string[] = [];
    loader.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === loader.stack.origin && pathname.startsWith('/v1/')) asked.push(pathname);
    });
    const chat = await loader.open('data-load="manual"', { script: OWN });
    await loader.page.evaluate('sotto.load({ transport })');
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'The page answers 1');
    await chat.frame.locator('strong', { hasText: 'answers' }).waitFor();
    await chat.ask('And now?');
    await sees(chat.messages.last(), 'The page answers 3');
    expect((await told()).at(-1)).toMatchObject({
      text: 'And now?',
      trigger: 'message',
      history: ['Hello', 'The page **answers** 1', 'And now?'],
    });
    expect(asked).toEqual([]);
    expect(loader.stack.model.questions).toEqual([]);
  });

  it('keeps the conversation over a reload', async () => {
    const chat = await loader.open('data-restore-open', { script: `${OWN} window.sottoSettings = { transport };` });
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'The page answers 1');
    await loader.page.reload();
    await hasMessages(chat, 2);
    await chat.ask('Again');
    await sees(chat.messages.last(), 'The page answers 3');
  });

  it('stops, and offers another try where the page refuses', async () => {
    const chat = await loader.open('', { script: `${OWN} window.sottoSettings = { transport };` });
    await chat.open();
    await chat.ask('Wait');
    await sees(chat.messages.last(), 'One moment');
    await chat.frame.getByRole('button', { name: 'Stop', exact: true }).click();
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    expect(await loader.page.evaluate('stops')).toBe(1);
    await chat.ask('Fail');
    await chat.frame.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it("runs the page's functions and goes on with their results", async () => {
    const chat = await loader.open('', {
      script:
        `${OWN} window.sottoSettings = { transport }; (window.sotto = window.sotto || []).push((widget) => ` +
        `widget.registerFunctions({ getOrder: { description: 'The order', parameters: { type: 'object' }, ` +
        `handler: ({ id }) => { window.called = id; return { state: 'shipped' }; } } }));`,
    });
    await chat.open();
    await chat.ask('Where is it?');
    await sees(chat.messages.last(), 'The page answers 2');
    expect(await loader.page.evaluate('called')).toBe('A-1');
    expect((await told()).map(({ trigger }) => trigger)).toEqual(['message', 'functions']);
  });

  it('by an attribute: an address of the page, with its cookies; of the transports only that one is fetched', async () => {
    const fetched: string[] = [];
    loader.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    let body: { messages?: { parts?: { text?: string }[] }[] } = {};
    await loader.page.route('**/api/chat', async (route) => {
      body = route.request().postDataJSON() as typeof body;
      const parts = [
        { type: 'start' },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'From the AI SDK' },
        { type: 'text-end', id: '1' },
        { type: 'finish' },
      ];
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`,
      });
    });
    loader.host.pages.set('/', { html: plainPage(samples()[1] ?? '') });
    await loader.page.goto(loader.host.origin);
    const chat = chatOn(loader.page);
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'From the AI SDK');
    expect(body.messages?.at(-1)?.parts?.[0]?.text).toBe('Hello');
    expect(fetched.filter((path) => path.endsWith('Transport.mjs')).map((path) => path.split('/').at(-1))).toEqual([
      'hostTransport.mjs',
      'aiSdkTransport.mjs',
    ]);
  });
});
