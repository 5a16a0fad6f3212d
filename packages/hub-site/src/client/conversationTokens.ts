import { parseJson, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';

const PREFIX = 'sotto:hub-conversation:';
const keptSchema = v.object({ token: v.string(), expiresAt: timeSchema });

/**
 * Stores the token that opens a tried conversation's page in this browser, until it expires. @param expiresAt -
 * milliseconds since the epoch
 */
export function keepConversationToken(
  host: Pick<Window, 'localStorage'>,
  { id, token, expiresAt }: { id: string; token: string; expiresAt: number },
  now: number,
): void {
  try {
    const storage = host.localStorage;
    for (const key of Object.keys(storage))
      if (key.startsWith(PREFIX) && readKept(storage, key, now) === undefined) storage.removeItem(key);
    storage.setItem(PREFIX + id, JSON.stringify({ token, expiresAt }));
  } catch {
    // Storage is unavailable: the conversation's page then reports that it cannot be opened here.
  }
}

/** The token of a conversation held in this browser; undefined if there is none, or it has expired. */
export function readConversationToken(host: Pick<Window, 'localStorage'>, id: string, now: number): string | undefined {
  try {
    return readKept(host.localStorage, PREFIX + id, now);
  } catch {
    return undefined;
  }
}

function readKept(storage: Storage, key: string, now: number): string | undefined {
  const kept = v.safeParse(keptSchema, parseJson(storage.getItem(key) ?? ''));
  return kept.success && kept.output.expiresAt > now ? kept.output.token : undefined;
}
