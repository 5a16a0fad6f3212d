import { createHash } from 'node:crypto';
import { createId, type Attachment, type Clock, type JsonObject, type ReplyEvent } from '@sotto/widget-core/api';
import { ApiError } from '../apiError';
import type { Database } from '../db/database';
import { touchConversation, type Conversation } from '../db/queries/conversations';
import { readMessage } from '../db/queries/messages';
import { beatRuns, insertRun, interruptRuns, readRun, readRunningRun, readRunOfSend, type Run } from '../db/queries/runs';
import type { Widget } from '../db/queries/widgets';
import type { EventLog } from '../events/eventLog';
import type { Answerer, ReplyOptions } from './answerer';
import { readFork, type Fork } from './branches';
import { storeSent } from './conversations';
import { ServerStopping, StopRequested, writeReply } from './writeReply';

/** How often a process says that it still writes its replies, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** A reply whose process has been silent this long, in milliseconds, is taken for interrupted. */
const SILENT_MS = 60_000;
/** How long a stop waits for the reply to be closed, in milliseconds, so that the next send does not meet it. */
const STOP_PATIENCE_MS = 3_000;

/** How long replies that were cut at the end may take to say so, in milliseconds. */
const CUT_PATIENCE_MS = 1_000;

/** What a caller sends. */
export interface SendRequest extends ReplyOptions {
  clientId?: string | undefined;
  idempotencyKey?: string | undefined;
  text?: string | undefined;
  type: 'user' | 'input';
  hidden: boolean;
  meta?: JsonObject | undefined;
  /** Files of this conversation. */
  attachments?: Attachment[] | undefined;
  /** Id of the message whose place the sent one takes, or, without a text, of the reply that a new one is wanted for. */
  replaces?: string | undefined;
}

/** Whose conversation it is. */
export interface Place {
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** A reply that can be followed in the event log, or, when its events are gone, told again from what is stored. */
export interface Reply {
  readonly run: Run;
  /** Whether this is the answer to an earlier send of the same message. */
  readonly isReplayed: boolean;
  /** The whole reply, when the log no longer has it. */
  readonly stored?: readonly ReplyEvent[];
}

/** Replies: begun once, written to their end by the server, readable by any number of connections. */
export interface Turns {
  /** Begins the reply to a send, or joins the one that a repeated send has already begun. `beforeStart` may refuse a new one by throwing. */
  send(place: Place, request: SendRequest, beforeStart: () => void): Promise<Reply>;
  /** The reply that is being written; undefined when none is. */
  running(conversationId: string): Promise<Run | undefined>;
  /** A reply of this conversation by its id; undefined when there is none or its events are not kept. */
  find(conversationId: string, runId: string): Promise<Run | undefined>;
  /** Stops the reply that is being written; the text so far is kept. @returns its id, null when nothing runs */
  abort(conversationId: string, reason: string | undefined): Promise<string | null>;
  /** Lets replies end for `patienceMs` milliseconds, then cuts them as interrupted. */
  close(patienceMs: number): Promise<void>;
}

/** What turns need. */
export interface TurnsOptions {
  db: Database;
  clock: Clock;
  log: EventLog;
  answerer: Answerer;
  /** Whether no other process can be writing: then every reply found running at the start is a dead process's. */
  isAlone: boolean;
  /** Told of failures that nobody is waiting for. */
  onError: (error: unknown, runId: string) => void;
}

interface ActiveRun {
  readonly runId: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Starts the keeper of replies, and closes those that a dead process left behind. */
export async function createTurns(options: TurnsOptions): Promise<Turns> {
  const { db, clock, log } = options;
  const owner = createId('process', clock);
  const active = new Map<string, ActiveRun>();
  let isClosing = false;

  await interruptRuns(db, options.isAlone ? Number.MAX_SAFE_INTEGER : clock.now() - SILENT_MS, clock.now());
  const stopBeating = keepBeating(options, owner, () => active.size > 0);

  async function start(place: Place, { run, fork }: Claimed, request: SendRequest): Promise<Reply> {
    await log.begin(run.id);
    const controller = new AbortController();
    const done = writeReply(options, { ...place, run, fork, options: request }, controller.signal)
      .catch((error: unknown) => {
        options.onError(error, run.id);
      })
      .finally(() => {
        active.delete(run.conversationId);
      });
    active.set(run.conversationId, { runId: run.id, controller, done });
    return { run, isReplayed: false };
  }

  return {
    async send(place, request, beforeStart) {
      const conversationId = place.conversation.id;
      const bodyHash = hashSend(request);
      const findEarlier = () => readRunOfSend(db, conversationId, request.clientId, request.idempotencyKey);
      const earlier = await findEarlier();
      const repeated = earlier && (await repeat(options, earlier, bodyHash));
      if (repeated) return repeated;

      if (isClosing) throw new ApiError('SERVICE_UNAVAILABLE', 'The server is restarting', { retryAfterSeconds: 2 });
      beforeStart();
      const claimed = await claim(options, place, request, { bodyHash, owner });
      if (claimed) return start(place, claimed, request);
      // The claim was lost: to the same send from another connection, which is joined, or to another message.
      const winner = await findEarlier();
      const joined = winner?.status === 'running' ? await repeat(options, winner, bodyHash) : undefined;
      if (joined) return joined;
      throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 1 });
    },

    running: (conversationId) => readRunningRun(db, conversationId),

    async find(conversationId, runId) {
      const run = await readRun(db, conversationId, runId);
      return run && run.status !== 'interrupted' && (await log.read(runId, 0, 1)) ? run : undefined;
    },

