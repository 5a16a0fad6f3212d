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

/** A session as it is stored. */
export const sessionSchema = v.object({
  conversationId: idSchema,
  token: v.string(),
  tokenExpiresAt: v.number(),
  /**
   * The proof it was made with (`proofName`), empty for none; absent in sessions stored before conversations had a
   * subject.
   */
  proof: v.optional(v.string()),
});

/** Which conversation is open, and the proof that it is ours. */
export type Session = v.InferOutput<typeof sessionSchema>;

/** The server's codes for a conversation that belongs to somebody else, or to somebody who has to be verified. */
const REFUSED: ReadonlySet<string> = new Set(['CONFLICT', 'NOT_AUTHORIZED']);
/** How long another tab may take to renew before this one goes on without it, in milliseconds (fault F304). */
const LOCK_PATIENCE_MS = 10_000;

/** An anonymous conversation, and what shows that this browser session began it. */
export interface Continues extends Pick<Session, 'conversationId' | 'token'> {
  readonly verifier: string | undefined;
}

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
  /**
   * The proof of the page (`proofName`). A stored session that was made with another one is used only after the server
   * has taken this one: the name
   * under which it is stored is no more than what the page claims. Undefined: somebody else answers for who the visitor
   * is.
   */
  readonly proof?: (() => string) | undefined;
  /** An anonymous conversation that is to become this visitor's. */
  readonly continues?: Continues | undefined;
  /** The server has made that conversation this visitor's. Comes before `onChange`. */
  readonly onContinued?: (() => void) | undefined;
  /** What was stored is somebody else's, and a new conversation has begun. Comes before `onChange`. */
  readonly onRefused?: ((hasBeenShown: boolean) => void) | undefined;
  /** Called with every session that replaces another one, before it is used. `isAdopted`: another tab has made it. */
  readonly onChange: (session: Session, isAdopted: boolean) => void;
}

/** One fresh session, one request at a time, across tabs [W-28, W-29] (contract 5.3). */
export interface SessionManager {
  /** What is known, fresh or stale. */
  readonly current: () => Session | undefined;
  /**
   * Whether what is stored may be shown before the server has been asked: it was made with the page's own proof, or
   * nobody is claimed.
   */
  readonly isAccepted: () => boolean;
  /**
   * A fresh session; made when there is none. Callers share one request; a failure is forgotten. Throws
   * `session_failed`.
   */
  readonly getFresh: () => Promise<Session>;
  /** The server did not take this token: it is not used again, whatever its times say. */
  readonly refuse: (token: string) => void;
  /** Keeps the session for another lifetime: something happened in its conversation. */
  readonly touch: () => void;
  /** Reads storage again, after another tab announced a session. @returns whether one is stored */
  readonly adopt: () => boolean;
  /** Whether storage has the conversation that is open here, so that nobody has ended it. */
  readonly isStored: () => boolean;
  /**
   * Forgets the session here; storage stays as it is, because another tab may have made a new one already. What is
   * being made is thrown away.
   */
  readonly drop: () => void;
  /** Forgets the session of a conversation that the server does not know any more, here and in storage. */
  readonly leave: (conversationId: string) => void;
  /** Forgets the session, here and in storage. */
  readonly forget: () => void;
}

/** What is known of the session in one tab. */
interface SessionMemory {
  session: Session | undefined;
  /** The server rejected it, whatever its expiry is. */
  refusedToken: string | undefined;
  /** Grows when everything is forgotten: what was begun before counts no more. */
  epoch: number;
  /** A session of this visitor was made or used here: whatever other tabs store for them is theirs. */
  isAccepted: boolean;
}

