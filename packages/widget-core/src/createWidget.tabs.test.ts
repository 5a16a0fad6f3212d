// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { delay } from './lib/clock';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';
import { settle } from './testing/manualClock';

const TEXT = 'Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. 東京は晴れです。';
const PIECES = TEXT.split(/(?<= )/);

describe('W-30 two tabs', () => {
  it('shows the reply live in the other tab, which asks the server for nothing', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    server.answerWith(() => PIECES);
    const [first, second] = [open(), open()];
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    server.emit(3);
    await clock.advance(120);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 3).join(''));
    expect(second.conversation.getState().conversationId).toBe(first.conversation.getState().conversationId);
    server.finish();
    await clock.advance(200);
    expect(readTexts(second)).toEqual(readTexts(first));
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(1);
    expect(server.requests.filter(({ path }) => path.endsWith('/session/create'))).toHaveLength(1);
  });

  it('is told the text at once by a tab that nobody sees: its timers may be held up', async () => {
    const { server, clock, open, openTab } = createHarness();
    server.hold();
    server.answerWith(() => PIECES);
    const hidden = openTab();
    const [first, second] = [open(hidden), open()];
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    hidden.setHidden(true);
    server.emit(3);
    await clock.advance(260);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 3).join(''));
    server.finish();
    await clock.advance(500);
  });

  it('takes over when the streaming tab is closed in mid-reply', async () => {
    const { server, clock, open, browser } = createHarness();
    server.hold();
    server.answerWith(() => PIECES);
    const [first, second] = [open(), open()];
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    server.emit(3);
    await clock.advance(20);
    first.close();
    server.emit(2);
    await clock.advance(500);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 5).join(''));
    server.finish();
    await clock.advance(200);
    expect(readTexts(second)).toEqual(['user: Tell me', `bot: ${TEXT}`]);
    expect(readServerTexts(server)).toEqual(readTexts(second));
    expect(browser.locks.isHeld('sotto:stream:demo:day-2026-11-21')).toBe(false);
  });

  it('gives a tab opened in mid-reply the text so far', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    server.answerWith(() => PIECES);
    const first = open();
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    server.emit(3);
    await clock.advance(20);
    const second = open();
    await clock.advance(300);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 3).join(''));
    server.finish();
    await clock.advance(300);
    expect(readTexts(second)).toEqual(readTexts(first));
    expect(server.requests.filter(({ path, method }) => path.endsWith('/complete') && method === 'POST')).toHaveLength(
      1,
    );
  });

  it.each([0, 1])('F203 sends both, one after the other, when both send within %i ms', async (gap) => {
    const { server, clock, open } = createHarness();
    const [first, second] = [open(), open()];
    const one = first.conversation.send({ message: 'from one' });
    if (gap > 0) await clock.advance(gap);
    const two = second.conversation.send({ message: 'from two' });
    await clock.advance(2_000);
    expect([(await one).text, (await two).text]).toEqual(['from one', 'from two']);
    const pairs = [
      ['user: from one', 'bot: from one'],
      ['user: from two', 'bot: from two'],
    ];
    // Ids sort by the millisecond; within one, chance decides.
    if (gap === 0 && readServerTexts(server)[0] === 'user: from two') pairs.reverse();
    expect(readServerTexts(server)).toEqual(pairs.flat());
    expect(readTexts(first)).toEqual(readServerTexts(server));
    expect(readTexts(second)).toEqual(readServerTexts(server));
  });

  it.each([
    ['and the other tab ends its reply', 'ends'],
    ['and the other tab is closed', 'closes'],
  ])('a tab that waited for its turn sends after the back/forward cache, %s', async (_, how) => {
    const { server, clock, open, openTab, browser } = createHarness();
    server.hold();
    server.answerWith(() => PIECES);
    const tab = openTab();
    const [first, second] = [open(), open(tab)];
    first.conversation.send({ message: 'Tell me' }).catch(() => undefined);
    await settle();
    server.emit(3);
    await clock.advance(120);
    expect(second.conversation.getState().reply).toBeDefined();
    tab.leave();
    await clock.advance(50);
    expect(browser.locks.waiting('sotto:stream:demo:day-2026-11-21')).toBe(0);
    tab.comeBack();
    await clock.advance(50);
    const sent = second.conversation.send({ message: 'And more' });
    sent.catch(() => undefined);
    await clock.advance(50);
    if (how === 'closes') {
      first.close();
      await clock.advance(500);
    }
    server.finish();
    await clock.advance(2_000);
    server.finish();
    await clock.advance(2_000);
    expect(readTexts(second).filter((text) => text.startsWith('user'))).toEqual(['user: Tell me', 'user: And more']);
    expect(second.conversation.getState().deliveries).toEqual({});
    expect(readServerTexts(server)).toEqual(readTexts(second));
  });

  it.each([
    ['is online', true],
    ['is offline', false],
  ])('shows after the back/forward cache what was written in another tab meanwhile, and %s', async (_, isOnline) => {
    const { clock, open, openTab, browser } = createHarness();
    const tab = openTab();
    const [first, second] = [open(), open(tab)];
    await finish(clock, first.conversation.send({ message: 'Hello' }));
    tab.leave();
    await finish(clock, first.conversation.send({ message: 'And more' }));
    if (!isOnline) browser.setOnline(false);
    first.conversation.send({ message: 'And that' }).catch(() => undefined);
    await clock.advance(1_000);
    tab.comeBack();
    await clock.advance(1_000);
    expect(readTexts(second)).toEqual(readTexts(first));
    expect(second.conversation.getState().deliveries).toEqual(first.conversation.getState().deliveries);
  });

  it('asks for its turn again when the browser refuses the lock', async () => {
    const { server, clock, open, openTab } = createHarness();
    const { environment } = openTab();
    let refusals = 2;
    const widget = open(undefined, {
      environment: {
        ...environment,
        locks: {
          hold: async (...request) => {
            if ((refusals -= 1) >= 0) throw new DOMException('The document is not fully active', 'InvalidStateError');
            return environment.locks.hold(...request);
          },
        },
      },
    });
    void widget.conversation.send({ message: 'Hello' });
    await clock.advance(3_000);
    expect(readServerTexts(server)).toHaveLength(2);
  });

  it('F304 takes over from a tab that hangs', async () => {
    const { server, clock, open, openTab } = createHarness();
    server.hold();
    const tab = openTab();
    let isFrozen = false;
    // A frozen tab keeps its lock and says nothing.
    const openChannel: typeof tab.environment.openChannel = (name) => {
      const channel = tab.environment.openChannel(name);
      return (
        channel && {
          ...channel,
          post: (message) => {
            if (!isFrozen) channel.post(message);
          },
        }
      );
    };
    const frozen = { ...tab.environment, openChannel };
    const [first, second] = [open(tab, { environment: frozen }), open()];
    first.conversation.send({ message: 'one two three' }).catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(120);
    isFrozen = true;
    server.emit(1);
    await clock.advance(59_000);
    expect(second.conversation.getState().reply?.text).toBe('one ');
    await clock.advance(2_000);
    expect(second.conversation.getState().reply?.text).toBe('one two ');
    server.finish();
    await clock.advance(100);
    expect(readTexts(second)).toEqual(['user: one two three', 'bot: one two three']);
  });

  it('W-11 restarts everywhere', async () => {
    const { server, clock, open, browser } = createHarness();
    const [first, second] = [open(), open()];
    await finish(clock, first.conversation.send({ message: 'Hello' }));
    await clock.advance(300);
    await second.conversation.restart();
    await settle();
    for (const widget of [first, second]) {
      expect(widget.conversation.getState()).toMatchObject({ conversationId: undefined, messages: [], generation: 1 });
    }
    expect([...browser.localStorage.entries.keys()]).toEqual([]);
    await finish(clock, first.conversation.send({ message: 'Again' }));
    await clock.advance(300);
    expect(server.conversations.size).toBe(2);
    expect(readTexts(second)).toEqual(['user: Again', 'bot: Again']);
  });

  it('W-11 restarts in mid-reply without ghosts', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const [first, second] = [open(), open()];
    const sent = first.conversation.send({ message: 'Hello you' });
    sent.catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(20);
    await second.conversation.restart();
    await clock.advance(5_000);
    await expect(sent).rejects.toMatchObject({ code: 'ABORTED' });
    expect(readTexts(first)).toEqual([]);
    expect(readTexts(second)).toEqual([]);
    expect(first.conversation.getState().reply).toBeUndefined();
  });

  it('W-11 hears nothing more of a conversation that is over', async () => {
    const { clock, open, openTab } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    const { conversationId } = widget.conversation.getState();
    await widget.conversation.restart();
    const late = { type: 'message-received', message: { id: 'late', type: 'bot', text: 'ghost' } };
    const line = tab.environment.openChannel('sotto:demo:day-2026-11-21');
    line?.post({ v: 1, from: 'other', message: { type: 'event', conversationId, event: late } });
    line?.post({ v: 1, from: 'other', message: { type: 'event', event: { type: 'no-such-event' } } });
    line?.post({ v: 1, from: 'other', message: '<script>' });
    await settle();
    expect(readTexts(widget)).toEqual([]);
  });

  it('F313 shows a reply that ended in the other tab while this one was being loaded', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const [first, second] = [open(), open(tab)];
    server.hold();
    first.conversation.send({ message: 'one' }).catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(120);
    // The word of the first tab and the list of the server both miss the reloaded one by a moment.
    server.failNext(/message\/list/, 'INTERNAL_SERVER_ERROR');
    const reloaded = reload(tab, second);
    server.finish();
    await clock.advance(300);
    expect(readTexts(reloaded)).toEqual(['user: one', 'bot: one']);
    expect(readTexts(first)).toEqual(readTexts(reloaded));
  });

  it('F313 reads every message once from a storage that both tabs have written', async () => {
    const { clock, open, openTab, reload, server } = createHarness();
    const tabs = [openTab(), openTab()] as const;
    const [first, second] = [open(tabs[0]), open(tabs[1])];
    await finish(clock, first.conversation.send({ message: 'one' }));
    const reloaded = [reload(tabs[1], second), reload(tabs[0], first)] as const;
    await finish(clock, reloaded[0].conversation.send({ message: 'two' }));
    server.down();
    const offline = reload(tabs[0], reloaded[1]);
    await clock.advance(300);
    expect(readTexts(offline)).toEqual(readServerTexts(server));
  });

  it('F313 stops a reply that the server begins only later', async () => {
    const { server, clock, open, openTab } = createHarness();
    const slow = openTab();
    const fetch: typeof globalThis.fetch = async (input, init) =>
      delay(clock, 500).then(() => slow.environment.fetch(input, init));
    const [first, second] = [open(slow, { environment: { ...slow.environment, fetch } }), open()];
    server.hold();
    first.conversation.send({ message: 'one two' }).catch(() => undefined);
    await clock.advance(700);
    expect(second.conversation.getState().reply).toMatchObject({ runId: undefined });
    const stopped = second.conversation.stop();
    await clock.advance(1_000);
    await stopped;
    expect(first.conversation.getState()).toMatchObject({ reply: undefined, deliveries: {} });
    expect([readTexts(first), readTexts(second)]).toEqual([['user: one two'], ['user: one two']]);
    expect(readServerTexts(server)).toEqual(['user: one two']);
  });

  it('F313 shows as sent what was given up here and had reached the server', async () => {
    const { server, clock, open } = createHarness();
    const [first, second] = [open(), open()];
    await finish(clock, first.conversation.send({ message: 'one' }));
    for (let attempt = 0; attempt < 5; attempt += 1) server.loseNextAnswer(/POST .*complete/);
    first.conversation.send({ message: 'two' }).catch(() => undefined);
    await clock.advance(60_000);
    expect(first.conversation.getState().deliveries).toEqual({});
    expect(readTexts(first)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
    expect(readTexts(second)).toEqual(readTexts(first));
  });

  it('F313 sends in the new conversation what was written after another tab had restarted', async () => {
    const { server, clock, open } = createHarness();
    const [first, second] = [open(), open()];
    await finish(clock, first.conversation.send({ message: 'one' }));
    await clock.advance(300);
    void first.conversation.restart();
    // Storage is clear already, the word has not come yet.
    const sent = second.conversation.send({ message: 'two' });
    await clock.advance(3_000);
    expect((await sent).text).toBe('two');
    expect([...server.conversations.values()].map(({ messages }) => messages.map(({ text }) => text))).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ]);
    for (const widget of [first, second]) expect(readTexts(widget)).toEqual(['user: two', 'bot: two']);
  });

  it('W-36 speaks the language picked in another tab', async () => {
    const { open } = createHarness();
    const [first, second] = [
      open(undefined, { config: { intl: { de: {}, en: {} } } }),
      open(undefined, { config: { intl: { de: {}, en: {} } } }),
    ];
    first.view.setLanguage('de');
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(second.view.getState().language).toBe('de');
    expect(open(undefined, { config: { intl: { de: {}, en: {} } } }).view.getState().language).toBe('de');
  });
});
