import type { MessagePart, ToolPart } from '@sotto/widget-core/api';
import { PARTS_MAX_BYTES, partsSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../model/turnEvents';
import { createReplyParts, fitParts, showParts, toStorable } from './replyParts';

const token = (text: string): TurnEvent => ({ type: 'token', data: { token: text } });
const think = (text: string): TurnEvent => ({ type: 'reasoningToken', data: { token: text } });
const begin = (callId = 'c'): TurnEvent => ({ type: 'toolBegin', data: { callId, name: 'look_up', input: { id: 7 } } });
const end = (callId = 'c'): TurnEvent => ({
  type: 'toolEnd',
  data: { callId, state: 'done', output: 'shipped', durationMs: 5 },
});

/** Parts of these events, one a millisecond, and a moment later. */
function partsOf(...events: TurnEvent[]) {
  const parts = createReplyParts();
  events.forEach((event, index) => {
    parts.add(event, index + 1);
  });
  return { text: parts.text(), list: parts.end(99) };
}
const tool = (more: Partial<ToolPart> = {}): ToolPart => ({
  type: 'tool',
  callId: 'c',
  name: 'look_up',
  state: 'done',
  input: { id: 7 },
  output: 'shipped',
  startedAt: 1,
  endedAt: 2,
  ...more,
});

describe('FW-4 the parts of a reply', () => {
  it('FW-4: come in the order in which they happened; words after a tool are a new part', () => {
    const { text, list } = partsOf(
      think('Hm'),
      think('…'),
      token('Let me '),
      token('look.'),
      begin(),
      end(),
      token('\n\nShipped.'),
    );
    expect(list).toEqual([
      { type: 'reasoning', text: 'Hm…', startedAt: 1, endedAt: 3 },
      { type: 'text', text: 'Let me look.' },
      {
        type: 'tool',
        callId: 'c',
        name: 'look_up',
        state: 'done',
        input: { id: 7 },
        output: 'shipped',
        startedAt: 5,
        endedAt: 6,
      },
      { type: 'text', text: '\n\nShipped.' },
    ]);
    expect(text).toBe('Let me look.\n\nShipped.');
    expect(v.parse(partsSchema, list)).toEqual(list);
  });

  it('FW-4: are not kept of a reply that is words only', () => {
    expect(partsOf(token('Hello'), token(' you'))).toEqual({ text: 'Hello you', list: undefined });
    expect(partsOf()).toEqual({ text: '', list: undefined });
  });

  it('FW-4: a tool that ran when the reply ended has failed, and the model thinks no more', () => {
    expect(partsOf(begin()).list).toMatchObject([{ state: 'failed', startedAt: 1, endedAt: 99 }]);
    expect(partsOf(think('Hm')).list).toEqual([{ type: 'reasoning', text: 'Hm', startedAt: 1, endedAt: 99 }]);
  });

  it('FW-4: several calls under one id are several parts', () => {
    expect(partsOf(begin(), end(), begin(), end()).list).toMatchObject([
      { state: 'done', endedAt: 2 },
      { state: 'done', endedAt: 4 },
    ]);
  });

  it('FW-5: thoughts apart in time are parts of their own, also without their words', () => {
    expect(partsOf(think(''), token('A'), think(''), token('B')).list).toMatchObject([
      { type: 'reasoning', text: '' },
      { text: 'A' },
      { type: 'reasoning' },
      { text: 'B' },
    ]);
  });

  it('W-15: of a message that goes on are those it had and what comes', () => {
    const parts = createReplyParts([tool(), { type: 'text', text: 'It is ' }]);
    parts.add(token('shipped.'), 3);
    expect(parts.end(9)).toEqual([tool(), { type: 'text', text: 'It is shipped.' }]);
    expect(parts.text()).toBe('It is shipped.');
  });
});

describe('FW-4 parts that are too large', () => {
  const size = (parts: readonly MessagePart[]): number => Buffer.byteLength(JSON.stringify(parts));
  const shapes = (parts: readonly MessagePart[]) =>
    parts.map((part) =>
      Object.keys(part)
        .filter((key) => key === 'input' || key === 'output')
        .join(),
    );

  it('FW-4: lose their outputs before their inputs, the largest first, and no more than needed', () => {
    const parts = [
      tool({ output: 'ä'.repeat(20_000) }),
      tool({ output: 'b'.repeat(30_000) }),
      tool({ input: 'c'.repeat(30_000) }),
      { type: 'text' as const, text: 'words' },
    ];
    expect(size(parts)).toBeGreaterThan(PARTS_MAX_BYTES);
    const fitting = fitParts(parts);
    expect(shapes(fitting)).toEqual(['input', 'input,output', 'input,output', '']);
    expect(shapes(fitParts(parts, 45_000))).toEqual(['input', 'input', 'input,output', '']);
    expect(shapes(fitParts(parts, 20_000))).toEqual(['input', 'input', '', '']);
    for (const max of [PARTS_MAX_BYTES, 45_000, 20_000]) expect(size(fitParts(parts, max))).toBeLessThanOrEqual(max);
    expect(fitParts(parts, 200_000)).toEqual(parts);
  });

  it('FW-4: lose what was thought last; words stay, however many', () => {
    const text = { type: 'text' as const, text: 'w'.repeat(70_000) };
    expect(fitParts([{ type: 'reasoning', text: 'r'.repeat(500), startedAt: 1 }, tool(), text])).toEqual([
      { type: 'reasoning', text: '', startedAt: 1 },
      expect.not.objectContaining({ output: 'shipped' }),
      text,
    ]);
  });
});

describe('FW-4 parts and their readers', () => {
  const parts: MessagePart[] = [
    { type: 'reasoning', text: 'Hm', startedAt: 1, endedAt: 2 },
    tool(),
    { type: 'text', text: 'Shipped.' },
  ];

  it('FW-4: who sees no rows gets none', () => {
    expect(showParts(parts, { isVerbose: false, seesToolResults: true, seesReasoning: true })).toBeUndefined();
  });

  it('FW-4: input, output and thoughts go to those who may see them', () => {
    expect(showParts(parts, { isVerbose: true, seesToolResults: true, seesReasoning: true })).toEqual(parts);
    const shown = JSON.stringify(showParts(parts, { isVerbose: true, seesToolResults: false }));
    expect(['Hm', 'shipped', '"id"', 'input', 'output'].filter((word) => shown.includes(word))).toEqual([]);
    expect(shown).toContain('"state":"done"');
  });

  it('FW-4: half a character at the end of a draft is no reason to refuse it', () => {
    expect(toStorable({ text: 'a\ud83e', parts: ['b\0'] })).toEqual({ text: 'a\ufffd', parts: ['b'] });
  });
});
