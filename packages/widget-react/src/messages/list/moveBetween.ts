import type { Row } from '../../hooks/messageContext';
import { CHUNK_SIZE } from './messageRows';
import { findMessage } from './readingPlace';
import type { ChunkWatcher } from './watchChunks';

/** As far as a browser scrolls for an arrow key, in CSS pixels. */
const LINE_PX = 40;

/**
 * Where a key leads in a list: to the previous or next message, to the first or the last.
 *
 * @param at - place of the message that has the focus; -1: the list itself has it
 * @returns the place of a message; undefined when the key is another one or there is no way on
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
 * Takes the focus from message to message; what is not drawn yet is drawn first. Where there is no message further
 * down, the list is scrolled.
 *
 * Begins where the focus is now: keys that were pressed while this was being loaded each lead one message further.
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
