// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { FakeRun } from './testing/fakeRun';
import { settle } from './testing/manualClock';
import { createHarness, finish, type Harness } from './testing/widgetHarness';
import type { Widget } from './widget/widget';
import { messageParts } from './api/parts';

const runOf = ({ server }: Harness): FakeRun => {
  const run = [...server.conversations.values()].at(-1)?.run;
  if (!run) throw new Error('Nothing is written');
  return run;
};

/** What is being written, or has been, in its parts. */
function parts(widget: Widget): string[] {
  const { reply, messages } = widget.conversation.getState();
  const last = messages.at(-1);
  const all = reply?.parts ?? (last ? messageParts(last) : []);
  return all.map((part) =>
    part.type === 'text'
      ? part.text
      : part.type === 'tool'
        ? `${part.title ?? part.name}: ${part.state}`
        : `thought ${part.text}`,
  );
}

/** A question whose reply has said its first piece. */
async function ask(harness: Harness, widget: Widget): Promise<void> {
  harness.server.answerWith((text) =>
    text === undefined ? ['you ', 'on Monday.'] : ['Let me look.', ' It is on its way.'],
  );
  harness.server.hold();
  widget.conversation.send({ message: 'Where is my order?' }).catch(() => undefined);
  await settle();
  harness.server.emit(1);
  await harness.clock.advance(100);
}

const begin = { callId: 'call_1', name: 'getOrder', title: 'Looks up your order' };
const end = { callId: 'call_1', state: 'done', durationMs: 40 };
const whole = [
  { type: 'text', text: 'Let me look.' },
  {
    type: 'tool',
    callId: 'call_1',
    name: 'getOrder',
    title: 'Looks up your order',
    state: 'done',
    startedAt: 1,
    endedAt: 2,
  },
  { type: 'text', text: ' It is on its way.' },
] as const;
const DONE = ['Let me look.', 'Looks up your order: done', ' It is on its way.'];

describe('FW-4 a tool in a reply', () => {
  it('FW-4: is seen where it happens while it runs, in every tab, and afterwards', async () => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    const other = harness.open();
    await ask(harness, widget);
    runOf(harness).sendEvent('toolBegin', begin);
    await harness.clock.advance(100);
    for (const each of [widget, other]) expect(parts(each)).toEqual(['Let me look.', 'Looks up your order: running']);
    runOf(harness).sendEvent('toolEnd', end);
    harness.server.emit(1);
    await harness.clock.advance(200);
    for (const each of [widget, other]) expect(parts(each)).toEqual(DONE);
    runOf(harness).endWith(whole);
    harness.server.finish();
    await harness.clock.advance(300);
    for (const each of [widget, other, harness.reload(tab, widget)]) {
      expect(parts(each)).toEqual(DONE);
      expect(each.conversation.getState().messages.at(-1)?.text).toBe('Let me look. It is on its way.');
    }
  });

  it('FW-4: is there after a reload in the middle of it, once', async () => {
    const harness = createHarness();
    const tab = harness.openTab();
    const widget = harness.open(tab);
    await ask(harness, widget);
    runOf(harness).sendEvent('reasoningToken', { token: 'Which order?' });
    runOf(harness).sendEvent('reasoningEnd', {});
    runOf(harness).sendEvent('toolBegin', begin);
    await harness.clock.advance(300);
    const reloaded = harness.reload(tab, widget);
    expect(parts(reloaded)).toEqual(['Let me look.', 'thought Which order?', 'Looks up your order: running']);
    await harness.clock.advance(500);
    runOf(harness).sendEvent('toolEnd', { ...end, state: 'failed', error: 'The shop does not answer.' });
    runOf(harness).sendEvent('reasoningToken', { token: 'Hm.' });
    await harness.clock.advance(200);
    expect(parts(reloaded)).toEqual([
      'Let me look.',
      'thought Which order?',
      'Looks up your order: failed',
      'thought Hm.',
    ]);
  });

  it('FW-4: lines of servers that tell no steps are still shown, those that are told twice are not', async () => {
    const harness = createHarness();
    const widget = harness.open();
    await ask(harness, widget);
    const line = {
      id: 'msg_line',
      type: 'activity',
      text: 'Calls getOrder',
      meta: { activity: { type: 'request', callId: 'call_1' } },
    };
    runOf(harness).sendEvent('message', line);
    runOf(harness).sendEvent('toolBegin', begin);
    harness.server.finish();
    await harness.clock.advance(300);
    expect(widget.conversation.getState().messages.map(({ type }) => type)).toEqual(['user', 'bot']);
    await ask(harness, widget);
    runOf(harness).sendEvent('message', { ...line, id: 'msg_other' });
    harness.server.finish();
    await harness.clock.advance(300);
    expect(widget.conversation.getState().messages.map(({ type }) => type)).toEqual([
      'user',
      'bot',
      'user',
      'context',
      'bot',
    ]);
  });

  it('FW-1: what ran when the reply broke off has failed, and its text stays', async () => {
    const harness = createHarness();
    const widget = harness.open();
    await ask(harness, widget);
    runOf(harness).sendEvent('toolBegin', begin);
    harness.server.breakReply('BAD_GATEWAY');
    await harness.clock.advance(300);
    expect(parts(widget)).toEqual(['Let me look.', 'Looks up your order: failed']);
  });
});

