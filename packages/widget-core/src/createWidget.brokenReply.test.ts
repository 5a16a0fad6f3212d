// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Widget } from './widget/widget';
import { settle } from './testing/manualClock';
import { createHarness, finish, readServerTexts, type Harness } from './testing/widgetHarness';

/** What is shown, one line a message: its place among its versions, and whether it broke off. */
function shown(widget: Widget): string[] {
  const { messages } = widget.conversation.getState();
  return messages
    .filter(({ extra }) => extra?.visible !== false)
    .map(
      ({ id, text, versions, failure }) =>
        `${text}${versions ? ` (${String(versions.indexOf(id) + 1)}/${String(versions.length)})` : ''}${failure ? ` !${failure.code}` : ''}`,
    );
}

const failureOf = (widget: Widget) => widget.conversation.getState().failure;

/** A question whose reply breaks off after some of its three pieces. */
async function breakOff({ server, clock }: Harness, widget: Widget, pieces: number): Promise<void> {
  server.answerWith((text) => (text === undefined ? ['The ', 'whole ', 'reply'] : ['The ', 'begin', 'ning']));
  server.hold();
  const sent = widget.conversation.send({ message: 'Tell me' });
  sent.catch(() => undefined);
  await settle();
  server.emit(pieces);
  server.breakReply('BAD_GATEWAY');
  await clock.advance(300);
  await expect(sent).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
}

/** Try again, and the model answers. */
async function tryAgain({ server, clock }: Harness, widget: Widget): Promise<void> {
  server.finish();
  await finish(clock, widget.conversation.retry());
  await clock.advance(300);
}

const questions = (server: Harness['server']): number =>
  readServerTexts(server).filter((line) => line.startsWith('user')).length;

