import type { Message } from '@sotto/widget-core';

/**
 * What the visitor answered to a block of the bot, when they used it: the message of type `input` that comes next.
 * So a group of buttons stays used up after a reload, without a memory of its own.
 *
 * @param source - the body of the block, as the bot wrote it
 */
export function findAnswer(messages: readonly Message[], source: string): Message | undefined {
  const asked = messages.findLastIndex(
    ({ type, text }) => type !== 'user' && type !== 'input' && text.includes(source.trim()),
  );
  if (asked === -1) return undefined;
  const next = messages.slice(asked + 1).find(({ type }) => type === 'user' || type === 'input');
  return next?.type === 'input' ? next : undefined;
}