describe('FW-13 a reply that ended before its end', () => {
  const ENDS = [
    ['it was stopped', 'abort'],
    ['it was as long as the model may write', 'length'],
    ['the model broke off', 'failure'],
  ] as const;

  it.each(ENDS)(
    'FW-13: when %s, says so and goes on where it stopped, as the same message, in every tab',
    async (_, how) => {
      const harness = createHarness();
      const tab = harness.openTab();
      const widget = harness.open(tab);
      const other = harness.open();
      await ask(harness, widget);
      if (how === 'failure') harness.server.breakReply('BAD_GATEWAY');
      else if (how === 'length') runOf(harness).cutShort();
      else await finish(harness.clock, widget.conversation.stop());
      await harness.clock.advance(500);
      const [, reply] = widget.conversation.getState().messages;
      expect(reply).toMatchObject({
        text: 'Let me look.',
        ...(how === 'failure' ? { failure: { code: 'BAD_GATEWAY' } } : { end: how }),
      });
      const reloaded = harness.reload(tab, widget);
      await harness.clock.advance(500);
      expect(reloaded.conversation.getState().messages[1]).toMatchObject({
        text: 'Let me look.',
        ...(how !== 'failure' && { end: how }),
      });

      const continued = other.messages.continueReply(reply?.id ?? '');
      await settle();
      harness.server.emit(1);
      await harness.clock.advance(200);
      for (const each of [other, reloaded])
        expect(each.conversation.getState().reply).toMatchObject({
          text: 'Let me look.you ',
          key: reply?.originalMessageId,
        });
      harness.server.finish();
      await finish(harness.clock, continued);
      await harness.clock.advance(500);
      for (const each of [other, reloaded]) {
        const { messages, failure } = each.conversation.getState();
        expect(messages.map(({ id, text, end }) => [id, text, end ?? undefined])).toEqual([
          [messages[0]?.id, 'Where is my order?', undefined],
          [reply?.id, 'Let me look.you on Monday.', undefined],
        ]);
        expect(messages[1]?.failure ?? undefined).toBeUndefined();
        expect(failure).toBeUndefined();
      }
    },
  );

  it('FW-13: a complete reply has no rest', async () => {
    const harness = createHarness();
    const widget = harness.open();
    await finish(harness.clock, widget.conversation.send({ message: 'Hello' }));
    const id = widget.conversation.getState().messages.at(-1)?.id ?? '';
    await expect(finish(harness.clock, widget.messages.continueReply(id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('FW-13: when no rest comes, what stood stays', async () => {
    const harness = createHarness();
    const widget = harness.open();
    await ask(harness, widget);
    await finish(harness.clock, widget.conversation.stop());
    await harness.clock.advance(500);
    const continued = widget.messages.continueReply(widget.conversation.getState().messages[1]?.id ?? '');
    continued.catch(() => undefined);
    await settle();
    harness.server.breakReply('BAD_GATEWAY');
    await harness.clock.advance(500);
    await expect(continued).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(widget.conversation.getState().messages.map(({ text }) => text)).toEqual([
      'Where is my order?',
      'Let me look.',
    ]);
  });
});
