// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';
import { settle } from './testing/manualClock';

describe('F204 offline', () => {
  it('waits, marked as waiting, and goes out once and in order', async () => {
    const { server, clock, open, browser } = createHarness();
    const widget = open();
    browser.setOnline(false);
    const sent = Promise.all(['one', 'two', 'three'].map((message) => widget.conversation.send({ message })));
    await clock.advance(100);
    expect(Object.values(widget.conversation.getState().deliveries).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(widget.view.getState().isOnline).toBe(false);
    browser.setOnline(true);
    await clock.advance(3_000);
    await sent;
    expect(readServerTexts(server)).toEqual([
      'user: one',
      'bot: one',
      'user: two',
      'bot: two',
      'user: three',
      'bot: three',
    ]);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('survives a reload while offline', async () => {
    const { server, clock, open, openTab, reload, browser } = createHarness();
    const tab = openTab();
    const first = open(tab);
    browser.setOnline(false);
    for (const message of ['one', 'two']) first.conversation.send({ message }).catch(() => undefined);
    await clock.advance(100);
    const second = reload(tab, first);
    await clock.advance(100);
    expect(readTexts(second)).toEqual(['user: one', 'user: two']);
    expect(Object.values(second.conversation.getState().deliveries).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
    ]);
    browser.setOnline(true);
    await clock.advance(3_000);
    expect(readServerTexts(server)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
    expect(readTexts(second)).toEqual(readServerTexts(server));
  });

  it('EN-8: a page that comes back shows what was written on another page meanwhile, and sends it', async () => {
    const { server, clock, open, openTab, browser } = createHarness();
    const tab = openTab();
    const first = open(tab);
    await finish(clock, first.conversation.send({ message: 'zero' }));
    tab.leave();
    browser.setOnline(false);
    const tabOfLink = openTab();
    const second = open(tabOfLink);
    for (const message of ['one', 'two']) second.conversation.send({ message }).catch(() => undefined);
    await clock.advance(100);
    tabOfLink.leave();
    second.close();
    tab.comeBack();
    await clock.advance(100);
    expect(readTexts(first)).toEqual(['user: zero', 'bot: zero', 'user: one', 'user: two']);
    expect(Object.values(first.conversation.getState().deliveries).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
    ]);
    browser.setOnline(true);
    await clock.advance(3_000);
    expect(readServerTexts(server).slice(2)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
    expect(readTexts(first)).toEqual(readServerTexts(server));
  });

  it('goes offline in mid-reply and shows the whole reply afterwards', async () => {
    const { server, clock, open, browser } = createHarness();
    server.hold();
    const widget = open();
    const sent = widget.conversation.send({ message: 'Hello you' });
    await settle();
    server.emit(1);
    await clock.advance(20);
    browser.setOnline(false);
    server.cut();
    await clock.advance(3_600_000);
    server.finish();
    browser.setOnline(true);
    await clock.advance(1_000);
    expect((await sent).text).toBe('Hello you');
  });
});

describe('a send that the server never had', () => {
  it('asks for no reply after a reload, but sends first', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const first = open(tab);
    await finish(clock, first.conversation.send({ message: 'one' }));
    server.down();
    first.conversation.send({ message: 'two' }).catch(() => undefined);
    await clock.advance(100);
    server.up();
    const second = reload(tab, first);
    await clock.advance(3_000);
    expect(readTexts(second)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
    expect(server.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/complete'))).toEqual([]);
  });

  it('W-11 is forgotten with a restart', async () => {
    const { server, clock, open, browser } = createHarness();
    const widget = open();
    server.down();
    widget.conversation.send({ message: 'one' }).catch(() => undefined);
    await clock.advance(100);
    await widget.conversation.restart();
    server.up();
    await clock.advance(60_000);
    expect(readServerTexts(server)).toEqual([]);
    expect([...browser.localStorage.entries.keys()]).toEqual([]);
  });
});

describe('W-28 tokens', () => {
  it('makes no session before the first send', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    widget.view.setOpen(true);
    await clock.advance(1_000);
    expect(server.requests).toEqual([]);
  });

  it('renews an expired token once, for the same conversation (F301)', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    await clock.advance(3_700_000);
    await finish(clock, widget.conversation.send({ message: 'two' }));
    const creates = server.requests.filter(({ path }) => path.endsWith('/session/create'));
    expect(creates).toHaveLength(2);
    expect(creates[1]?.body).toMatchObject({ conversationId: widget.conversation.getState().conversationId });
    expect(readServerTexts(server)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
  });

  it('answers a refused token with one renewal and one repeat', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    server.refuseTokens();
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(server.requests.filter(({ path }) => path.endsWith('/session/create'))).toHaveLength(2);
    expect(readServerTexts(server)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
  });

  it('shows a second refusal', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    server.failNext(/complete/, 'NOT_AUTHENTICATED', { times: Infinity });
    const sent = widget.conversation.send({ message: 'one' });
    sent.catch(() => undefined);
    await clock.advance(1_000);
    await expect(sent).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(2);
  });

  it('carries the pending message into another conversation when the old one is over', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    await clock.advance(3_700_000);
    server.forgetSessions();
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(readTexts(widget)).toEqual(['user: two', 'bot: two']);
    expect(server.conversations.size).toBe(2);
  });

  it('FW-20: begins another conversation with the message when the server does not know the old one, in every tab', async () => {
    const { server, clock, open } = createHarness();
    const [widget, other] = [open(), open()];
    await finish(clock, widget.conversation.send({ message: 'one' }));
    const changes: (string | undefined)[] = [];
    widget.on('sessionchange', ({ value }) => changes.push(value?.conversationId));
    server.deleteConversations();
    expect((await finish(clock, widget.conversation.send({ message: 'two' }))).text).toBe('two');
    await clock.advance(1_000);
    for (const each of [widget, other]) expect(readTexts(each)).toEqual(['user: two', 'bot: two']);
    expect(changes).toEqual([[...server.conversations.keys()][0]]);
    await finish(clock, other.conversation.send({ message: 'three' }));
    expect(readServerTexts(server)).toEqual(['user: two', 'bot: two', 'user: three', 'bot: three']);
    expect(server.conversations.size).toBe(1);
  });

  it('FW-20: brings along what was edited, what wants no reply, and the question that had no answer', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    server.deleteConversations();
    const [asked] = widget.conversation.getState().messages;
    await finish(clock, widget.messages.edit(asked?.id ?? '', 'another'));
    expect(readTexts(widget)).toEqual(['user: another', 'bot: another']);
    server.deleteConversations();
    await finish(clock, widget.conversation.send({ message: 'a note', respond: false }));
    expect(readTexts(widget)).toEqual(['user: a note']);
    server.hold();
    widget.conversation.send({ message: 'why?' }).catch(() => undefined);
    await clock.advance(20);
    server.breakReply('BAD_GATEWAY');
    await clock.advance(1_000);
    server.finish();
    expect(widget.conversation.getState().failure?.code).toBe('BAD_GATEWAY');
    server.deleteConversations();
    await finish(clock, widget.conversation.retry());
    await clock.advance(1_000);
    expect(readTexts(widget)).toEqual(['user: why?', 'bot: why?']);
    expect(readServerTexts(server)).toEqual(['user: why?', 'bot: why?']);
  });

  it('FW-20: a new conversation that refuses the message as well is not replaced again, and the text stays', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    server.failNext(/complete/, 'NOT_FOUND', { times: Infinity });
    const sent = widget.conversation.send({ message: 'two' });
    sent.catch(() => undefined);
    await clock.advance(10_000);
    await expect(sent).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(server.conversations.size).toBe(2);
    expect(readTexts(widget)).toEqual(['user: two']);
  });

  it('says that no session could be made, to the page as well', async () => {
    const { clock, open } = createHarness();
    const widget = open(undefined, { createSession: () => Promise.resolve({}) });
    const reported: string[] = [];
    widget.on('error', ({ code, message }) => reported.push(`${code}: ${message}`));
    const sent = widget.conversation.send({ message: 'one' });
    sent.catch(() => undefined);
    await clock.advance(1_000);
    await expect(sent).rejects.toMatchObject({ code: 'session_failed', message: 'Failed to get a fresh token' });
    expect(reported).toEqual(['session_failed: Failed to get a fresh token']);
  });

  it('keeps the token out of everything that tabs and hosts hear (A601)', async () => {
    const { server, clock, open, browser } = createHarness();
    const widget = open();
    const received: string[] = [];
    for (const name of ['send', 'receive', 'item', 'sessionchange', 'messageschange', 'track'] as const) {
      widget.on(name, (detail) => received.push(JSON.stringify(detail)));
    }
    open();
    await finish(clock, widget.conversation.send({ message: 'one' }));
    const token = server.requests.at(-1)?.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(`${received.join()}${browser.channels.posted.join()}`).not.toContain(token);
    expect(server.requests.map(({ path }) => path).join()).not.toContain(token);
  });
});

