import { createHash } from 'node:crypto';
import type { Clock, JsonObject } from '@sotto/widget-core/api';
import type { Vault } from '../accounts/vault';
import { ApiError } from '../apiError';
import type { Database } from '../db/database';
import { answerKey, deleteKey, deleteOldKeys, insertKey, readKey } from '../db/queries/idempotencyKeys';
import type { AppContext } from './appEnv';

/** How long a first answer is kept, in milliseconds (24 hours). Contract 1.4. */
const KEPT_MS = 86_400_000;
/** A call that has been running this long, in milliseconds, has lost its process. */
const ABANDONED_MS = 60_000;

/** The `Idempotency-Key` of a request. @throws ApiError 400 unless it is 8 to 128 printable ASCII characters */
export function readIdempotencyKey(context: AppContext): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{8,128}$/.test(key)) throw new ApiError('BAD_REQUEST', 'Idempotency-Key must be 8 to 128 printable ASCII characters');
  return key;
}

/** A repeated call answers as the first did (contract 1.4). */
export interface Idempotency {
  /**
   * Does something once per caller and key and gives its answer, the first time and every time after.
   *
   * Same key with another body: 422. Same key while the first call is still running: 409. A failed call frees its key.
   * With `isSecret` the answer holds something that is shown once: it is kept sealed.
   */
  once<Answer extends JsonObject>(context: AppContext, caller: string, body: unknown, act: () => Promise<Answer>, options?: { isSecret: boolean }): Promise<Answer>;
  /** Forgets what is too old. */
  sweep(): Promise<void>;
}

/** Keeps first answers in the database. */
export function createIdempotency(db: Database, clock: Clock, vault: Vault): Idempotency {
  async function claim(caller: string, key: string, bodyHash: string): Promise<JsonObject | undefined> {
    const isClaimed = await insertKey(db, { caller, key, bodyHash, createdAt: clock.now() });
    if (isClaimed) return undefined;
    const first = await readKey(db, caller, key);
    const age = first ? clock.now() - first.createdAt : 0;
    if (!first || age > KEPT_MS || (first.answer === null && age > ABANDONED_MS)) {
      await deleteKey(db, caller, key);
      return claim(caller, key, bodyHash);
    }
    if (first.bodyHash !== bodyHash) throw new ApiError('UNPROCESSABLE_ENTITY', 'This Idempotency-Key was already used with another body');
    if (first.answer === null) throw new ApiError('CONFLICT', 'The first call with this Idempotency-Key is still running', { retryAfterSeconds: 1 });
    return first.answer;
  }

  return {
    async once<Answer extends JsonObject>(context: AppContext, caller: string, body: unknown, act: () => Promise<Answer>, { isSecret } = { isSecret: false }) {
      const key = readIdempotencyKey(context);
      if (key === undefined) return act();
      // The call is part of who calls: one key for two different calls is two keys.
      const place = `${caller} ${context.req.method} ${context.req.path.replace(/^\/api\//, '/')}`;
      const earlier = await claim(place, key, digest(body));
      if (earlier) {
        context.header('Idempotent-Replayed', 'true');
        return (isSecret ? unseal(vault, earlier, place) : earlier) as Answer;
      }
      try {
        const answer = await act();
        await answerKey(db, place, key, isSecret ? { sealed: vault.seal(JSON.stringify(answer), place) } : answer);
        return answer;
      } catch (error) {
        await deleteKey(db, place, key);
        throw error;
      }
    },
    sweep: () => deleteOldKeys(db, clock.now() - KEPT_MS, clock.now() - ABANDONED_MS),
  };
}

/** @throws ApiError CONFLICT when the server's secret has been changed since: what was made then is made, and cannot be shown again */
function unseal(vault: Vault, { sealed }: JsonObject, place: string): unknown {
  const text = typeof sealed === 'string' ? vault.open(sealed, place) : undefined;
  if (text === undefined) throw new ApiError('CONFLICT', 'The first answer cannot be shown again');
  return JSON.parse(text);
}

function digest(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body ?? null)).digest('base64url');
}
