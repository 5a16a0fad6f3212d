import type { Row } from './messageRows';

/**
 * Where a key leads in a list: to the previous or next message, to the first or the last.
 *
 * @param at - place of the message that has the focus; -1: the list itself has it
 * @returns the place of a message; undefined when the key is another one or there is no way on
 */
export function nextMessage(rows: readonly Row[], at: number, key: string): number | undefined {
  const isMessage = (index: number): boolean => rows[index]?.speaker !== 'context' || rows[index]?.message === undefined;
  const step = { ArrowUp: -1, End: -1, ArrowDown: 1, Home: 1 }[key];
  if (step === undefined) return undefined;
  const isFromEnd = key === 'End' || (at < 0 && key === 'ArrowUp');
  let index = isFromEnd ? rows.length - 1 : key === 'Home' || at < 0 ? 0 : at + step;
  if (at < 0 && key === 'ArrowDown') return undefined;
  while (index >= 0 && index < rows.length && !isMessage(index)) index += step;
  return index >= 0 && index < rows.length ? index : undefined;
}
