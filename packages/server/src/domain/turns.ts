import { createHash } from 'node:crypto';
import { createId, type Attachment, type Clock, type JsonObject, type ReplyEvent } from '@sotto/widget-core/api';
import { ApiError } from '../apiError';
import type { Database } from '../db/database';
import type { Processes } from '../db/processes';
import { touchConversation, type Conversation } from '../db/queries/conversations';
import { readMessage } from '../db/queries/messages';
import { endRun, insertRun, readRun, readRunningRun, readRunOfSend, type Run } from '../db/queries/runs';
import type { Widget } from '../db/queries/widgets';
import { followRun, type EventLog } from '../events/eventLog';
import type { StopCalls } from '../events/exchange';
import type { Answerer, ReplyOptions } from './answerer';
import { readBrokenFork, readFork, type Fork } from './branches';
import { storeSent } from './conversations';
import { textToKeep } from './privacy';
import { interruptedEvents, ServerStopping, StopRequested, TakenForDead, writeReply } from './writeReply';
import { createOwedEnds } from './owedEnds';
import { watchRuns } from './watchRuns';

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
  /** Begins the reply to a send, or joins the one that a repeated send has already begun. `beforeStart` may refuse a new one by throwing, and says what it counts for. */
  send(place: Place, request: SendRequest, beforeStart: () => Promise<Pick<ReplyOptions, 'counters'>>): Promise<Reply>;
  /** The reply that is being written; undefined when none is. */
  running(conversationId: string): Promise<Run | undefined>;
  /** A reply of this conversation by its id; undefined when there is none or its events are not kept. */
  find(conversationId: string, runId: string): Promise<Run | undefined>;
  /** Stops the reply that is being written, at whichever process; the text so far is kept. @returns its id, null when nothing runs */
  abort(conversationId: string, reason: string | undefined): Promise<string | null>;
  /** Ends the events of a reply that is over without having said so, because its process died at that moment. */
  mend(conversationId: string, runId: string): Promise<void>;
  /** Lets replies end for `patienceMs` milliseconds, then cuts them as interrupted. */
  close(patienceMs: number): Promise<void>;
}

/** What turns need. */
export interface TurnsOptions {
  db: Database;
  clock: Clock;
  log: EventLog;
  stops: StopCalls;
  answerer: Answerer;
  /** Whether no other process can be writing: then every reply found running at the start is a dead process's. */
  isAlone: boolean;
  processes: Processes;
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
  const owner = options.processes.self;
  const active = new Map<string, ActiveRun>();
  const owed = createOwedEnds();
  let isClosing = false;

  const stopWatching = await watchRuns(options, {
    owner,
    runs: () => [...active.values()].map(({ runId }) => runId),
    giveUp(runId) {
      for (const run of active.values()) if (run.runId === runId) run.controller.abort(new TakenForDead());
    },
  });
  await options.stops.listen(owner, ({ conversationId, runId, reason }) => {
    const run = active.get(conversationId);
    if (run?.runId === runId) run.controller.abort(new StopRequested(reason));
  });

  async function start(place: Place, { run, fork }: Claimed, request: SendRequest): Promise<Reply> {
    await log.begin(run.id);
    const controller = new AbortController();
    const done = writeReply({ ...options, onEndOwed: owed.add }, { ...place, run, fork, options: request }, controller.signal)
      .catch((error: unknown) => { options.onError(error, run.id); })
      .finally(() => { active.delete(run.conversationId); });
    active.set(run.conversationId, { runId: run.id, controller, done });
    return { run, isReplayed: false };
  }

  return {
    async send(place, request, beforeStart) {
      const conversationId = place.conversation.id;
      const bodyHash = hashSend(request);
      await owed.settle(conversationId);
      const findEarlier = () => readRunOfSend(db, conversationId, request.clientId, request.idempotencyKey);
      let earlier = await findEarlier();
      if (earlier && (await closeDead(options, earlier))) earlier = await findEarlier();
      const repeated = earlier && (await repeat(options, earlier, bodyHash));
      if (repeated) return repeated;
      if (isClosing) throw new ApiError('SERVICE_UNAVAILABLE', 'The server is restarting', { retryAfterSeconds: 2 });
      const counted = await beforeStart();
      const tryClaim = () => claim(options, place, request, { bodyHash, owner }, earlier);
      const claimed = (await tryClaim()) ?? ((await freeOfDead(options, conversationId)) ? await tryClaim() : undefined);
      return claimed ? start(place, claimed, { ...request, ...counted }) : joinWinner(options, await findEarlier(), bodyHash);
    },

    running: (conversationId) => owed.settle(conversationId).then(() => readRunningRun(db, conversationId)),

    find: async (conversationId, runId) => ((await log.read(runId, 0, 1)) ? readRun(db, conversationId, runId) : undefined),

    async abort(conversationId, reason) {
      const run = active.get(conversationId);
      if (!run) return stopElsewhere(options, conversationId, reason);
      run.controller.abort(new StopRequested(reason));
      await within(clock, run.done, STOP_PATIENCE_MS);
      return run.runId;
    },

    mend: (conversationId, runId) => mend(options, conversationId, runId),
    async close(patienceMs) {
      isClosing = true;
      stopWatching();
      await endAll(clock, active, patienceMs);
    },
  };
}

