// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ToolPart } from '../../api/parts';
import type { LiveReply, ReplyStep } from '../state';
import { reduceReply, startReply, toEndedParts, toParts, toSteps, type ReplyFact } from './replies';

const tool = (callId: string): ToolPart => ({ type: 'tool', callId, name: 'getOrder', state: 'running', startedAt: 1 });
const began = (callId: string): ReplyFact => ({ type: 'tool-began', key: 'r', tool: tool(callId) });
const ended = (callId: string): ReplyFact => ({ type: 'tool-ended', key: 'r', callId, state: 'done', endedAt: 5 });
const thinks = (index: number, offset: number, text: string): ReplyFact => ({
  type: 'reasoning-delta',
  key: 'r',
  index,
  offset,
  text,
  startedAt: 1,
});

/** A reply after events, each at a length of the text. */
const replyAfter = (...events: readonly (readonly [ReplyFact, number])[]): LiveReply =>
  events.reduce(
    (reply, [fact, length]) => reduceReply({ ...reply, text: 'x'.repeat(length) }, fact),
    startReply([], { type: 'reply-start', key: 'r', startedAt: 0 }),
  );
const after = (...events: readonly (readonly [ReplyFact, number])[]): readonly ReplyStep[] =>
  replyAfter(...events).steps;

describe('FW-4 what the bot does stands where it happened', () => {
  it('FW-4: a tool between two sentences parts them', () => {
    const steps = after([began('a'), 12], [ended('a'), 12]);
    expect(toParts('Let me look.It is there.', steps)).toEqual([
      { type: 'text', text: 'Let me look.' },
      { ...tool('a'), state: 'done', endedAt: 5 },
      { type: 'text', text: 'It is there.' },
    ]);
  });

  it('FW-4: tools before the first word, after the last one, and one behind the other', () => {
    const steps = after([began('a'), 0], [began('b'), 0], [began('c'), 5]);
    expect(
      toParts('Hello', steps).map((part) =>
        part.type === 'text' ? part.text : part.type === 'tool' ? part.callId : '',
      ),
    ).toEqual(['a', 'b', 'Hello', 'c']);
  });

  it('W-15: a stream that is read again changes nothing', () => {
    const once: readonly (readonly [ReplyFact, number])[] = [
      [thinks(0, 0, 'Which '), 0],
      [thinks(0, 6, 'order?'), 0],
      [{ type: 'reasoning-ended', key: 'r', index: 0, endedAt: 3 }, 0],
      [began('a'), 4],
      [ended('a'), 4],
    ];
    const reply = replyAfter(...once);
    for (const [event] of once) expect(reduceReply(reply, event)).toEqual(reply);
    expect(reply.steps).toMatchObject([
      { type: 'reasoning', text: 'Which order?', endedAt: 3, at: 0 },
      { callId: 'a', state: 'done', at: 4 },
    ]);
  });

  it('W-15: thoughts with a gap before them are refused', () => {
    const reply = replyAfter([thinks(0, 0, 'Which'), 0]);
    expect(reduceReply(reply, thinks(0, 9, 'order'))).toBe(reply);
    expect(reduceReply(reply, thinks(2, 0, 'later'))).toBe(reply);
  });

  it('W-15: parts that were stored are the steps they came from', () => {
    const steps = after([thinks(0, 0, 'Hm'), 0], [began('a'), 3], [began('b'), 3], [began('c'), 6]);
    expect(toSteps(toParts('One.Two', steps))).toEqual(steps);
  });

  it('FW-13: nothing goes on in a reply that has ended', () => {
    const steps = after([thinks(0, 0, ''), 0], [began('a'), 0]);
    expect(toEndedParts('', steps, 7)).toMatchObject([
      { type: 'reasoning', endedAt: 7 },
      { state: 'failed', endedAt: 7 },
    ]);
    expect(toEndedParts('Words', [], 7)).toBeUndefined();
  });
});
