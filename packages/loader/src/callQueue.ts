import type { Callable } from './methods';
import type { QueueItem, SottoChatElement, SottoGlobal } from './types';
import { warn } from './warn';

/** Runs one call of the page's queue. A mistake in it is the page's, and is said in the console, not thrown into it. */
export function runQueueItem(item: QueueItem, widget: SottoChatElement, sotto: SottoGlobal): void {
  try {
    if (typeof item === 'function') item(widget, sotto);
    else (widget[item[0] as 'setMeta'] as Callable[string] | undefined)?.(...item.slice(1));
  } catch (error) {
    warn(error);
  }
}
