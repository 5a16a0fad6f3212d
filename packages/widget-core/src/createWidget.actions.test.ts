// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { WidgetError } from './errors';
import type { FunctionCaller } from './conversation/runners/functions';
import { settle } from './testing/manualClock';
import type { Widget } from './widget/widget';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';

async function setUpReply(functions = false) {
  // Fetched when the first function is wanted: here it is there before.
  if (functions) await import('./conversation/runners/functions');
  const harness = createHarness();
  const tab = harness.openTab();
  const widget = harness.open(tab);
  if (functions) widget.functions.set({ getOrder: { description: 'The order', parameters: {} } });
  harness.server.hold();
  const sent = widget.conversation.send({ message: 'one two three' });
  sent.catch(() => undefined);
  await settle();
  harness.server.emit(1);
  await harness.clock.advance(20);
  return { ...harness, tab, widget, sent };
}

describe('W-40 functions of the page', () => {
  it('runs once and answers on the channel', async () => {
    const { widget, server, clock } = await setUpReply(true);
    const caller = vi.fn<FunctionCaller>(() => Promise.resolve({ value: { order: 7 } }));
    widget.functions.setCaller(caller);
    const channel = server.want('getOrder', { a: 1 });
    await clock.advance(20);
    expect(caller).toHaveBeenCalledTimes(1);
    expect(caller.mock.calls[0]?.[0]).toMatchObject({ name: 'getOrder', args: { a: 1 } });
    expect(server.published).toEqual([{ channel, message: { value: { order: 7 } } }]);
    expect(server.requests.find(({ path }) => path.endsWith('/complete'))?.body?.['functions']).toEqual({
      getOrder: { description: 'The order', parameters: {} },
    });
  });

  it.each([
    ['nobody knows it', undefined, { error: { code: 'UNKNOWN_FUNCTION' } }],
    ['it throws', () => Promise.reject(new Error('no order')), { error: { code: 'FAILED', message: 'no order' } }],
    [
      'it ends the turn',
      () => Promise.resolve({ abort: true as const, reason: 'moved on' }),
      { abort: true, reason: 'moved on' },
    ],
    [
      'its answer is too large',
      () => Promise.resolve({ value: 'x'.repeat(300_000) }),
      { error: { code: 'TOO_LARGE' } },
    ],
    [
      'the host does not answer it',
      () => Promise.reject(new WidgetError('unsupported')),
      { error: { code: 'UNKNOWN_FUNCTION' } },
    ],
  ] as const)('tells the model when %s', async (_, caller, message) => {
    const { widget, server, clock } = await setUpReply(true);
    widget.functions.setCaller(caller);
    server.want('getOrder', {});
    await clock.advance(20);
    expect(server.published[0]?.message).toMatchObject(message);
  });

  it('does not run what Object.prototype offers', async () => {
    const { widget, server, clock } = await setUpReply(true);
    const caller = vi.fn<FunctionCaller>(() => Promise.resolve({ value: 1 }));
    widget.functions.setCaller(caller);
    server.want('constructor', {});
    await clock.advance(20);
    expect(caller).not.toHaveBeenCalled();
  });

  it('asks the visitor first when the page wants it so', async () => {
    const { widget, server, clock } = await setUpReply(true);
    const caller = vi.fn<FunctionCaller>(() => Promise.resolve({ value: 1 }));
    widget.functions.setCaller(caller);
    server.want('getOrder', {}, true);
    await clock.advance(20);
    const question = widget.view.getState().functionQuestion;
    expect(question?.name).toBe('getOrder');
    expect(caller).not.toHaveBeenCalled();
    widget.functions.answer(question?.callId ?? '', false);
    await clock.advance(20);
    expect(caller).not.toHaveBeenCalled();
    expect(server.published[0]?.message).toMatchObject({
      error: { code: 'DECLINED', message: 'The visitor declined' },
    });
    expect(widget.view.getState().functionQuestion).toBeUndefined();
  });

  it.each([true, false])('A809: passes the visitor’s word on a tool of the server on: %j', async (yes) => {
    const { widget, server, clock } = await setUpReply(true);
    const caller = vi.fn<FunctionCaller>(() => Promise.resolve({ value: { approved: true } }));
    widget.functions.setCaller(caller);
    // It has the name of a function of the page, which must not answer in the visitor’s place.
    server.want('getOrder', { order: 7 }, true, true);
    await clock.advance(20);
    const question = widget.view.getState().functionQuestion;
    expect(question).toMatchObject({ name: 'getOrder', args: { order: 7 } });
    expect(server.published).toEqual([]);
    widget.functions.answer(question?.callId ?? '', yes);
    await clock.advance(20);
    expect(server.published[0]?.message).toEqual({ approved: yes });
    expect(caller).not.toHaveBeenCalled();
  });

  it('is not run twice after a reload', async () => {
    const { widget, server, clock, tab, reload } = await setUpReply(true);
    widget.functions.setCaller(() => new Promise(() => undefined));
    server.want('getOrder', {});
    await clock.advance(20);
    const second = reload(tab, widget);
    const caller = vi.fn<FunctionCaller>(() => Promise.resolve({ value: 1 }));
    second.functions.set({ getOrder: { description: '', parameters: {} } });
    second.functions.setCaller(caller);
    await clock.advance(1_000);
    expect(caller).not.toHaveBeenCalled();
    expect(server.published[0]?.message).toMatchObject({ error: { code: 'INTERRUPTED' } });
  });
});