    async abort(conversationId, reason) {
      const run = active.get(conversationId);
      if (!run) return null;
      run.controller.abort(new StopRequested(reason));
      await within(clock, run.done, STOP_PATIENCE_MS);
      return run.runId;
    },

    async close(patienceMs) {
      isClosing = true;
      stopBeating();
      const allDone = () => Promise.all([...active.values()].map((run) => run.done));
      await within(clock, allDone(), patienceMs);
      for (const { controller } of active.values()) controller.abort(new ServerStopping());
      await within(clock, allDone(), CUT_PATIENCE_MS);
    },
  };
}

/** Says at intervals that this process lives, and closes the replies of those that do not. @returns what ends it */
function keepBeating({ db, clock, isAlone, onError }: TurnsOptions, owner: string, hasRuns: () => boolean): () => void {
  let isOver = false;
  let cancel = clock.setTimer(beat, HEARTBEAT_MS);

  async function beatOnce(): Promise<void> {
    if (hasRuns()) await beatRuns(db, owner, clock.now());
    if (!isAlone) await interruptRuns(db, clock.now() - SILENT_MS, clock.now());
  }
  function beat(): void {
    void beatOnce()
      .catch((error: unknown) => {
        onError(error, 'heartbeat');
      })
      .finally(() => {
        if (!isOver) cancel = clock.setTimer(beat, HEARTBEAT_MS);
      });
  }

  return () => {
    isOver = true;
    cancel();
  };
}

/** A reply that may be written. */
interface Claimed {
  readonly run: Run;
  /** Where it begins another version; undefined for a reply at the end of the branch. */
  readonly fork: Fork | undefined;
}

/** Stores the message and its run in one step. Undefined when another reply runs here: then nothing is stored, its sender will come again. */
async function claim({ db, clock }: TurnsOptions, place: Place, request: SendRequest, mark: { bodyHash: string; owner: string }): Promise<Claimed | undefined> {
  const conversationId = place.conversation.id;
  const clientId = request.clientId ?? request.idempotencyKey;
  const { text, type, hidden, meta, attachments, replaces } = request;
  try {
    return await db.transaction(async (tx) => {
      await touchConversation(tx, conversationId, clock.now());
      const fork = replaces === undefined ? undefined : await readFork(tx, conversationId, replaces, text === undefined ? ['bot'] : ['user', 'input']);
      const message = text === undefined ? undefined : await storeSent(tx, clock, conversationId, { clientId, text, type, hidden, meta, attachments, fork });
      const run = await insertRun(tx, {
        id: createId('run', clock),
        conversationId,
        clientId: clientId ?? null,
        idempotencyKey: request.idempotencyKey ?? null,
        ...mark,
        userMessageId: message?.id ?? null,
        botMessageId: createId('msg', clock),
        status: 'running',
        heartbeatAt: clock.now(),
        createdAt: clock.now(),
      });
      if (!run) throw new ReplyRunning();
      return { run, fork: message ? undefined : fork };
    });
  } catch (error) {
    if (error instanceof ReplyRunning) return undefined;
    throw error;
  }
}

/** What a repeated send gets; undefined when its reply failed and is to be tried again. */
async function repeat({ db, log }: TurnsOptions, run: Run, bodyHash: string): Promise<Reply | undefined> {
  if (run.bodyHash !== bodyHash) throw new ApiError('UNPROCESSABLE_ENTITY', 'This key was already used for another message');
  if (run.status === 'failed' || run.status === 'interrupted') return undefined;
  const isLogged = (await log.read(run.id, 0, 1)) !== undefined;
  if (run.status === 'running') {
    if (!isLogged) throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 2 });
    return { run, isReplayed: false };
  }
  return isLogged ? { run, isReplayed: true } : { run, isReplayed: true, stored: await tellAgain(db, run) };
}

class ReplyRunning extends Error {}

/** What makes two sends the same: the message itself, not the functions or the language that happen to travel with it. */
function hashSend(request: SendRequest): string {
  const { text, type, hidden, meta, attachments, replaces } = request;
  return createHash('sha256')
    .update(JSON.stringify([text ?? null, type, hidden, meta ?? null, (attachments ?? []).map((file) => file.id), ...(replaces === undefined ? [] : [replaces])]))
    .digest('base64url');
}

/** The events of a finished reply, from its stored message. */
async function tellAgain(db: Database, run: Run): Promise<ReplyEvent[]> {
  const message = await readMessage(db, run.conversationId, run.botMessageId);
  const text = message?.text ?? '';
  const userMessageId = run.userMessageId === null ? {} : { userMessageId: run.userMessageId };
  return [
    { type: 'completeBegin', data: { id: run.id, conversationId: run.conversationId, messageId: run.botMessageId, ...userMessageId } },
    ...(text === '' ? [] : [{ type: 'token' as const, data: { token: text } }]),
    {
      type: 'result',
      data: {
        id: run.botMessageId,
        text,
        usage: { token: run.tokens },
        end: { reason: toEndReason(run.endReason) },
        ...userMessageId,
        ...(message?.references && { references: message.references }),
      },
    },
    { type: 'completeEnd', data: { id: run.id } },
  ];
}

function toEndReason(reason: string | null): 'stop' | 'length' | 'activity' | 'iteration' | 'abort' {
  return reason === 'length' || reason === 'activity' || reason === 'iteration' || reason === 'abort' ? reason : 'stop';
}

async function within(clock: Clock, work: Promise<unknown>, patienceMs: number): Promise<void> {
  let cancel = (): void => undefined;
  const limit = new Promise<void>((resolve) => {
    cancel = clock.setTimer(resolve, patienceMs);
  });
  await Promise.race([work, limit]);
  cancel();
}
