import type { Row } from '../../hooks/messageContext';
import { CHUNK_SIZE } from './messageRows';
import { findMessage } from './readingPlace';
import type { ChunkWatcher } from './watchChunks';

/** Distance that browsers scroll for an arrow key, in CSS pixels. */
const LINE_PX = 40;

/**
 * The target of a key in the list: the previous, next, first or last message.
 *
 * @param at - index of the focused message; -1 if the list has the focus
 * @returns index of a message; undefined for other keys or at an end
 */
export function nextMessage(rows: readonly Row[], at: number, key: string): number | undefined {
  const isMessage = (index: number): boolean =>
    rows[index]?.speaker !== 'context' || rows[index]?.message === undefined;
  const step = { ArrowUp: -1, End: -1, ArrowDown: 1, Home: 1 }[key];
  if (step === undefined) return undefined;
  const isFromEnd = key === 'End' || (at < 0 && key === 'ArrowUp');
  let index = isFromEnd ? rows.length - 1 : key === 'Home' || at < 0 ? 0 : at + step;
  if (at < 0 && key === 'ArrowDown') return undefined;
  while (index >= 0 && index < rows.length && !isMessage(index)) index += step;
  return index >= 0 && index < rows.length ? index : undefined;
}

/**
 * Moves the focus between messages; messages that are not rendered yet are rendered first. Past the last message the
 * list scrolls.
 *
 * Starts at the current focus: keys pressed while this file was loading each move one message further.
 */
export function moveBetween(
  list: HTMLElement,
  rows: readonly Row[],
  watcher: ChunkWatcher | undefined,
  key: string,
): void {
  const from = list.querySelector<HTMLElement>('.sotto-message:focus')?.dataset['key'];
  const index = nextMessage(
    rows,
    rows.findIndex((row) => row.key === from),
    key,
  );
  const target = index === undefined ? undefined : rows[index];
  if (index === undefined || !target) {
    list.scrollBy({ top: { ArrowUp: -LINE_PX, ArrowDown: LINE_PX }[key] ?? 0 });
    return;
  }
  const chunk = list.querySelectorAll('.sotto-chunk')[Math.floor(index / CHUNK_SIZE)];
  if (chunk) watcher?.draw(chunk);
  findMessage(list, target.key)?.focus();
}
