// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/message';
import type { MessagePart, ToolPart } from '../../api/parts';
import type { LiveReply } from '../state';
import { startReply } from './log';
import { endParts, reduceReply, withText, type ReplyFact } from './replies';

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

const writes = (offset: number, text: string): ReplyFact => ({ type: 'text-delta', key: 'r', offset, text });

const replyAfter = (...facts: readonly ReplyFact[]): LiveReply =>
  facts.reduce(reduceReply, startReply([], { type: 'reply-start', key: 'r', startedAt: 0 }));
const partsAfter = (...facts: readonly ReplyFact[]): readonly MessagePart[] => replyAfter(...facts).parts;

describe('FW-4 what the bot does stands where it happened', () => {
  it('FW-4: a tool between two sentences parts them', () => {
    expect(
      partsAfter(writes(0, 'Let me '), writes(7, 'look.'), began('a'), ended('a'), writes(12, 'It is there.')),
    ).toEqual([
      { type: 'text', text: 'Let me look.' },
      { ...tool('a'), state: 'done', endedAt: 5 },
      { type: 'text', text: 'It is there.' },
    ]);
  });

  it('FW-4: tools before the first word, after the last one, and one behind the other', () => {
    expect(
      partsAfter(began('a'), began('b'), writes(0, 'Hello'), began('c')).map((part) =>
        part.type === 'text' ? part.text : part.type === 'tool' ? part.callId : '',
      ),
    ).toEqual(['a', 'b', 'Hello', 'c']);
  });

  it('W-15: a stream that is read again changes nothing', () => {
    const once: readonly ReplyFact[] = [
      thinks(0, 0, 'Which '),
      thinks(0, 6, 'order?'),
      { type: 'reasoning-ended', key: 'r', index: 0, endedAt: 3 },
      writes(0, 'Well'),
      began('a'),
      ended('a'),
      writes(4, ', then.'),
    ];
    const reply = replyAfter(...once);
    for (const fact of once) expect(reduceReply(reply, fact)).toEqual(reply);
    expect(reply.text).toBe('Well, then.');
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'Which order?', endedAt: 3 },
      { text: 'Well' },
      { callId: 'a', state: 'done' },
      { text: ', then.' },
    ]);
  });

  it('EN-17: words that are known in part go on where they end, also behind a tool', () => {
    const reply = replyAfter(writes(0, 'One.'), began('a'), writes(4, 'Two'));
    expect(reduceReply(reply, writes(2, 'e.Two and')).parts.at(-1)).toEqual({ type: 'text', text: 'Two and' });
    expect(reduceReply(reply, writes(9, 'too far'))).toBe(reply);
  });

  it('W-15: thoughts with a gap before them are refused', () => {
    const reply = replyAfter(thinks(0, 0, 'Which'));
    expect(reduceReply(reply, thinks(0, 9, 'order'))).toBe(reply);
    expect(reduceReply(reply, thinks(2, 0, 'later'))).toBe(reply);
  });

  it('FW-13: nothing goes on in a reply that has ended', () => {
    expect(endParts(partsAfter(thinks(0, 0, ''), began('a')), 7)).toMatchObject([
      { type: 'reasoning', endedAt: 7 },
      { state: 'failed', endedAt: 7 },
    ]);
    expect(endParts(partsAfter(writes(0, 'Words')), 7)).toBeUndefined();
  });
});

describe('EN-17 the text of a reply at its end', () => {
  const parts = partsAfter(writes(0, 'Let me look.'), began('a'), writes(12, ' It is'));

  it('EN-17: the words of its parts stay where they are, whatever space stands around them', () => {
    expect(withText(parts, 'Let me look. It is\n')).toBe(parts);
  });

  it('EN-17: words that come with the end go on behind the last ones', () => {
    expect(withText(parts, 'Let me look. It is there.').at(-1)).toEqual({ type: 'text', text: ' It is there.' });
    expect(withText(partsAfter(began('a')), 'There.')).toEqual([tool('a'), { type: 'text', text: 'There.' }]);
  });

  it('EN-17: other words than those that came stand behind what was done', () => {
    expect(withText(parts, 'I cannot say.')).toEqual([tool('a'), { type: 'text', text: 'I cannot say.' }]);
  });

  it('EN-17: what goes on with a stored reply begins with its parts, or its text where those have no words', () => {
    const bot = { id: 'bot-1', type: 'bot', text: 'One.', parts: [tool('a')] } as const;
    const goOn = (message: Message) =>
      startReply([message], { type: 'reply-start', key: 'r', continues: 'bot-1', startedAt: 0 });
    expect(goOn({ ...bot, parts: [...bot.parts] })).toMatchObject({
      text: 'One.',
      parts: [tool('a'), { text: 'One.' }],
    });
    expect(goOn({ ...bot, parts: null })).toMatchObject({ text: 'One.', parts: [{ text: 'One.' }] });
  });
});
