import type { Callable } from './methods';
import type { QueueItem, SottoChatElement, SottoGlobal } from './types';
import { warn } from './warn';

/** Runs one call from the page's queue. Errors in it are logged, not thrown. */
export function runQueueItem(item: QueueItem, widget: SottoChatElement, sotto: SottoGlobal): void {
  try {
    if (typeof item === 'function') item(widget, sotto);
    else (widget[item[0] as 'setMeta'] as Callable[string] | undefined)?.(...item.slice(1));
  } catch (error) {
    warn(error);
  }
}