describe('F107 stop', () => {
  it('keeps the text so far, here and on the server', async () => {
    const { widget, sent, clock, server } = await setUpReply();
    await widget.conversation.stop();
    await clock.advance(100);
    expect((await sent).text).toBe('one ');
    expect(readTexts(widget)).toEqual(readServerTexts(server));
    await widget.conversation.stop();
  });

  it('works from another tab', async () => {
    const { widget, open, clock, server } = await setUpReply();
    const other = open();
    await clock.advance(300);
    await other.conversation.stop();
    await clock.advance(300);
    expect(readTexts(other)).toEqual(['user: one two three', 'bot: one ']);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('ends here when the server cannot be told', async () => {
    const { widget, clock, server } = await setUpReply();
    server.down();
    const stopped = widget.conversation.stop();
    await clock.advance(4_000);
    await stopped;
    expect(widget.conversation.getState().reply).toBeUndefined();
    expect(readTexts(widget)).toEqual(['user: one two three', 'bot: one ']);
  });
});

describe('sending', () => {
  it('keeps the body of a repeated send, also after a reload with other functions', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const first = open(tab);
    first.functions.set({ a: { description: 'first', parameters: {}, timeoutMs: 5_000 } });
    server.loseNextAnswer(/complete/);
    first.conversation.send({ message: 'Hello' }).catch(() => undefined);
    await clock.advance(50);
    const second = reload(tab, first);
    second.functions.set({ b: { description: 'second', parameters: {} } });
    await clock.advance(5_000);
    expect(readServerTexts(server)).toEqual(['user: Hello', 'bot: Hello']);
    expect(readTexts(second)).toEqual(readServerTexts(server));
    expect(second.conversation.getState()).toMatchObject({ failure: undefined, deliveries: {} });
  });

  it('waits for a reply that runs elsewhere (409), shows it, and sends then', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    const token = server.requests.at(-1)?.headers.get('Authorization') ?? '';
    const id = widget.conversation.getState().conversationId ?? '';
    server.hold();
    await server.fetch(`https://chat.example.com/v1/conversation/${id}/complete`, {
      method: 'POST',
      headers: { Authorization: token, 'Idempotency-Key': 'other-device' },
      body: JSON.stringify({ text: 'from the phone' }),
    });
    const sent = widget.conversation.send({ message: 'two' });
    await clock.advance(500);
    expect(widget.conversation.getState().reply).toBeDefined();
    server.finish();
    await clock.advance(3_000);
    expect((await sent).text).toBe('two');
    expect(readServerTexts(server)).toEqual([
      'user: one',
      'bot: one',
      'user: from the phone',
      'bot: from the phone',
      'user: two',
      'bot: two',
    ]);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('F111 waits as long as the server asks and tries no 4xx again', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    server.failNext(/complete/, 'TOO_MANY_REQUESTS', { headers: { 'Retry-After': '20' } });
    const sent = widget.conversation.send({ message: 'one' });
    await clock.advance(19_000);
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(1);
    await clock.advance(2_000);
    await sent;
    for (const code of ['LIMITS_REACHED', 'NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY', 'INTERNAL_SERVER_ERROR'] as const) {
      const before = server.requests.length;
      server.failNext(/complete/, code);
      const refused = widget.conversation.send({ message: code });
      refused.catch(() => undefined);
      await clock.advance(60_000);
      await expect(refused).rejects.toMatchObject({ code });
      expect(server.requests.length - before).toBe(1);
    }
  });

  it('FW-11: keeps when a limit ends, for the page, the visitor and after a reload', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    server.failNext(/complete/, 'LIMITS_REACHED', { headers: { 'Retry-After': '7200' } });
    const refused = widget.conversation.send({ message: 'one' });
    refused.catch(() => undefined);
    await clock.advance(1_000);
    await expect(refused).rejects.toMatchObject({ code: 'LIMITS_REACHED', retryAfterMs: 7_200_000 });
    const readDelivery = ({ conversation }: Widget): unknown => Object.values(conversation.getState().deliveries)[0];
    const delivery = readDelivery(widget);
    expect(delivery).toMatchObject({ state: 'failed', code: 'LIMITS_REACHED' });
    const { retryAt } = delivery as { retryAt: number };
    expect(Math.abs(retryAt - clock.now() - 7_200_000)).toBeLessThan(2_000);
    const again = reload(tab, widget);
    expect(readDelivery(again)).toMatchObject({ state: 'failed', retryAt });
  });

  it('stores without asking for a reply', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    const stored = await finish(clock, widget.conversation.send({ message: 'for the record', respond: false }));
    expect(stored.text).toBe('for the record');
    expect(readServerTexts(server)).toEqual(['user: for the record']);
    expect(widget.conversation.getState().deliveries).toEqual({});
  });

  it('W-43 sends nothing when the owner switched it off', async () => {
    const { server, open } = createHarness();
    const widget = open(undefined, { config: { disabled: true } });
    await expect(widget.conversation.send({ message: 'one' })).rejects.toMatchObject({ code: 'disabled' });
    expect(server.requests).toEqual([]);
  });

  it('empties the draft by sending its text, and keeps one that is another text', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    widget.draft.set('not yet');
    await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(widget.draft.getState().text).toBe('not yet');
    await finish(clock, widget.conversation.send({ message: 'not yet' }));
    expect(widget.draft.getState().text).toBe('');
  });

  it('adds the metadata that it begins with to what the page has said', async () => {
    const widget = createHarness().open();
    widget.meta.set({ shop: 'berlin' });
    await widget.conversation.initiate({ message: 'Hi', meta: { cart: 2 } });
    expect(widget.meta.get()).toEqual({ shop: 'berlin', cart: 2 });
  });

  it('begins the conversation when asked to', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.initiate());
    expect(readServerTexts(server)).toEqual(['bot: Hello! How can I help?']);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('W-39 tells of sends and replies once, in the tab where they happen', async () => {
    const { clock, open } = createHarness();
    const [widget, other] = [open(), open()];
    const tracked: unknown[] = [];
    for (const each of [widget, other]) each.on('track', (detail) => tracked.push(detail));
    await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(tracked).toEqual([
      { event: 'message_send', widget_id: 'demo', usage_tokens: 0, usage_message: 1 },
      { event: 'message_receive', widget_id: 'demo', usage_tokens: 7, usage_message: 1 },
    ]);
  });

  it('sends the initial user messages, meta and contact with the session, once', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    widget.conversation.setMessages([
      { id: 'host_1', type: 'user', text: 'I look at shoes' },
      { id: 'host_2', type: 'bot', text: 'Nice' },
    ]);
    widget.meta.set({ shop: 'berlin' });
    widget.contact.set({ name: 'Jo' });
    await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(server.requests[0]?.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      messages: [{ type: 'user', text: 'I look at shoes' }],
      meta: { shop: 'berlin' },
      contact: { name: 'Jo' },
    });
  });

  it.each([
    ['a long history', Array.from({ length: 400 }, (_, index) => `said ${String(index)}`), 50, 'said 399'],
    [
      'a heavy one',
      Array.from({ length: 8 }, (_, index) => `${String(index)}${'ü'.repeat(5_000)}`),
      6,
      `7${'ü'.repeat(5_000)}`,
    ],
    ['one message that is too long', ['short', 'x'.repeat(40_000)], 1, 'short'],
  ])('W-29 answers the first question whatever the page shows: %s', async (_name, texts, sentCount, newest) => {
    const { server, clock, open } = createHarness();
    const widget = open();
    widget.conversation.setMessages(texts.map((text, index) => ({ id: `host_${String(index)}`, type: 'user', text })));
    widget.meta.set({ cart: 'x'.repeat(20_000) });
    const reply = await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(reply.type).toBe('bot');
    const { messages, meta } = server.requests[0]?.body ?? {};
    expect(messages).toHaveLength(sentCount);
    expect((messages as { text: string }[]).at(-1)?.text).toBe(newest);
    expect(meta).toBeUndefined();
  });
});

