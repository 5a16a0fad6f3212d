import * as v from 'valibot';
import { isWidgetError, WidgetError } from '../errors';
import type { Clock } from '../lib/clock';
import type { Locks } from '../lib/environment';
import { holdPatiently } from '../lib/locks';
import { idSchema } from '../api/message';
import type { SessionCreateRequest } from '../api/requests';
import type { ExpiringStore } from '../storage/expiringStore';
import { isTokenFresh, localTokenExpiry } from './tokenFreshness';
import type { SessionSource } from './sessionSource';

const sessionSchema = v.object({ conversationId: idSchema, token: v.string(), tokenExpiresAt: v.number() });

/** Which conversation is open, and the proof that it is ours. */
export type Session = v.InferOutput<typeof sessionSchema>;

/** How long another tab may take to renew before this one goes on without it, in milliseconds (fault F304). */
const LOCK_PATIENCE_MS = 10_000;

/** What a session manager works with. */
export interface SessionManagerOptions {
  readonly source: SessionSource;
  readonly store: ExpiringStore;
  /** Where the session is kept. */
  readonly storageKey: string;
  readonly lockName: string;
  readonly locks: Locks;
  readonly clock: Clock;
  /** How long a session is kept from now, in milliseconds; the token's own end counts when it is later. */
  readonly lifetimeMs: () => number;
  /** What a new conversation begins with. */
  readonly describe: () => SessionCreateRequest;
  /** Hears of every session that replaces another one, before anybody uses it. `isAdopted`: another tab has made it. */
  readonly onChange: (session: Session, isAdopted: boolean) => void;
}

/** One fresh session, one request at a time, across tabs [W-28, W-29] (contract 5.3). */
export interface SessionManager {
  /** What is known, fresh or stale. */
  readonly current: () => Session | undefined;
  /** A fresh session; made when there is none. Callers share one request; a failure is forgotten. Throws `session_failed`. */
  readonly getFresh: () => Promise<Session>;
  /** Runs a call; when the server refuses the token (401), once more with a new one. */
  readonly use: <Result>(call: (session: Session) => Promise<Result>) => Promise<Result>;
  /** Keeps the session for another lifetime: something happened in its conversation. */
  readonly touch: () => void;
  /** Looks into storage again, after another tab said that it made a session. Tells whether one is stored. */
  readonly adopt: () => boolean;
  /** Whether storage has the conversation that is open here, so that nobody has ended it. */
  readonly isStored: () => boolean;
  /** Forgets the session here; storage stays as it is, because another tab may have made a new one already. What is being made is thrown away. */
  readonly drop: () => void;
  /** Forgets the session, here and in storage. */
  readonly forget: () => void;
}

/** What is known of the session in one tab. */
interface SessionMemory {
  session: Session | undefined;
  /** The server did not take it, whatever its times say. */
  refusedToken: string | undefined;
  /** Grows when everything is forgotten: what was begun before counts no more. */
  epoch: number;
}

/** @see SessionManager */
export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const { store, storageKey } = options;
  const memory: SessionMemory = { session: store.get(storageKey, sessionSchema), refusedToken: undefined, epoch: 0 };
  let pending: Promise<Session> | undefined;

  function getFresh(): Promise<Session> {
    if (isUsable(memory, memory.session, options.clock)) return Promise.resolve(memory.session);
    if (pending) return pending;
    const { epoch } = memory;
    const made: Promise<Session> = holdPatiently(options, options.lockName, LOCK_PATIENCE_MS, () => createOrAdopt(options, memory, epoch)).finally(() => {
      if (pending === made) pending = undefined;
    });
    pending = made;
    return made;
  }

  const isKept = (): boolean => memory.session !== undefined && store.get(storageKey, sessionSchema)?.conversationId === memory.session.conversationId;

  function drop(): void {
    memory.epoch += 1;
    memory.session = undefined;
    memory.refusedToken = undefined;
    pending = undefined;
  }

  return {
    current: () => memory.session,
    getFresh,
    async use(call) {
      const first = await getFresh();
      try {
        return await call(first);
      } catch (error) {
        if (!isWidgetError(error) || error.code !== 'NOT_AUTHENTICATED') throw error;
        memory.refusedToken = first.token;
        return await call(await getFresh());
      }
    },
    touch() {
      // What another tab has taken out of storage is over there; it is told soon.
      if (memory.session && isKept()) keep(options, memory.session);
    },
    adopt() {
      const stored = store.get(storageKey, sessionSchema);
      if (stored) setSession(options, memory, stored, true);
      return stored !== undefined;
    },
    isStored: () => store.isShared(storageKey) && isKept(),
    drop,
    forget() {
      drop();
      store.remove(storageKey);
    },
  };
}

/** Takes the session that another tab made while this one waited, or makes one: for the same conversation, when there was one. */
async function createOrAdopt(options: SessionManagerOptions, memory: SessionMemory, epoch: number): Promise<Session> {
  const { clock } = options;
  const stored = options.store.get(options.storageKey, sessionSchema);
  if (isUsable(memory, stored, clock)) {
    setSession(options, memory, stored, true);
    return stored;
  }
  const stale = memory.session ?? stored;
  const request = stale ? { ...options.describe(), conversationId: stale.conversationId } : options.describe();
  const answer = await options.source(request, stale?.token).catch((cause: unknown) => {
    throw new WidgetError('session_failed', { cause });
  });
  if (epoch !== memory.epoch) throw new WidgetError('ABORTED');
  const { conversationId, token } = answer;
  if (!conversationId || !token) throw new WidgetError('session_failed');
  const made = { conversationId, token, tokenExpiresAt: localTokenExpiry(token, clock.now(), answer.expiresAt ?? undefined) };
  keep(options, made);
  setSession(options, memory, made, false);
  return made;
}

function isUsable(memory: SessionMemory, session: Session | undefined, clock: Clock): session is Session {
  return session !== undefined && session.token !== memory.refusedToken && isTokenFresh(session.tokenExpiresAt, clock);
}

function setSession(options: SessionManagerOptions, memory: SessionMemory, next: Session, isAdopted: boolean): void {
  if (memory.session?.token === next.token) return;
  memory.session = next;
  options.onChange(next, isAdopted);
}

function keep({ store, storageKey, lifetimeMs, clock }: SessionManagerOptions, session: Session): void {
  store.set(storageKey, session, Math.max(lifetimeMs(), session.tokenExpiresAt - clock.now()));
}
