import { createHash } from 'node:crypto';
import type { Clock, JsonObject } from '@sotto/widget-core/api';
import type { Vault } from '../accounts/vault';
import { ApiError } from '../lib/apiError';
import { isOfDeleted } from '../db/outage';
import { keyedDigest } from '../lib/keyedDigest';
import type { OpenDatabase } from '../db/database';
import { outsideRequest } from '../db/databaseTime';
import {
  answerKey,
  deleteAnswer,
  deleteOldKeys,
  freeKey,
  insertKey,
  readKey,
  takeKey,
  type KeyedCall,
  type NewKeyedCall,
} from '../db/queries/conversations/idempotencyKeyQueries';
import { keepTrying } from '../db/keepTrying';
import type { AppContext } from './appEnv';

/** How long a first answer is kept, in milliseconds (24 hours). Contract 1.4. */
const KEPT_MS = 86_400_000;
/**
 * A call stored by a version that did not record its process is considered abandoned after this time, in milliseconds.
 */
const ABANDONED_MS = 60_000;

/** The `Idempotency-Key` of a request. @throws ApiError 400 unless it is 8 to 128 printable ASCII characters */
export function readIdempotencyKey(context: AppContext): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{8,128}$/.test(key))
    throw new ApiError('BAD_REQUEST', 'Idempotency-Key must be 8 to 128 printable ASCII characters');
  return key;
}

/** What else is known of a keyed call. */
export interface KeyedOptions<Answer> {
  /** The conversation that the call opened: the answer goes with it. */
  readonly opened?: (answer: Answer) => string;
}

/** A repeated call answers as the first did (contract 1.4). */
export interface Idempotency {
  /**
   * Does something once per caller and key and gives its answer, the first time and every time after.
   *
   * Same key with another body: 422. Same key while the first call is still running: 409, however long it takes. A
   * failed call frees its key, and one whose process has crashed is repeated. A call that was done and whose answer
   * could not be kept holds its key as long as its process lives: repeated calls get 409.
   *
   * Answers are kept sealed, and go with the conversation or the account that calls.
   *
   * @param caller - its first words name the conversation or the account; anybody else is known by a keyed digest only
   */
  once<Answer extends JsonObject>(
    context: AppContext,
    caller: string,
    body: unknown,
    act: () => Promise<Answer>,
    options?: KeyedOptions<Answer>,
  ): Promise<Answer>;
  /** Forgets what is too old. */
  sweep(): Promise<void>;
}

/** What keeping first answers needs. */
export interface IdempotencyOptions extends Pick<OpenDatabase, 'db' | 'processes'> {
  readonly clock: Clock;
  readonly vault: Vault;
  /** Keeps digests of addresses from being guessed. */
  readonly secret: string;
  /** Called when the database fails after an act. */
  readonly onError: (error: unknown) => void;
}

/** Keeps first answers in the database. */
export function createIdempotency({ db, processes, clock, vault, secret, onError }: IdempotencyOptions): Idempotency {
  const digestOfCall = keyedDigest(secret, 'keyed calls');

  async function isAbandoned({ owner, createdAt }: KeyedCall): Promise<boolean> {
    return owner === null ? clock.now() - createdAt > ABANDONED_MS : processes.isGone(owner);
  }

  async function claim(call: NewKeyedCall, who: readonly string[]): Promise<string | undefined> {
    if (await insertKey(db, call, who)) return undefined;
    const first = await readKey(db, call.key);
    if (!first) return claim(call, who);
    if (first.answer !== null && clock.now() - first.createdAt > KEPT_MS) {
      await deleteAnswer(db, first);
      return claim(call, who);
    }
    if (first.bodyHash !== call.bodyHash)
      throw new ApiError('UNPROCESSABLE_ENTITY', 'This Idempotency-Key was already used with another body');
    if (first.answer !== null) return first.answer;
    if (!(await isAbandoned(first)))
      throw new ApiError('CONFLICT', 'The first call with this Idempotency-Key is still running', {
        retryAfterSeconds: 1,
      });
    return (await takeKey(db, call, first.owner)) ? undefined : claim(call, who);
  }

  return {
    async once<Answer extends JsonObject>(
      context: AppContext,
      caller: string,
      body: unknown,
      act: () => Promise<Answer>,
      { opened }: KeyedOptions<Answer> = {},
    ) {
      const key = readIdempotencyKey(context);
      if (key === undefined) return act();
      // The call is part of who calls: one key for two different calls is two keys.
      const { method, path } = context.req;
      const call: NewKeyedCall = {
        key: digestOfCall(JSON.stringify([caller, method, path.replace(/^\/api\//, '/'), key])),
        bodyHash: digest(body),
        owner: processes.self,
        createdAt: clock.now(),
      };
      const earlier = await claim(call, caller.split(' '));
      if (earlier !== undefined) {
        context.header('Idempotent-Replayed', 'true');
        return unseal(vault, earlier, call.key) as Answer;
      }
      let answer: Answer;
      try {
        answer = await act();
      } catch (error) {
        // Held, it would answer every repeated call with 409.
        await freeKey(db, call).catch(() => {
          void outsideRequest(() => keepTrying(clock, undefined, () => freeKey(db, call))).catch(onError);
        });
        throw error;
      }
      try {
        await answerKey(db, call, vault.seal(JSON.stringify(answer), call.key), opened?.(answer));
      } catch (error) {
        // What is done is done: a key that was freed now would let a repeated call do it again. Where the conversation
        // that was opened is deleted already, nothing is left of the act.
        if (isOfDeleted(error)) await freeKey(db, call).catch(onError);
        else onError(error);
      }
      return answer;
    },
    sweep: () => deleteOldKeys(db, clock.now() - KEPT_MS),
  };
}

/**
 * @throws ApiError CONFLICT when the server's secret has been changed since: what was made then is made, and cannot be
 * shown again
 */
function unseal(vault: Vault, sealed: string, place: string): unknown {
  const text = vault.open(sealed, place);
  if (text === undefined) throw new ApiError('CONFLICT', 'The first answer cannot be shown again');
  return JSON.parse(text);
}

function digest(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
}
