// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';
import { settle } from './testing/manualClock';

const TEXT = 'Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. 東京は晴れです。';
const PIECES = TEXT.split(/(?<= )/);

describe('W-15 a message and its reply', () => {
  it('goes from sent to thinking to writing to complete', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    const states: string[] = [];
    widget.on('statuschange', ({ value }) => states.push(value));
    server.hold();
    const finished = widget.conversation.send({ message: 'Hello there' });
    await settle();
    expect(widget.conversation.getState().reply?.state).toBe('thinking');
    server.emit(1);
    await clock.advance(20);
    expect(widget.conversation.getState().reply).toMatchObject({ state: 'writing', text: 'Hello ' });
    server.finish();
    await clock.advance(20);
    expect((await finished).text).toBe('Hello there');
    expect(states).toEqual(['thinking', 'writing', 'idle']);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
    expect(widget.conversation.getState().deliveries).toEqual({});
  });

  it('keeps the render key of message and reply when the server names them', async () => {
    const { server, open } = createHarness();
    const widget = open();
    server.hold();
    const finished = widget.conversation.send({ message: 'Hello' });
    const key = widget.conversation.getState().messages[0]?.id;
    await settle();
    const replyKey = widget.conversation.getState().reply?.key;
    server.finish();
    await finished;
    const [user, bot] = widget.conversation.getState().messages;
    expect(user).toMatchObject({ originalMessageId: key });
    expect(user?.id).not.toBe(key);
    expect(bot).toMatchObject({ originalMessageId: replyKey });
    expect(bot?.id).not.toBe(replyKey);
  });
});

describe('F101 F102 F103 a connection that is cut', () => {
  it('gives the same text and one message wherever it is cut', { timeout: 90_000 }, async () => {
    const whole = await streamLength();
    for (let at = 0; at <= whole; at += 3) {
      const { server, clock, open } = createHarness(5);
      server.answerWith(() => PIECES);
      const widget = open();
      server.cutNextAfter(at);
      const finished = widget.conversation.send({ message: 'Tell me' });
      await clock.advance(5_000);
      expect((await finished).text, `cut after ${String(at)} bytes`).toBe(TEXT);
      expect(readTexts(widget)).toEqual(['user: Tell me', `bot: ${TEXT}`]);
      expect(readServerTexts(server)).toEqual(['user: Tell me', `bot: ${TEXT}`]);
      widget.close();
    }
  });

  it('resumes again and again while the reply is written', async () => {
    const { server, clock, open } = createHarness();
    server.answerWith(() => PIECES);
    server.hold();
    const widget = open();
    const finished = widget.conversation.send({ message: 'Tell me' });
    await settle();
    for (let piece = 0; piece < PIECES.length; piece += 1) {
      server.emit(1);
      await clock.advance(50);
      server.cut();
      await clock.advance(1_000);
    }
    server.finish();
    await clock.advance(1_000);
    expect((await finished).text).toBe(TEXT);
    const resumes = server.requests.filter(({ headers }) => headers.has('Last-Event-ID'));
    expect(resumes.length).toBeGreaterThanOrEqual(PIECES.length);
  });

  it('takes 45 seconds of silence for a lost connection (F109)', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const widget = open();
    void widget.conversation.send({ message: 'Hello' });
    await clock.advance(44_000);
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(1);
    await clock.advance(3_000);
    expect(server.requests.filter(({ path }) => path.endsWith('/complete'))).toHaveLength(2);
    expect(server.openStreams()).toBe(1);
  });

  it('sends once when the answer to the send is lost (F201)', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    server.loseNextAnswer(/complete/);
    const finished = widget.conversation.send({ message: 'Only once' });
    await clock.advance(2_000);
    await finished;
    expect(readServerTexts(server)).toEqual(['user: Only once', 'bot: Only once']);
  });
});