describe('FW-1 a reply that breaks off', () => {
  it('FW-1: keeps its text, and offers to try again', async () => {
    const harness = createHarness();
    const widget = harness.open();
    await breakOff(harness, widget, 2);
    expect(shown(widget)).toEqual(['Tell me', 'The begin !BAD_GATEWAY']);
    expect(widget.conversation.getState().reply).toBeUndefined();
    expect(failureOf(widget)).toMatchObject({ code: 'BAD_GATEWAY', canRetry: true });
  });

  it.each([2, 0])(
    'FW-1: says so after a reload, and in a tab that is opened later (%s pieces were read)',
    async (pieces) => {
      const harness = createHarness();
      const tab = harness.openTab();
      const widget = harness.open(tab);
      await breakOff(harness, widget, pieces);
      const before = shown(widget);
      const reloaded = harness.reload(tab, widget);
      // At once, from what this browser keeps, and still when the server has been asked.
      expect(shown(reloaded)).toEqual(before);
      expect(failureOf(reloaded)).toMatchObject({ code: 'BAD_GATEWAY', canRetry: true });
      const failure = failureOf(reloaded);
      await harness.clock.advance(500);
      expect(shown(reloaded)).toEqual(before);
      expect(failureOf(reloaded)).toBe(failure);
      const other = harness.open();
      await harness.clock.advance(500);
      expect(shown(other)).toEqual(before);
      expect(failureOf(other)).toMatchObject({ code: 'BAD_GATEWAY' });
    },
  );

  it.each([2, 0])(
    'FW-1: says so where this browser has kept nothing, from the server (%s pieces were read)',
    async (pieces) => {
      const harness = createHarness();
      const tab = harness.openTab();
      const widget = harness.open(tab);
      await breakOff(harness, widget, pieces);
      const before = shown(widget);
      const storage = tab.environment.localStorage;
      for (const key of Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? ''))
        if (key.includes(':message:')) storage?.removeItem(key);
      const reloaded = harness.reload(tab, widget);
      await harness.clock.advance(500);
      expect(shown(reloaded)).toEqual(before);
      expect(failureOf(reloaded)).toMatchObject({ code: 'BAD_GATEWAY', canRetry: true });
    },
  );

  it.each(['here', 'after a reload', 'in another tab', 'in a tab that is opened later'])(
    'FW-1: Try again %s answers the same question, and keeps the text as another version',
    async (place) => {
      const harness = createHarness();
      const tab = harness.openTab();
      const first = harness.open(tab);
      const other = harness.open();
      await breakOff(harness, first, 2);
      const widget =
        place === 'here'
          ? first
          : place === 'after a reload'
            ? harness.reload(tab, first)
            : place === 'in another tab'
              ? other
              : harness.open();
      await harness.clock.advance(500);
      await tryAgain(harness, widget);
      for (const each of [widget, other]) {
        expect(shown(each)).toEqual(['Tell me', 'The whole reply (2/2)']);
        expect(failureOf(each)).toBeUndefined();
      }
      expect(questions(harness.server)).toBe(1);
      await finish(
        harness.clock,
        widget.messages.chooseVersion(widget.conversation.getState().messages.find(({ failure }) => failure)?.id ?? ''),
      );
      expect(shown(widget)).toEqual(['Tell me', 'The begin (1/2) !BAD_GATEWAY']);
    },
  );

  it.each(['here', 'after a reload', 'in another tab'])(
    'FW-1: without a word, Try again %s answers the same question',
    async (place) => {
      const harness = createHarness();
      const tab = harness.openTab();
      const first = harness.open(tab);
      const other = harness.open();
      await breakOff(harness, first, 0);
      expect([shown(first), shown(other)]).toEqual([['Tell me !BAD_GATEWAY'], ['Tell me !BAD_GATEWAY']]);
      const widget = place === 'here' ? first : place === 'after a reload' ? harness.reload(tab, first) : other;
      await harness.clock.advance(500);
      await tryAgain(harness, widget);
      for (const each of [widget, other]) {
        expect(shown(each)).toEqual(['Tell me', 'The whole reply']);
        expect(failureOf(each)).toBeUndefined();
      }
      expect(questions(harness.server)).toBe(1);
    },
  );

  it('FW-1: Try again in two tabs at once makes one reply', async () => {
    const harness = createHarness();
    const widget = harness.open();
    const other = harness.open();
    await breakOff(harness, widget, 2);
    harness.server.finish();
    await finish(
      harness.clock,
      Promise.all([widget.conversation.retry(), other.conversation.retry(), other.conversation.retry()]),
    );
    await harness.clock.advance(2_000);
    expect([shown(widget), shown(other)]).toEqual([
      ['Tell me', 'The whole reply (2/2)'],
      ['Tell me', 'The whole reply (2/2)'],
    ]);
    expect([failureOf(widget), failureOf(other)]).toEqual([undefined, undefined]);
  });

  it('FW-1: a second try that fails before its first word leaves the text of the first', async () => {
    const harness = createHarness();
    const { server, clock } = harness;
    const widget = harness.open();
    await breakOff(harness, widget, 2);
    widget.conversation.retry().catch(() => undefined);
    await clock.advance(300);
    server.breakReply('SERVICE_UNAVAILABLE');
    await clock.advance(300);
    expect(shown(widget)).toEqual(['Tell me', 'The begin !BAD_GATEWAY']);
    expect(failureOf(widget)).toMatchObject({ canRetry: true });
    await tryAgain(harness, widget);
    expect(shown(widget)).toEqual(['Tell me', 'The whole reply (2/2)']);
  });

  it('FW-1: a second try that breaks off keeps both texts', async () => {
    const harness = createHarness();
    const { server, clock } = harness;
    const widget = harness.open();
    await breakOff(harness, widget, 2);
    widget.conversation.retry().catch(() => undefined);
    await clock.advance(300);
    server.emit(1);
    server.breakReply('SERVICE_UNAVAILABLE');
    await clock.advance(500);
    expect(shown(widget)).toEqual(['Tell me', 'The  (2/2) !SERVICE_UNAVAILABLE']);
    await tryAgain(harness, widget);
    expect(shown(widget)).toEqual(['Tell me', 'The whole reply (3/3)']);
    expect(questions(server)).toBe(1);
  });

  it('FW-1: Try again without a connection waits for it, and says so as long', async () => {
    const harness = createHarness();
    const { clock, browser } = harness;
    const widget = harness.open();
    await breakOff(harness, widget, 2);
    harness.server.finish();
    browser.setOnline(false);
    widget.conversation.retry().catch(() => undefined);
    await clock.advance(5_000);
    expect(shown(widget)).toEqual(['Tell me', 'The begin !BAD_GATEWAY']);
    expect(failureOf(widget)).toBeDefined();
    browser.setOnline(true);
    await clock.advance(5_000);
    expect(shown(widget)).toEqual(['Tell me', 'The whole reply (2/2)']);
    expect(questions(harness.server)).toBe(1);
  });

  it('FW-1: another question goes on, and what broke off stays', async () => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    await breakOff(harness, widget, 2);
    harness.server.answerWith(() => ['Noon.']);
    harness.server.finish();
    await finish(harness.clock, widget.conversation.send({ message: 'What time is it?' }));
    const expected = ['Tell me', 'The begin !BAD_GATEWAY', 'What time is it?', 'Noon.'];
    expect(shown(widget)).toEqual(expected);
    expect(failureOf(widget)).toBeUndefined();
    const reloaded = harness.reload(tab, widget);
    await harness.clock.advance(500);
    expect(shown(reloaded)).toEqual(expected);
    expect(failureOf(reloaded)).toBeUndefined();
  });

  it('FW-1: a question that got no answer is not said to have failed when another was answered', async () => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    await breakOff(harness, widget, 0);
    harness.server.answerWith(() => ['Noon.']);
    harness.server.finish();
    await finish(harness.clock, widget.conversation.send({ message: 'What time is it?' }));
    const reloaded = harness.reload(tab, widget);
    await harness.clock.advance(500);
    expect(failureOf(reloaded)).toBeUndefined();
  });

  it('FW-1: what a server that was killed has lost makes place for the answer to the same question', async () => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    await breakOff(harness, widget, 2);
    for (const { messages } of harness.server.conversations.values()) messages.splice(1);
    const reloaded = harness.reload(tab, widget);
    await harness.clock.advance(500);
    expect(shown(reloaded)).toEqual(['Tell me', 'The begin !BAD_GATEWAY']);
    await tryAgain(harness, reloaded);
    expect(shown(reloaded)).toEqual(['Tell me', 'The whole reply']);
    const again = harness.reload(tab, reloaded);
    await harness.clock.advance(500);
    expect(shown(again)).toEqual(['Tell me', 'The whole reply']);
    expect(questions(harness.server)).toBe(1);
  });

  it('FW-1: a server that was killed leaves the text, and the question is answered once', async () => {
    const harness = createHarness();
    const { server, clock } = harness;
    const tab = harness.openTab();
    const widget = harness.open(tab);
    server.answerWith((text) => (text === undefined ? ['The ', 'whole ', 'reply'] : ['The ', 'begin', 'ning']));
    server.hold();
    widget.conversation.send({ message: 'Tell me' }).catch(() => undefined);
    await settle();
    server.emit(2);
    await clock.advance(100);
    // Killed and started again: what was written is nowhere.
    server.answerWith(() => ['The ', 'whole ', 'reply']);
    server.restart();
    await clock.advance(120_000);
    const lines = () => shown(reloaded).map((line) => line.split(' !')[0]);
    const reloaded = harness.reload(tab, widget);
    expect(lines()).toEqual(['Tell me', 'The begin']);
    await clock.advance(500);
    expect(failureOf(reloaded)).toMatchObject({ canRetry: true });
    await tryAgain(harness, reloaded);
    await clock.advance(2_000);
    expect(lines()).toEqual(['Tell me', 'The begin', 'The whole reply']);
    expect(failureOf(reloaded)).toBeUndefined();
    expect(questions(server)).toBe(1);
  });

  it.each([2, 0])('FW-1: what the server has finished meanwhile is whole (%s pieces were read)', async (pieces) => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    await breakOff(harness, widget, pieces);
    for (const conversation of harness.server.conversations.values()) {
      const id = conversation.messages[1]?.id ?? 'msg_later';
      conversation.unanswered = undefined;
      conversation.messages.splice(1, 1, { id, type: 'bot', text: 'The beginning and the end', createdAt: 1 });
    }
    const reloaded = harness.reload(tab, widget);
    expect(failureOf(reloaded)).toBeDefined();
    await harness.clock.advance(500);
    expect(failureOf(reloaded)).toBeUndefined();
    expect(shown(reloaded).at(-1)).toBe('The beginning and the end');
  });

  it('FW-1: what a limit has ended cannot be tried again, after a reload either', async () => {
    const harness = createHarness();
    const { server, clock } = harness;
    const tab = harness.openTab();
    const widget = harness.open(tab);
    server.hold();
    widget.conversation.send({ message: 'Tell me' }).catch(() => undefined);
    await settle();
    server.emit(1);
    server.breakReply('LIMITS_REACHED');
    await clock.advance(300);
    expect(failureOf(widget)).toMatchObject({ code: 'LIMITS_REACHED', canRetry: false });
    expect(failureOf(harness.reload(tab, widget))).toMatchObject({ code: 'LIMITS_REACHED', canRetry: false });
  });
});