describe('what stands around a conversation', () => {
  it('W-24 votes once, and rests for two seconds', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    const reply = await finish(clock, widget.conversation.send({ message: 'one' }));
    await widget.messages.vote(reply.id, 'up');
    await widget.messages.vote(reply.id, 'down');
    expect(widget.conversation.getState().votes).toEqual({ [reply.id]: 'up' });
    await clock.advance(1_999);
    await widget.messages.vote(reply.id, 'down');
    expect(widget.conversation.getState().votes).toEqual({ [reply.id]: 'up' });
    await clock.advance(1);
    await widget.messages.vote(reply.id, 'down');
    expect([...(server.conversations.values().next().value?.votes.values() ?? [])]).toEqual(['downvote']);
    server.failNext(/upvote/, 'NOT_FOUND');
    await clock.advance(2_000);
    await expect(widget.messages.vote(reply.id, 'up')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(widget.conversation.getState().votes).toEqual({ [reply.id]: 'down' });
  });

  it('W-24 sends why an answer was bad at once, and after the vote itself; a reason that is lost leaves the vote', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    const seen: unknown[] = [];
    widget.on('vote', (detail) => seen.push(detail));
    const { id } = await finish(clock, widget.conversation.send({ message: 'one' }));
    const down = widget.messages.vote(id, 'down');
    await Promise.all([down, widget.messages.vote(id, 'down', 'Off topic: I asked for tea')]);
    const stored = [...server.conversations.values()][0];
    expect([stored?.votes.get(id), stored?.voteReasons.get(id)]).toEqual(['downvote', 'Off topic: I asked for tea']);
    expect(seen).toEqual([
      { messageId: id, vote: 'down' },
      { messageId: id, vote: 'down', reason: 'Off topic: I asked for tea' },
    ]);
    server.failNext(/downvote/, 'NOT_FOUND');
    await expect(widget.messages.vote(id, 'down', 'More')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(widget.conversation.getState().votes).toEqual({ [id]: 'down' });
  });

  it('W-4 hints the last answer until it is opened or dismissed', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    const reply = await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(widget.view.getState()).toMatchObject({ peekMessageId: reply.id, unread: 1 });
    widget.view.setOpen(true);
    expect(widget.view.getState()).toMatchObject({ peekMessageId: undefined, unread: 0 });
    widget.close();
    expect(open().view.getState().peekMessageId).toBeUndefined();
  });

  it('W-4 BE-36: hints nothing in a new tab that was read in an open chat', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    widget.view.setOpen(true);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    const other = open();
    await clock.advance(500);
    expect(other.view.getState().peekMessageId).toBeUndefined();
    widget.view.setOpen(false);
    const reply = await finish(clock, widget.conversation.send({ message: 'two' }));
    await clock.advance(200);
    expect(other.view.getState().peekMessageId).toBe(reply.id);
  });

  it('W-4 a hint that was dismissed stays away for ten days, in every tab, and comes back then; another one is shown at once', async () => {
    const { clock, open, openTab } = createHarness();
    const greeted = (initial = 'Anything I can help with?') => open(openTab(), { config: { initial } });
    const widget = greeted();
    const hint = widget.view.getState().peekMessageId;
    expect(hint).toBeDefined();
    widget.view.dismissPeek();
    expect(widget.view.getState().peekMessageId).toBeUndefined();
    await clock.advance(864_000_000 - 1);
    expect(greeted().view.getState().peekMessageId).toBeUndefined();
    await clock.advance(1);
    expect(greeted().view.getState().peekMessageId).toBe(hint);
    widget.view.dismissPeek();
    const answered = greeted();
    const reply = await finish(clock, answered.conversation.send({ message: 'one' }));
    expect(answered.view.getState().peekMessageId).toBe(reply.id);
  });

  it('W-12 writes a transcript that no message can forge', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'Hi\n\nBot: I give it away' }));
    const { fileName, text } = await widget.conversation.transcript();
    expect(fileName).toMatch(/^[A-Za-z0-9_-]+\.txt$/);
    expect(fileName).toBe(`${String(widget.conversation.getState().conversationId)}.txt`);
    expect(text.split('\n').filter((line) => /^(You|Bot):/.test(line))).toHaveLength(2);
  });

  it('VI-49 gives visitors the transcript under the name of the widget and the day, with times', async () => {
    const { clock, open } = createHarness();
    const widget = open(undefined, { config: { barTitle: 'Ask us' } });
    await finish(clock, widget.conversation.send({ message: 'Hi' }));
    const { fileName, text } = await widget.conversation.transcript('visitor');
    expect(fileName).toMatch(/^Ask-us-\d{4}-\d\d-\d\d\.txt$/);
    expect(text).toMatch(/^\[.*\d{4}.*\d:\d\d.*\] You: Hi\n\n\[.*\d:\d\d.*\] Ask us: /);
  });

  it.each([
    'Put <b>it</b> in <name>: 2*3*4, ~5~ and $x$ **now**',
    '    if indented:\n\tby_a_tab()  \n\n\nfar below',
    '# title\n[1]: https://a.example\n| a | b |\n|---|---|',
    '\u202Eturned\u202C \u200Fמימין zero\u200Bwidth soft\u00ADhyphen 👨‍👩‍👧‍👦',
    'x'.repeat(32_768),
  ])(
    'VI-25 md-15 keeps what the visitor wrote as they wrote it, for the model and in the transcript: %#',
    async (typed) => {
      const { clock, server, open } = createHarness();
      const widget = open();
      await finish(clock, widget.conversation.send({ message: typed }));
      expect(readTexts(widget)[0]).toBe(`user: ${typed}`);
      const [conversation] = server.conversations.values();
      expect(conversation?.messages.find(({ type }) => type === 'user')?.text).toBe(typed);
      expect((await widget.conversation.transcript()).text).toContain(`You: ${typed.replaceAll('\n', '\n  ')}\n`);
    },
  );

  it('W-29 goes on to another day when it is opened, and not before', async () => {
    const { clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    await clock.advance(13 * 3_600_000);
    expect(readTexts(widget)).toEqual(['user: one', 'bot: one']);
    widget.view.setOpen(true);
    expect(readTexts(widget)).toEqual([]);
  });

  it('logs out in every tab and leaves no key of the conversation', async () => {
    const { clock, open, browser } = createHarness();
    const [widget, other] = [open(), open()];
    widget.contact.set({ name: 'Jo' });
    await finish(clock, widget.conversation.send({ message: 'one' }));
    await widget.logout();
    await settle();
    for (const each of [widget, other]) {
      expect(each.contact.get()).toBeNull();
      expect(readTexts(each)).toEqual([]);
    }
    expect([...browser.localStorage.entries.keys()].filter((key) => key.includes(':day-'))).toEqual([]);
  });
});
