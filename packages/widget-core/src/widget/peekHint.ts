import type { Message } from '../api/message';
import { messageKey } from '../conversation/state';
import { readPeek, type PeekMemory } from './peek';
import type { WidgetStore } from './widgetStore';

/** Updates `view.peekMessageId` when messages arrive or the peek is dismissed [W-4]. */
export interface PeekHint {
  readonly update: () => void;
  readonly dismiss: () => void;
  /** A message that is not to be hinted. */
  readonly exclude: (message: Message) => void;
}

/** @param readVisible - returns the visible messages in order */
export function createPeekHint(view: WidgetStore, memory: PeekMemory, readVisible: () => readonly Message[]): PeekHint {
  const excluded = new Set<string>();

  function update(): void {
    const message = readPeek(readVisible());
    // A message that was read in the open chat must not appear as a peek in another tab.
    if (message?.type === 'bot' && view.getState().isOpen && !memory.isDismissed(message)) memory.dismiss(message);
    const isHinted = message !== undefined && !excluded.has(messageKey(message)) && !memory.isDismissed(message);
    const peekMessageId = isHinted ? message.id : undefined;
    if (view.getState().peekMessageId !== peekMessageId) view.setState({ peekMessageId });
  }

  return {
    update,
    dismiss() {
      const message = readPeek(readVisible());
      if (message && view.getState().peekMessageId !== undefined) memory.dismiss(message);
      update();
    },
    exclude(message) {
      excluded.add(messageKey(message));
    },
  };
}