describe('F105 reload in mid-reply', () => {
  it('goes on with the same reply', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    server.answerWith(() => PIECES);
    server.hold();
    const tab = openTab();
    const first = open(tab);
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    server.emit(4);
    await clock.advance(300);
    const second = reload(tab, first);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 4).join(''));
    expect(readTexts(second)).toEqual(['user: Tell me']);
    await clock.advance(200);
    server.emit(2);
    await clock.advance(50);
    expect(second.conversation.getState().reply?.text).toBe(PIECES.slice(0, 6).join(''));
    server.finish();
    await clock.advance(50);
    expect(readTexts(second)).toEqual(['user: Tell me', `bot: ${TEXT}`]);
    expect(readServerTexts(server)).toEqual(readTexts(second));
  });

  it('shows the whole reply when it ended while the page was away', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    server.answerWith(() => PIECES);
    server.hold();
    const tab = openTab();
    const first = open(tab);
    void first.conversation.send({ message: 'Tell me' });
    await settle();
    server.emit(4);
    await clock.advance(300);
    tab.leave();
    first.close();
    server.finish();
    const second = open(tab);
    await clock.advance(500);
    expect(readTexts(second)).toEqual(['user: Tell me', `bot: ${TEXT}`]);
    expect(second.conversation.getState().reply).toBeUndefined();
    void reload;
  });

  it('sends what was not received before the reload, once', async () => {
    const { server, clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const first = open(tab);
    server.down();
    first.conversation.send({ message: 'Hello' }).catch(() => undefined);
    await clock.advance(100);
    const second = reload(tab, first);
    server.up();
    await clock.advance(3_000);
    expect(readServerTexts(server)).toEqual(['user: Hello', 'bot: Hello']);
    expect(readTexts(second)).toEqual(readServerTexts(server));
  });

  it('finds the reply without anything stored about it: the tab is new', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const first = open();
    void first.conversation.send({ message: 'Hello you' });
    await settle();
    server.emit(1);
    await clock.advance(50);
    first.close();
    const second = open();
    await clock.advance(1_000);
    expect(second.conversation.getState().reply?.text).toBe('Hello ');
    server.finish();
    await clock.advance(50);
    expect(readTexts(second)).toEqual(['user: Hello you', 'bot: Hello you']);
  });
});

describe('F106 the server is killed in mid-reply', () => {
  it('offers another try, which makes no second message of the visitor', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const widget = open();
    const sent = widget.conversation.send({ message: 'Hello you' });
    sent.catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(20);
    server.down();
    await clock.advance(5_000);
    expect(widget.conversation.getState().reply).toMatchObject({ isReconnecting: true, text: 'Hello ' });
    server.restart();
    server.finish();
    await clock.advance(120_000);
    await sent.catch(() => undefined);
    const { failure } = widget.conversation.getState();
    if (failure) {
      expect(failure.canRetry).toBe(true);
      const retried = widget.conversation.retry();
      await clock.advance(5_000);
      await retried;
    }
    expect(readServerTexts(server).filter((line) => line.startsWith('user'))).toEqual(['user: Hello you']);
    expect(widget.conversation.getState()).toMatchObject({ failure: undefined, reply: undefined });
    expect(readTexts(widget)).toEqual(readServerTexts(server));
  });

  it('goes on when the server comes back with the reply', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const widget = open();
    const sent = widget.conversation.send({ message: 'Hello you' });
    await settle();
    server.emit(1);
    await clock.advance(20);
    server.down();
    await clock.advance(60_000);
    server.up();
    server.finish();
    await clock.advance(40_000);
    expect((await sent).text).toBe('Hello you');
  });

  it('shows an error in mid-stream with a way on', async () => {
    const { server, clock, open } = createHarness();
    server.hold();
    const widget = open();
    const sent = widget.conversation.send({ message: 'Hello you' });
    sent.catch(() => undefined);
    await settle();
    server.emit(1);
    server.breakReply('BAD_GATEWAY');
    await clock.advance(100);
    await expect(sent).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(widget.conversation.getState().failure).toMatchObject({ code: 'BAD_GATEWAY', canRetry: true });
    server.finish();
    const retried = widget.conversation.retry();
    await clock.advance(1_000);
    await retried;
    // What was read of the first reply stays, as its first version.
    expect(readServerTexts(server)).toEqual(['user: Hello you', 'bot: Hello ', 'bot: Hello! How can I help?']);
    expect(readTexts(widget)).toEqual(readServerTexts(server));
    expect(widget.conversation.getState().failure).toBeUndefined();
  });

  it('gives up a send after five tries and sends it on retry, once', async () => {
    const { server, clock, open } = createHarness();
    const widget = open();
    server.down();
    const sent = widget.conversation.send({ message: 'Hello' });
    sent.catch(() => undefined);
    await clock.advance(60_000);
    await expect(sent).rejects.toMatchObject({ code: 'NETWORK' });
    const [message] = widget.conversation.getState().messages;
    expect(widget.conversation.getState().deliveries[message?.id ?? '']).toMatchObject({ state: 'failed' });
    server.up();
    const retried = widget.conversation.retry();
    await clock.advance(1_000);
    await retried;
    expect(readTexts(widget)).toEqual(['user: Hello', 'bot: Hello']);
    expect(readServerTexts(server)).toEqual(readTexts(widget));
  });
});

async function streamLength(): Promise<number> {
  const { server, clock, open } = createHarness();
  server.answerWith(() => PIECES);
  await finish(clock, open().conversation.send({ message: 'Tell me' }));
  const [conversation] = server.conversations.values();
  return new TextEncoder().encode(conversation?.run?.after(null).join('') ?? '').length;
}
