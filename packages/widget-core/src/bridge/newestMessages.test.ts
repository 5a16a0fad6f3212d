// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Message } from '../api/message';
import { payloadProblem } from '../protocol/payloadLimits';
import { createNewestMessages } from './newestMessages';

const conversation = (count: number, text: string, meta?: Message['meta']): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `msg_${String(index)}`,
    type: 'bot',
    text,
    createdAt: 1_700_000_000_000 + index,
    ...(meta && { meta }),
  }));

describe('W-38 a conversation that is longer than one payload', () => {
  it.each([
    ['a short one stays whole', conversation(20, 'Hello'), 20],
    ['none is none', [], 0],
  ])('%s', (_name, messages, count) => {
    expect(createNewestMessages()(messages)).toHaveLength(count);
  });

  it.each([
    ['long texts', conversation(400, 'x'.repeat(2000))],
    ['texts of several bytes a letter', conversation(400, '語"\n'.repeat(300))],
    ['many small values', conversation(1000, 'x', { list: Array.from({ length: 30 }, (_, index) => index) })],
  ])('gives the newest that cross, in their order, and no fewer than fit: %s', (_name, messages) => {
    const newest = createNewestMessages()(messages);
    expect(newest).toEqual(messages.slice(-newest.length));
    expect(newest.length).toBeLessThan(messages.length);
    expect(payloadProblem({ value: newest })).toBeUndefined();
    expect(payloadProblem({ value: messages.slice(-newest.length - 2) })).toBe('too_large');
  });

  it('stops before a message that cannot cross at all', () => {
    const messages = [...conversation(3, 'old'), ...conversation(1, 'x'.repeat(300_000)), ...conversation(2, 'new')];
    expect(createNewestMessages()(messages).map(({ text }) => text)).toEqual(['new', 'new']);
  });
});