/** @see SessionManager */
export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const { store, storageKey } = options;
  const session = store.get(storageKey, sessionSchema);
  // Nothing is proven by a visitor who claims to be nobody.
  const isAccepted =
    options.proof === undefined || (session ? session.proof === options.proof() : options.proof() === '');
  const memory: SessionMemory = { session, refusedToken: undefined, epoch: 0, isAccepted };
  let pending: Promise<Session> | undefined;

  function getFresh(): Promise<Session> {
    if (isUsable(options, memory, memory.session)) return Promise.resolve(memory.session);
    if (pending) return pending;
    const { epoch } = memory;
    const made: Promise<Session> = holdPatiently(options, options.lockName, LOCK_PATIENCE_MS, () =>
      createOrAdopt(options, memory, epoch),
    ).finally(() => {
      if (pending === made) pending = undefined;
    });
    pending = made;
    return made;
  }

  const isKept = (): boolean =>
    memory.session !== undefined &&
    store.get(storageKey, sessionSchema)?.conversationId === memory.session.conversationId;

  function drop(): void {
    memory.epoch += 1;
    memory.session = undefined;
    memory.refusedToken = undefined;
    pending = undefined;
  }

  return {
    current: () => memory.session,
    isAccepted: () => memory.isAccepted,
    getFresh,
    refuse(token) {
      memory.refusedToken = token;
    },
    touch() {
      // A session that another tab has removed from storage has ended there; its message follows.
      if (memory.session && isKept()) keep(options, memory.session);
    },
    adopt() {
      const stored = store.get(storageKey, sessionSchema);
      if (stored && isOwn(options, memory, stored)) setSession(options, memory, stored, true);
      return stored !== undefined;
    },
    isStored: () => store.isShared(storageKey) && isKept(),
    drop,
    leave(conversationId) {
      if (memory.session?.conversationId === conversationId) drop();
      // Another tab may have begun a new one already.
      if (store.get(storageKey, sessionSchema)?.conversationId === conversationId) store.remove(storageKey);
    },
    forget() {
      drop();
      store.remove(storageKey);
    },
  };
}

/**
 * Takes the session that another tab made while this one waited, or makes one: for the same conversation, when there
 * was one.
 */
async function createOrAdopt(options: SessionManagerOptions, memory: SessionMemory, epoch: number): Promise<Session> {
  const { clock, continues } = options;
  const proof = options.proof?.();
  const stored = options.store.get(options.storageKey, sessionSchema);
  if (isUsable(options, memory, stored)) {
    setSession(options, memory, stored, true);
    return stored;
  }
  const stale = memory.session ?? stored ?? continues;
  const request = stale
    ? {
        ...options.describe(),
        conversationId: stale.conversationId,
        ...(stale === continues && { verifier: continues.verifier }),
      }
    : options.describe();
  let isRefused = false;
  const answer = await options
    .source(request, stale?.token)
    .catch((cause: unknown) => {
      isRefused = stale !== undefined && isWidgetError(cause) && REFUSED.has(cause.code);
      // Whoever may not go on with a conversation begins a new one. Without a good proof where one is needed, that is
      // refused as well.
      if (isRefused) return options.source(options.describe(), undefined);
      throw cause;
    })
    .catch((cause: unknown) => {
      throw new WidgetError('session_failed', { cause });
    });
  if (epoch !== memory.epoch) throw new WidgetError('ABORTED');
  const { conversationId, token } = answer;
  if (!conversationId || !token) throw new WidgetError('session_failed');
  const since = options.store.get(options.storageKey, sessionSchema);
  // Stored meanwhile by a tab that did not wait for the lock, or whose storage this tab did not share yet.
  if (!stored && isUsable(options, memory, since)) {
    setSession(options, memory, since, true);
    return since;
  }
  const made: Session = {
    conversationId,
    token,
    tokenExpiresAt: localTokenExpiry(token, clock.now(), answer.expiresAt ?? undefined),
    ...(proof !== undefined && { proof }),
  };
  if (stale === continues && conversationId === continues?.conversationId) options.onContinued?.();
  if (isRefused && stale !== continues) options.onRefused?.(memory.isAccepted);
  memory.isAccepted = true;
  keep(options, made);
  setSession(options, memory, made, false);
  return made;
}

function isUsable(
  options: SessionManagerOptions,
  memory: SessionMemory,
  session: Session | undefined,
): session is Session {
  return (
    session !== undefined &&
    session.token !== memory.refusedToken &&
    isTokenFresh(session.tokenExpiresAt, options.clock) &&
    isOwn(options, memory, session)
  );
}

function isOwn(options: SessionManagerOptions, memory: SessionMemory, session: Session): boolean {
  return memory.isAccepted || session.proof === options.proof?.();
}

function setSession(options: SessionManagerOptions, memory: SessionMemory, next: Session, isAdopted: boolean): void {
  memory.isAccepted = true;
  if (memory.session?.token === next.token) return;
  memory.session = next;
  options.onChange(next, isAdopted);
}

function keep({ store, storageKey, lifetimeMs, clock }: SessionManagerOptions, session: Session): void {
  store.set(storageKey, session, Math.max(lifetimeMs(), session.tokenExpiresAt - clock.now()));
}
