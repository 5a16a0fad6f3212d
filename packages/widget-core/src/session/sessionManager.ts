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

/** A stored session. */
export const sessionSchema = v.object({
  conversationId: idSchema,
  token: v.string(),
  tokenExpiresAt: v.number(),
  /**
   * The proof it was created with (`proofName`), empty for none; absent in sessions stored before conversations had a
   * subject.
   */
  proof: v.optional(v.string()),
});

/** The open conversation, and the token that gives access to it. */
export type Session = v.InferOutput<typeof sessionSchema>;

/** The server's error codes for a conversation that belongs to someone else or requires a verified visitor. */
const REFUSED: ReadonlySet<string> = new Set(['CONFLICT', 'NOT_AUTHORIZED']);
/**
 * How long to wait for another tab to renew the session before this one does it itself, in milliseconds (fault F304).
 */
const LOCK_PATIENCE_MS = 10_000;

/** An anonymous conversation, with the proof that this browser session started it. */
export interface Continues extends Pick<Session, 'conversationId' | 'token'> {
  readonly verifier: string | undefined;
}

/** Options of `createSessionManager`. */
export interface SessionManagerOptions {
  readonly source: SessionSource;
  readonly store: ExpiringStore;
  /** Storage key of the session. */
  readonly storageKey: string;
  readonly lockName: string;
  readonly locks: Locks;
  readonly clock: Clock;
  /** How long a session is kept from now, in milliseconds; the token's expiry applies if it is later. */
  readonly lifetimeMs: () => number;
  /** The request that creates a new conversation. */
  readonly describe: () => SessionCreateRequest;
  /**
   * The page's current proof (`proofName`). A stored session that was created with a different proof is used only once
   * the server has accepted this one, because a page can claim any subject. Undefined: the host page vouches for the
   * visitor.
   */
  readonly proof?: (() => string) | undefined;
  /** An anonymous conversation that this visitor takes over. */
  readonly continues?: Continues | undefined;
  /** The server has assigned that conversation to this visitor. Called before `onChange`. */
  readonly onContinued?: (() => void) | undefined;
  /** The stored session was someone else's, and a new conversation was created. Called before `onChange`. */
  readonly onRefused?: ((hasBeenShown: boolean) => void) | undefined;
  /** Called with every new or replaced session before it is used. `isAdopted`: another tab created it. */
  readonly onChange: (session: Session, isAdopted: boolean) => void;
}

/** One fresh session, one request at a time, across tabs [W-28, W-29] (contract 5.3). */
export interface SessionManager {
  /** The current session, fresh or stale. */
  readonly current: () => Session | undefined;
  /** Whether a session exists or is being created. */
  readonly isBegun: () => boolean;
  /**
   * Whether stored data may be shown before the server has confirmed access: it was stored with the page's own proof,
   * or the visitor is anonymous.
   */
  readonly isAccepted: () => boolean;
  /**
   * Returns a fresh session and creates one if necessary. Callers share one request; a failure is not cached. Throws
   * `session_failed`.
   */
  readonly getFresh: () => Promise<Session>;
  /** The server rejected this token: it is not used again, even before it expires. */
  readonly refuse: (token: string) => void;
  /** Extends the lifetime of the stored session after activity in its conversation. */
  readonly touch: () => void;
  /** Reads storage again after another tab announced a session. @returns whether one is stored */
  readonly adopt: () => boolean;
  /** Whether the open conversation is still in storage; if not, another tab has ended it. */
  readonly isStored: () => boolean;
  /**
   * Forgets the session here and discards a pending one. Storage is unchanged, because another tab may have stored a
   * new session already.
   */
  readonly drop: () => void;
  /** Removes the session of a conversation that the server has lost, here and in storage. */
  readonly leave: (conversationId: string) => void;
  /** Removes the session, here and in storage. */
  readonly forget: () => void;
}

/** One tab's copy of the session. */
interface SessionMemory {
  session: Session | undefined;
  /** A token that the server rejected before its expiry. */
  refusedToken: string | undefined;
  /** Incremented when the session is forgotten: requests from before are discarded. */
  epoch: number;
  /** A session of this visitor was created or used here, so sessions stored by other tabs are this visitor's too. */
  isAccepted: boolean;
}

/** @see SessionManager */
export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const { store, storageKey } = options;
  const session = store.get(storageKey, sessionSchema);
  // An anonymous visitor needs no proof.
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
    isBegun: () => memory.session !== undefined || pending !== undefined,
    isAccepted: () => memory.isAccepted,
    getFresh,
    refuse(token) {
      memory.refusedToken = token;
    },
    touch() {
      // If another tab has removed the session from storage, the session has ended; that tab's message follows.
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
      // Another tab may already have stored a new session.
      if (store.get(storageKey, sessionSchema)?.conversationId === conversationId) store.remove(storageKey);
    },
    forget() {
      drop();
      store.remove(storageKey);
    },
  };
}

/** Adopts the session that another tab created meanwhile, or creates one, for the same conversation if there is one. */
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
      // A visitor who may not continue a conversation gets a new one. If a valid proof is required, the server refuses
      // that as well.
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
  // Stored meanwhile by a tab that did not wait for the lock, or whose storage was not visible here yet.
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
