import * as v from 'valibot';
import type { Message } from '../api/message';
import type { ExpiringStore } from '../storage/expiringStore';
import { messageKey } from '../conversation/state';

/** The message to preview beside the launcher [W-4]: the last visible one, if it is the bot's. */
export function readPeek(visible: readonly Message[]): Message | undefined {
  const last = visible.findLast((message) => message.type !== 'context');
  return last?.type === 'bot' || last?.type === 'initial' ? last : undefined;
}

/** Stores which peeks were dismissed in this browser. */
export interface PeekMemory {
  isDismissed(message: Message): boolean;
  dismiss(message: Message): void;
}

/** @param lifetimeMs - how long a dismissed peek stays hidden */
export function createPeekMemory(
  store: ExpiringStore,
  toStorageKey: (messageId: string) => string,
  lifetimeMs: () => number,
): PeekMemory {
  return {
    isDismissed: (message) => store.get(toStorageKey(messageKey(message)), v.boolean()) === true,
    dismiss(message) {
      store.set(toStorageKey(messageKey(message)), true, lifetimeMs());
    },
  };
}