describe('W-30 storage that does not help', () => {
  it.each(['fill', 'deny'] as const)('chats on when storage is %sed', async (fault) => {
    const { server, clock, open, browser, openTab } = createHarness();
    const tab = openTab();
    browser.localStorage[fault]();
    tab.sessionStorage[fault]();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(readTexts(widget)).toEqual(readServerTexts(server));
    expect(server.conversations.size).toBe(1);
  });

  it('reads past corrupt entries (F310)', async () => {
    const { clock, open, browser } = createHarness();
    const first = open();
    await finish(clock, first.conversation.send({ message: 'one' }));
    first.close();
    const wrong = [
      '{',
      'null',
      '[]',
      '{"v":2}',
      '{"v":1,"value":{"order":"x"},"expiresAt":9e15}',
      '\u0000',
      '"'.repeat(100_000),
    ];
    let turn = 0;
    for (const key of browser.localStorage.entries.keys())
      browser.localStorage.entries.set(key, wrong[(turn += 1) % wrong.length] ?? '');
    const second = open();
    await finish(clock, second.conversation.send({ message: 'two' }));
    expect(readTexts(second)).toContain('bot: two');
  });

  it('keeps nothing with session none and with privacy', async () => {
    for (const config of [{ session: 'none' }, { privacy: true }]) {
      const { clock, open, browser, openTab } = createHarness();
      const tab = openTab();
      const widget = open(tab, { config });
      widget.draft.set('half a');
      await finish(clock, widget.conversation.send({ message: 'one' }));
      await clock.advance(1_000);
      expect(browser.localStorage.entries.size).toBe(0);
      expect(tab.sessionStorage.entries.size).toBe(0);
      expect(browser.channels.openCount()).toBe(0);
    }
  });
});

