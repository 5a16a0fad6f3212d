// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { EMPTY_CONVERSATION, isVisible, type EngineState } from './conversation/state';
import type { Event } from './conversation/events';
import { step } from './conversation/machine';
import type { Message } from './api/message';
import { createHarness, finish } from './testing/widgetHarness';
import type { ReplyEvent, Transport } from './transports/transport';
import type { Widget } from './widget/widget';

/** A widget whose transport replies with these events, and asks again with the same. */
function setUp(events: readonly ReplyEvent[], { hangs = false } = {}) {
  const harness = createHarness();
  let isFirst = true;
  const asked: (readonly Message[])[] = [];
  const transport: Transport = {
    async *send({ messages }, { signal }) {
      asked.push(messages);
      const answer = isFirst ? events : [{ type: 'text' as const, text: 'At last' }];
      isFirst = false;
      yield* answer;
      if (hangs) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
  const tab = harness.openTab();
  return { ...harness, tab, transport, asked, widget: harness.open(tab, { transport }) };
}

const TOOL: readonly ReplyEvent[] = [
  { type: 'tool-begin', callId: 'c1', name: 'find', title: 'Finding your order' },
  { type: 'tool-end', callId: 'c1' },
];
const THOUGHT: readonly ReplyEvent[] = [{ type: 'reasoning', text: 'Hm' }, { type: 'reasoning-end' }];

const partsOf = (widget: Widget): string[] =>
  widget.conversation.getState().messages.flatMap(({ parts }) => (parts ?? []).map(({ type }) => type));

describe('a reply without text', () => {
  it('of a tool stays when it ends, and after a reload', async () => {
    const { clock, widget, tab, transport, open } = setUp(TOOL);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    expect(partsOf(widget)).toEqual(['tool']);
    expect(widget.conversation.getState().failure).toBeUndefined();
    tab.leave();
    widget.close();
    expect(partsOf(open(tab, { transport }))).toEqual(['tool']);
  });

  it.each<[string, readonly ReplyEvent[]]>([
    ['reasoning alone', THOUGHT],
    ['reasoning and spaces', [...THOUGHT, { type: 'text', text: ' \n' }]],
    ['reasoning that was cut at its length', [...THOUGHT, { type: 'end', reason: 'length' }]],
  ])('BE-6 of %s is none: it can be requested again', async (_, events) => {
    const { clock, widget } = setUp(events);
    await expect(finish(clock, widget.conversation.send({ message: 'Hello' }))).rejects.toMatchObject({
      code: 'NO_ANSWER',
    });
    expect(partsOf(widget)[0]).toBe('reasoning');
    expect(widget.conversation.getState().failure).toMatchObject({ code: 'NO_ANSWER', canRetry: true });
    await finish(clock, widget.conversation.retry());
    expect(widget.conversation.getState().messages.at(-1)?.text).toBe('At last');
  });

  it('stays when it fails, with the reason and Try again', async () => {
    const { clock, widget } = setUp([...TOOL, { type: 'error', message: 'The shop is closed' }]);
    await expect(finish(clock, widget.conversation.send({ message: 'Hello' }))).rejects.toThrow('The shop is closed');
    expect(partsOf(widget)).toEqual(['tool']);
    expect(widget.conversation.getState().failure).toMatchObject({ message: 'The shop is closed', canRetry: true });
    await finish(clock, widget.conversation.retry());
    expect(widget.conversation.getState().failure).toBeUndefined();
    expect(widget.conversation.getState().messages.at(-1)?.text).toBe('At last');
  });

  it('stays when it is stopped', async () => {
    const { clock, widget } = setUp(TOOL, { hangs: true });
    widget.conversation.send({ message: 'Hello' }).catch(() => undefined);
    await clock.advance(100);
    await finish(clock, widget.conversation.stop());
    expect(partsOf(widget)).toEqual(['tool']);
    expect(widget.conversation.getState().messages.at(-1)?.end).toBe('abort');
  });

  it('is not shown where visitors do not see what the bot does', async () => {
    const { clock, widget } = setUp(TOOL);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    const reply = widget.conversation.getState().messages.at(-1);
    expect(reply && [isVisible(reply, true), isVisible(reply, false)]).toEqual([true, false]);
  });
});

describe('sse-15 words that are taken back', () => {
  const ANSWER: readonly ReplyEvent[] = [
    { type: 'text', text: 'They want\n' },
    { type: 'take-back', length: 10 },
    { type: 'reasoning', text: 'a number' },
    { type: 'text', text: 'It is 42.' },
  ];

  it('are reasoning at the end of the reply, after a reload, and to the model', async () => {
    const { clock, widget, tab, transport, asked, open } = setUp(ANSWER);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    const replyOf = (each: Widget) => each.conversation.getState().messages.at(-1);
    const parts = [
      { type: 'reasoning', text: 'They want\na number' },
      { type: 'text', text: 'It is 42.' },
    ];
    expect(replyOf(widget)).toMatchObject({ text: 'It is 42.', parts });
    tab.leave();
    widget.close();
    const next = open(tab, { transport });
    expect(replyOf(next)).toMatchObject({ text: 'It is 42.', parts });
    await finish(clock, next.conversation.send({ message: 'Why?' }));
    expect(asked.at(-1)?.[1]).toMatchObject({ text: 'It is 42.', parts });
  });

  it('may stand behind others, before and behind a tool', async () => {
    const { clock, widget } = setUp([
      { type: 'text', text: 'Let me look. ' },
      ...TOOL,
      { type: 'text', text: 'Hm' },
      { type: 'take-back', length: 7 },
      { type: 'text', text: 'It is 42.' },
    ]);
    await finish(clock, widget.conversation.send({ message: 'Hello' }));
    expect(widget.conversation.getState().messages.at(-1)).toMatchObject({
      text: 'Let me lIt is 42.',
      parts: [{ text: 'Let me l' }, { type: 'tool' }, { type: 'reasoning', text: 'ook. Hm' }, { text: 'It is 42.' }],
    });
  });

  it('with nothing behind them are no answer', async () => {
    const { clock, widget } = setUp(ANSWER.slice(0, 2));
    await expect(finish(clock, widget.conversation.send({ message: 'Hello' }))).rejects.toMatchObject({
      code: 'NO_ANSWER',
    });
  });
});

/** What a reply of these events from a server leaves behind. */
function endOf(events: readonly object[]): EngineState {
  const surroundings = { now: 1, isOnline: true, hasServer: true };
  const take = (state: EngineState, event: Event): EngineState => step(state, event, surroundings).state;
  const message = { id: 'm1', type: 'user' as const, text: 'Hello' };
  const sent = take(EMPTY_CONVERSATION, { type: 'send', message, respond: true });
  const streaming = take(sent, { type: 'became-writer', sends: sent.sends });
  const attempt = streaming.work.task?.attempt ?? 0;
  const begin = { type: 'completeBegin', data: { id: 'r1', conversationId: 'c', messageId: 'b1' } };
  const end = { type: 'result', data: { id: 'b1', text: '', usage: { token: 1 }, end: { reason: 'stop' } } };
  return [begin, ...events, end].reduce<EngineState>(
    (state, event) => take(state, { type: 'stream-event', attempt, event: event as never }),
    streaming,
  );
}

it('a reply of tools alone stays also where the server sends no parts at its end', () => {
  const tool = { callId: 'c1', name: 'find', title: 'Finding your order' };
  const ended = endOf([
    { type: 'toolBegin', data: tool },
    { type: 'toolEnd', data: { callId: 'c1', state: 'done', durationMs: 1 } },
  ]);
  expect(ended.messages.at(-1)?.parts).toMatchObject([{ type: 'tool', callId: 'c1', state: 'done' }]);
  expect(ended.failure).toBeUndefined();
});

it('a reply of a server without anything is a failure that can be tried again', () => {
  expect(endOf([]).failure).toMatchObject({ code: 'NO_ANSWER', canRetry: true });
});

it('a reply without anything is a failure that can be tried again', async () => {
  const { clock, widget } = setUp([]);
  await expect(finish(clock, widget.conversation.send({ message: 'Hello' }))).rejects.toMatchObject({
    code: 'NO_ANSWER',
  });
  expect(widget.conversation.getState().failure).toMatchObject({ code: 'NO_ANSWER', canRetry: true });
  await finish(clock, widget.conversation.retry());
  expect(widget.conversation.getState().messages.map(({ text }) => text)).toEqual(['Hello', 'At last']);
});
