// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ToolPart } from '../../api/parts';
import type { ReplyStep } from '../state';
import { reduceSteps, toEndedParts, toParts, toSteps, type StepEvent } from './replies';

const tool = (callId: string): ToolPart => ({ type: 'tool', callId, name: 'getOrder', state: 'running', startedAt: 1 });
const began = (callId: string): StepEvent => ({ type: 'tool-began', tool: tool(callId) });
const ended = (callId: string): StepEvent => ({ type: 'tool-ended', callId, state: 'done', endedAt: 5 });
const thinks = (index: number, offset: number, text: string): StepEvent => ({
  type: 'reasoning-delta',
  index,
  offset,
  text,
  startedAt: 1,
});

/** The steps after events, each at a length of the text. */
const after = (...events: readonly (readonly [StepEvent, number])[]): readonly ReplyStep[] =>
  events.reduce<readonly ReplyStep[]>((steps, [event, length]) => reduceSteps(steps, event, length), []);

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
    const once: readonly (readonly [StepEvent, number])[] = [
      [thinks(0, 0, 'Which '), 0],
      [thinks(0, 6, 'order?'), 0],
      [{ type: 'reasoning-ended', index: 0, endedAt: 3 }, 0],
      [began('a'), 4],
      [ended('a'), 4],
    ];
    const steps = after(...once);
    for (const [event] of once) expect(reduceSteps(steps, event, 9)).toEqual(steps);
    expect(steps).toMatchObject([
      { type: 'reasoning', text: 'Which order?', endedAt: 3, at: 0 },
      { callId: 'a', state: 'done', at: 4 },
    ]);
  });

  it('W-15: thoughts with a gap before them are refused', () => {
    const steps = after([thinks(0, 0, 'Which'), 0]);
    expect(reduceSteps(steps, thinks(0, 9, 'order'), 0)).toBe(steps);
    expect(reduceSteps(steps, thinks(2, 0, 'later'), 0)).toBe(steps);
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