describe('the life of a widget', () => {
  it('F402 create, close, create leaves one of everything, and close leaves nothing', async () => {
    const { clock, open, openTab, browser } = createHarness();
    const tab = openTab();
    open(tab).close();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    expect(browser.channels.openCount()).toBe(1);
    widget.close();
    await settle();
    expect(tab.listeners()).toBe(0);
    expect(browser.channels.openCount()).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it('F402 close in mid-reply leaves no lock, no stream, no timer', async () => {
    const { clock, open, openTab, browser, server } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    server.hold();
    const sent = widget.conversation.send({ message: 'one two' });
    sent.catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(20);
    widget.close();
    await settle();
    await expect(sent).rejects.toMatchObject({ code: 'destroyed' });
    expect(server.openStreams()).toBe(0);
    expect(browser.locks.isHeld('sotto:stream:demo:day-2026-11-21')).toBe(false);
    expect(clock.pending()).toBe(0);
  });

  it('F405 lets go of everything on pagehide and goes on after pageshow', async () => {
    const { clock, open, openTab, browser, server } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    server.hold();
    const sent = widget.conversation.send({ message: 'one two three' });
    await settle();
    server.emit(1);
    await clock.advance(20);
    tab.leave();
    await settle();
    expect(browser.channels.openCount()).toBe(0);
    expect(server.openStreams()).toBe(0);
    expect(browser.locks.isHeld('sotto:stream:demo:day-2026-11-21')).toBe(false);
    server.emit(1);
    tab.comeBack();
    await clock.advance(500);
    server.finish();
    await clock.advance(500);
    expect((await sent).text).toBe('one two three');
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('keeps what is typed over a reload (F207)', async () => {
    const { open, openTab, reload } = createHarness();
    const tab = openTab();
    const first = open(tab);
    first.draft.set('half a sen');
    expect(reload(tab, first).draft.getState().text).toBe('half a sen');
  });
});

describe('laws of cost', () => {
  it('writes at most four times a second while streaming, tells tabs ten times a second, changes state at most every 30 ms', async () => {
    const { clock, open, openTab, browser, server } = createHarness();
    const tab = openTab();
    server.answerWith(() => Array.from({ length: 2_000 }, () => 'word '));
    server.hold();
    const widget = open(tab);
    void widget.conversation.send({ message: 'Tell me' });
    await settle();
    const changes = vi.fn();
    widget.conversation.subscribe(changes);
    const before = {
      local: browser.localStorage.writes(),
      tab: tab.sessionStorage.writes(),
      posted: browser.channels.posted.length,
    };
    for (let frame = 0; frame < 60; frame += 1) {
      server.emit(30);
      await clock.advance(17);
    }
    expect(changes.mock.calls.length).toBeGreaterThan(20);
    expect(changes.mock.calls.length).toBeLessThanOrEqual(34);
    await clock.advance(50);
    expect(widget.conversation.getState().reply?.text).toHaveLength(60 * 30 * 5);
    expect(browser.localStorage.writes() - before.local).toBe(0);
    expect(tab.sessionStorage.writes() - before.tab).toBeLessThanOrEqual(5);
    expect(browser.channels.posted.length - before.posted).toBeLessThanOrEqual(11);
    // Tabs hear what is new, never what they know: all posts together are hardly more than the text.
    const posted = browser.channels.posted.slice(before.posted).reduce((sum, post) => sum + post.length, 0);
    expect(posted).toBeLessThan(60 * 30 * 5 + 11 * 300);
  });

  it('tells tabs at once what is not text, behind the text that came before it', async () => {
    const { clock, open, browser, server } = createHarness();
    server.hold();
    const widget = open();
    void widget.conversation.send({ message: 'one two' });
    await settle();
    server.emit(2);
    await clock.advance(17);
    const before = browser.channels.posted.length;
    widget.conversation.receive({ message: 'By the way' });
    const types = browser.channels.posted
      .slice(before)
      .map((post) => (JSON.parse(post) as { message: { event: { type: string } } }).message.event.type);
    expect(types).toEqual(['text-delta', 'message-received']);
  });

  it('stores one message a key and rewrites no other', async () => {
    const { clock, open, browser } = createHarness();
    const widget = open();
    for (let turn = 0; turn < 5; turn += 1)
      await finish(clock, widget.conversation.send({ message: `turn ${String(turn)}` }));
    const before = browser.localStorage.writes();
    await finish(clock, widget.conversation.send({ message: 'last' }));
    expect(browser.localStorage.writes() - before).toBeLessThanOrEqual(9);
  });
});
