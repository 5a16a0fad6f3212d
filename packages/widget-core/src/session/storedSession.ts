import type { Clock } from '../lib/clock';
import { writeEntry } from '../storage/expiringStore';
import { createStorageKeys } from '../storage/storageKeys';
import { readSessionKey } from './sessionKey';
import type { Session } from './sessionManager';

/**
 * A session as the widget finds it in the storage of a browser, under the name that its setting `session` has. For
 * pages of the server that open a conversation.
 */
export function storedSession(
  widgetId: string,
  name: string,
  session: Omit<Session, 'proof'>,
  clock: Clock,
): { readonly key: string; readonly value: string } {
  const { name: stored = name } = readSessionKey(name, clock, undefined, () => undefined);
  return {
    key: createStorageKeys(widgetId, stored).session,
    // Anonymous: it was made without a proof.
    value: writeEntry({ ...session, proof: '' }, session.tokenExpiresAt),
  };
}