/** Lets replies end by themselves for a while, then cuts them. */
async function endAll(clock: Clock, active: ReadonlyMap<string, ActiveRun>, patienceMs: number): Promise<void> {
  const allDone = () => Promise.all([...active.values()].map((run) => run.done));
  await within(clock, allDone(), patienceMs);
  for (const { controller } of active.values()) controller.abort(new ServerStopping());
  await within(clock, allDone(), CUT_PATIENCE_MS);
}

async function mend({ db, log }: TurnsOptions, conversationId: string, runId: string): Promise<void> {
  const run = await readRun(db, conversationId, runId);
  if (!run || run.status === 'running') return;
  await log.end(runId, run.status === 'done' ? (await tellAgain(db, run)).slice(-2) : interruptedEvents(runId));
}

/** Closes a run whose process has died, so that it can be tried again. @returns whether it did; false for one that lives, has ended, or was closed by somebody else */
async function closeDead({ db, clock, log, processes }: TurnsOptions, run: Run): Promise<boolean> {
  if (run.status !== 'running' || !(await processes.isGone(run.owner))) return false;
  const isClosed = await endRun(db, run.id, { status: 'interrupted', endReason: 'error', tokens: run.tokens, endedAt: clock.now() });
  if (isClosed) await log.end(run.id, interruptedEvents(run.id));
  return isClosed;
}

/** Makes room for a reply where that of a dead process stands in its way. @returns whether it did */
async function freeOfDead(options: TurnsOptions, conversationId: string): Promise<boolean> {
  const run = await readRunningRun(options.db, conversationId);
  return run !== undefined && closeDead(options, run);
}

/** What a send gets that lost the claim: to the same send from another connection, which is joined, or to another message. */
async function joinWinner(options: TurnsOptions, winner: Run | undefined, bodyHash: string): Promise<Reply> {
  const joined = winner?.status === 'running' ? await repeat(options, winner, bodyHash) : undefined;
  if (joined) return joined;
  throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 1 });
}

/** Asks the process that writes the reply to stop, and waits for its end. */
async function stopElsewhere({ db, log, stops, clock }: TurnsOptions, conversationId: string, reason: string | undefined): Promise<string | null> {
  const run = await readRunningRun(db, conversationId);
  if (!run) return null;
  const isHeard = await stops.send(run.owner, { conversationId, runId: run.id, reason });
  // Its process is dead, which is noticed within seconds, or only just being born.
  if (!isHeard) throw new ApiError('SERVICE_UNAVAILABLE', 'The reply cannot be stopped at the moment', { retryAfterSeconds: 2 });
  const abort = new AbortController();
  await within(clock, readToEnd(log, run.id, abort.signal), STOP_PATIENCE_MS);
  abort.abort();
  return run.id;
}

async function readToEnd(log: EventLog, runId: string, signal: AbortSignal): Promise<void> {
  const pages = followRun(log, runId, 0, signal);
  while (!(await pages.next()).done);
}

/** A reply that may be written. */
interface Claimed {
  readonly run: Run;
  /** Where it begins another version; undefined for a reply at the end of the branch. */
  readonly fork: Fork | undefined;
}

/**
 * Stores the message and its run in one step. Undefined when another reply runs here: then nothing is stored, its sender will come again.
 *
 * @param earlier - the reply to the same send, which failed: what was written of it becomes an earlier version
 */
async function claim({ db, clock }: TurnsOptions, place: Place, request: SendRequest, mark: { bodyHash: string; owner: string }, earlier: Run | undefined): Promise<Claimed | undefined> {
  const conversationId = place.conversation.id;
  const clientId = request.clientId ?? request.idempotencyKey;
  const { text, type, hidden, meta, attachments, replaces } = request;
  try {
    return await db.transaction(async (tx) => {
      await touchConversation(tx, conversationId, clock.now());
      const fork = replaces === undefined ? undefined : await readFork(tx, conversationId, replaces, text === undefined ? ['bot'] : ['user', 'input']);
      const message = text === undefined ? undefined : await storeSent(tx, clock, conversationId, { clientId, text: textToKeep(place.widget, text), type, hidden, meta, attachments, fork });
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
      return { run, fork: message ? earlier && (await readBrokenFork(tx, conversationId, earlier.botMessageId)) : fork };
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
