import { createHash } from 'node:crypto';
import { createId, type Attachment, type Clock, type JsonObject, type ReplyEvent } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { outsideRequest } from '../../db/databaseTime';
import type { Processes } from '../../db/processes';
import { touchConversation, type Conversation } from '../../db/queries/conversations/conversationQueries';
import { noteVisitorMessage } from '../../db/queries/conversations/inboxQueries';
import type { StoredMessage } from '../../db/queries/conversations/messageQueries';
import {
  insertRun,
  readRun,
  readRunningRun,
  readRunOfSend,
  saveDrafts,
  type Run,
} from '../../db/queries/conversations/runQueries';
import type { DeletedRun } from '../../db/queries/retentionQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { followRun, type EventLog } from '../../events/eventLog';
import type { StopCalls } from '../../events/messageBus';
import type { Answerer, ReplyOptions } from './answerer';
import type { Counted } from '../accounts/costs';
import { createActiveRuns, type ActiveRuns } from './activeRuns';
import { readBrokenFork, readFork, type Fork } from '../conversations/branches';
import { createCheckpoints } from './checkpoints';
import { readContinuable } from './continuation';
import type { InboxNotices } from '../conversations/inboxNotices';
import { storeSent } from '../conversations/conversations';
import { takeOver } from './takeOver';
import { interruptRun } from './interruptRuns';
import type { KeyedLanes } from './keyedLanes';
import { textToKeep } from '../conversations/privacy';
import { DELETED, HandingOver, StopRequested, PresumedDead, writeReply, type ReplyTask } from './writeReply';
import { createPendingCompletions } from './pendingCompletions';
import { createRunRecovery, replayStored, type Following } from './runRecovery';
import { watchRuns } from './watchRuns';

/** How long a stop waits for the reply to be closed, in milliseconds, so that the next send does not meet it. */
const STOP_PATIENCE_MS = 3_000;

/** How long replies that are interrupted at shutdown may take to end, in milliseconds. */
const CUT_PATIENCE_MS = 1_000;

/** How often a send is looked at anew because another try of it got ahead. */
const SEND_ATTEMPTS = 5;

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
  /**
   * Id of the message that the sent one replaces, or, without a text, of the reply to generate another version of.
   */
  replaces?: string | undefined;
  /** Id of the reply to continue; there is no text then. */
  continues?: string | undefined;
}

/** Whose conversation it is. */
export interface ConversationOwner {
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** A reply that can be followed in the event log, or, if its events have expired, replayed from the stored message. */
export interface Reply {
  readonly run: Run;
  /** Whether this is the answer to an earlier send of the same message. */
  readonly isReplayed: boolean;
  /** The whole reply, when the log no longer has it. */
  readonly stored?: readonly ReplyEvent[];
}

/** Replies: begun once, written to their end by the server, readable by any number of connections. */
export interface Turns {
  /**
   * Begins the reply to a send, or joins the one that a repeated send has already begun. `enter` may refuse a new one by
   * throwing; what it has counted is given back when none begins.
   */
  send(place: ConversationOwner, request: SendRequest, enter: () => Promise<Counted>): Promise<Reply>;
  /** The reply that is being written; undefined when none is. */
  running(conversationId: string): Promise<Run | undefined>;
  /** A reply of this conversation by its id; undefined when there is none or its events are not kept. */
  find(conversationId: string, runId: string): Promise<Run | undefined>;
  /**
   * Stops the reply that is being written, at whichever process; the text so far is kept. @returns its id, null when
   * nothing runs
   */
  abort(conversationId: string, reason: string | undefined): Promise<string | null>;
  /** Ends replies whose conversations have been deleted, at whichever process: nothing of them is stored. */
  cut(runs: readonly DeletedRun[]): Promise<void>;
  /**
   * Monitors a reply that is followed here: its process may crash just before it writes the final event.
   */
  follow(run: Pick<Run, 'id' | 'conversationId'>): Following;
  /**
   * Lets replies end for `patienceMs` milliseconds; what is left then is handed over to another process, or cut as
   * interrupted where there is none.
   */
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
  /** Writes of one conversation go one after the other. */
  inTurn: KeyedLanes;
  /** Gets a notification of each stored message and reply. @default none */
  notices?: InboxNotices;
  /** Called with failures of background work. */
  onError: (error: unknown, runId: string) => void;
}

/** Starts the keeper of replies, and closes those that a dead process left behind. */
export async function createTurns(options: TurnsOptions): Promise<Turns> {
  const { db, clock, log } = options;
  const owner = options.processes.self;
  const active = createActiveRuns();
  const pending = createPendingCompletions();
  const checkpoints = createCheckpoints({
    clock,
    save: (drafts) => saveDrafts(db, drafts),
    onError: (error) => {
      options.onError(error, 'checkpoint');
    },
  });
  const recovery = createRunRecovery({
    ...options,
    isOwn: ({ id }) => active.find(id) !== undefined,
  });
  let isClosing = false;

  const stopWatching = await watchRuns(options, {
    owner,
    runs: () => active.all().map(({ runId }) => runId),
    takeOver:
      log.leave &&
      ((left) =>
        takeOver(options, left, owner).then((task) => {
          if (task) write(task);
        })),
    giveUp: (runId) => active.find(runId)?.controller.abort(new PresumedDead()),
  });
  await options.stops.listen(owner, ({ runId, reason }) => {
    active.find(runId)?.controller.abort(new StopRequested(reason));
  });

  const write = (task: ReplyTask): void => {
    const { run, conversation, widget } = task;
    active.add(run, (signal) =>
      outsideRequest(() => writeReply({ ...options, checkpoints, onCompletionPending: pending.add }, task, signal))
        .catch((error: unknown) => {
          options.onError(error, run.id);
        })
        .finally(() => options.notices?.changed(conversation.id, widget.ownerId)),
    );
  };
  async function start(
    place: ConversationOwner,
    { run, fork, continued }: Claimed,
    request: SendRequest,
  ): Promise<Reply> {
    options.notices?.changed(place.conversation.id, place.widget.ownerId);
    await log.begin(run.id);
    write({ ...place, run, fork, continued, options: request });
    return { run, isReplayed: false };
  }

  return {
    async send(place, request, enter) {
      let counted: Counted | undefined;
      let hasBegun = false;
      try {
        for (let left = SEND_ATTEMPTS; ; left -= 1) {
          await pending.settle(place.conversation.id);
          const begun = await beginOrJoin(options, place, request, async () => {
            if (isClosing)
              throw new ApiError('SERVICE_UNAVAILABLE', 'The server is restarting', { retryAfterSeconds: 2 });
            counted ??= await enter();
          });
          if (begun === 'changed' && left > 1) continue;
          if (begun === 'changed')
            throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 1 });
          if (!('claimed' in begun)) return begun.reply;
          hasBegun = true;
          return await start(place, begun.claimed, { ...request, counters: counted?.counters });
        }
      } finally {
        if (!hasBegun) await counted?.giveBack();
      }
    },

    running: (conversationId) => pending.settle(conversationId).then(() => readRunningRun(db, conversationId)),

    find: async (conversationId, runId) =>
      (await log.read(runId, 0, 1)) ? readRun(db, conversationId, runId) : undefined,

    async abort(conversationId, reason) {
      const run = active.latest(conversationId);
      if (!run) return stopElsewhere(options, conversationId, reason);
      run.controller.abort(new StopRequested(reason));
      await within(clock, run.done, STOP_PATIENCE_MS);
      return run.runId;
    },

    async cut(runs) {
      await Promise.all(
        runs.map(async ({ id, conversationId, owner: writer }) => {
          pending.forget(conversationId);
          const run = active.find(id);
          run?.controller.abort(new StopRequested(DELETED));
          if (run) await within(clock, run.done, STOP_PATIENCE_MS);
          // One that gets no message notices at its next sign of life that the run is gone.
          else await options.stops.send(writer, { conversationId, runId: id, reason: DELETED }).catch(() => false);
        }),
      );
    },

    follow: (run) => recovery.follow(run),

    async close(patienceMs) {
      isClosing = true;
      stopWatching();
      await endAll(clock, active, patienceMs).finally(() => {
        for (const each of [checkpoints, recovery]) each.close();
      });
    },
  };
}

/** Lets replies end by themselves for a while, then leaves them to others. */
async function endAll(clock: Clock, active: ActiveRuns, patienceMs: number): Promise<void> {
  const allDone = () => Promise.all(active.all().map((run) => run.done));
  await within(clock, allDone(), patienceMs);
  for (const { controller } of active.all()) controller.abort(new HandingOver());
  await within(clock, allDone(), CUT_PATIENCE_MS);
}

/**
 * What a send comes to: a reply of its own, or one that is there; `changed`: another try of the same send got ahead
 * meanwhile, which is to be looked at anew.
 */
type Begun = { readonly claimed: Claimed } | { readonly reply: Reply } | 'changed';

async function beginOrJoin(
  options: TurnsOptions,
  place: ConversationOwner,
  request: SendRequest,
  beforeStart: () => Promise<unknown>,
): Promise<Begun> {
  const conversationId = place.conversation.id;
  const mark = { bodyHash: hashSend(request), owner: options.processes.self };
  const findEarlier = () => readRunOfSend(options.db, conversationId, request.clientId, request.idempotencyKey);
  let earlier = await findEarlier();
  if (earlier && (await closeDead(options, earlier))) earlier = await findEarlier();
  const repeated = earlier && (await repeat(options, earlier, mark.bodyHash));
  if (repeated) return { reply: repeated };
  await beforeStart();
  // The message to continue may still be locked by a crashed process.
  if (request.continues !== undefined) await freeOfDead(options, conversationId);
  const tryClaim = () => options.inTurn(conversationId, () => claim(options, place, request, mark, earlier));
  const claimed = (await tryClaim()) ?? ((await freeOfDead(options, conversationId)) ? await tryClaim() : undefined);
  if (claimed === 'changed') return claimed;
  return claimed ? { claimed } : { reply: await joinWinner(options, await findEarlier(), mark.bodyHash) };
}

/**
 * Closes a run whose process has crashed, so that it can be tried again. @returns whether it is closed now, by any
 * process; false for a live one and one that had ended before
 */
async function closeDead(options: TurnsOptions, run: Run): Promise<boolean> {
  if (run.status !== 'running' || !(await options.processes.isGone(run.owner))) return false;
  await interruptRun(options, run);
  return true;
}

/** Ends the running reply of a dead process, so that another can start. @returns whether there was one */
async function freeOfDead(options: TurnsOptions, conversationId: string): Promise<boolean> {
  const run = await readRunningRun(options.db, conversationId);
  return run !== undefined && closeDead(options, run);
}

/**
 * The reply of a send that lost the claim: the running one, if that answers the same send from another connection.
 *
 * @throws ApiError 409 if it answers another message
 */
async function joinWinner(options: TurnsOptions, winner: Run | undefined, bodyHash: string): Promise<Reply> {
  const joined = winner?.status === 'running' ? await repeat(options, winner, bodyHash) : undefined;
  if (joined) return joined;
  throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 1 });
}

/** Requests the writing process to stop the reply, and waits for its end. */
async function stopElsewhere(
  { db, log, stops, clock }: TurnsOptions,
  conversationId: string,
  reason: string | undefined,
): Promise<string | null> {
  const run = await readRunningRun(db, conversationId);
  if (!run) return null;
  const isConfirmed = await stops.send(run.owner, { conversationId, runId: run.id, reason });
  // Its process has crashed, which is detected within seconds, or is only starting.
  if (!isConfirmed)
    throw new ApiError('SERVICE_UNAVAILABLE', 'The reply cannot be stopped at the moment', { retryAfterSeconds: 2 });
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
  /** The message whose rest it is. */
  readonly continued: StoredMessage | undefined;
}

/**
 * Stores the message and its run in one step. Undefined when another reply runs here: then nothing is stored, its
 * sender will come again.
 *
 * @param earlier - the reply to the same send, which failed: what was written of it becomes an earlier version
 */
async function claim(
  { db, clock, isAlone }: TurnsOptions,
  place: ConversationOwner,
  request: SendRequest,
  mark: { bodyHash: string; owner: string },
  earlier: Run | undefined,
): Promise<Claimed | 'changed' | undefined> {
  const conversationId = place.conversation.id;
  const clientId = request.clientId ?? request.idempotencyKey;
  const { text, type, hidden, meta, attachments, replaces, continues } = request;
  try {
    return await db.transaction(async (tx) => {
      await (request.text === undefined
        ? touchConversation(tx, conversationId, clock.now())
        : noteVisitorMessage(tx, conversationId, clock.now()));
      // No other start happens here from now on. A delayed attempt of the same send must not answer a second time what
      // another one has answered in the meantime.
      const latest = await readRunOfSend(tx, conversationId, request.clientId, request.idempotencyKey);
      if (latest?.id !== earlier?.id || latest?.status !== earlier?.status) return 'changed';
      const fork =
        replaces === undefined
          ? undefined
          : await readFork(tx, conversationId, replaces, text === undefined ? ['bot'] : ['user', 'input']);
      const continued = continues === undefined ? undefined : await readContinuable(tx, conversationId, continues);
      const message =
        text === undefined
          ? undefined
          : await storeSent(tx, clock, conversationId, {
              clientId,
              text: textToKeep(place.widget, text),
              type,
              hidden,
              meta,
              attachments,
              fork,
            });
      const run = await insertRun(tx, {
        id: createId('run', clock),
        conversationId,
        clientId: clientId ?? null,
        idempotencyKey: request.idempotencyKey ?? null,
        ...mark,
        userMessageId: message?.id ?? null,
        botMessageId: continued?.id ?? createId('msg', clock),
        isContinuation: continued !== undefined,
        status: 'running',
        // Several processes have several clocks, and one database.
        ...(isAlone && { heartbeatAt: clock.now(), createdAt: clock.now() }),
      });
      if (!run) throw new ReplyRunning();
      return {
        run,
        continued,
        fork: message ? earlier && (await readBrokenFork(tx, conversationId, earlier.botMessageId)) : fork,
      };
    });
  } catch (error) {
    if (error instanceof ReplyRunning) return undefined;
    throw error;
  }
}

/** What a repeated send gets; undefined when its reply failed and is to be tried again. */
async function repeat({ db, log }: TurnsOptions, run: Run, bodyHash: string): Promise<Reply | undefined> {
  if (run.bodyHash !== bodyHash)
    throw new ApiError('UNPROCESSABLE_ENTITY', 'This key was already used for another message');
  if (run.status === 'failed' || run.status === 'interrupted') return undefined;
  const isLogged = (await log.read(run.id, 0, 1)) !== undefined;
  if (run.status === 'running') {
    if (!isLogged) throw new ApiError('CONFLICT', 'A reply is still being written', { retryAfterSeconds: 2 });
    return { run, isReplayed: false };
  }
  return isLogged ? { run, isReplayed: true } : { run, isReplayed: true, stored: await replayStored(db, run) };
}

class ReplyRunning extends Error {}

/**
 * What makes two sends the same: the message itself, not the functions or the language that happen to travel with it.
 */
function hashSend(request: SendRequest): string {
  const { text, type, hidden, meta, attachments, replaces, continues } = request;
  const others = continues === undefined ? (replaces === undefined ? [] : [replaces]) : [null, continues];
  return createHash('sha256')
    .update(
      JSON.stringify([text ?? null, type, hidden, meta ?? null, (attachments ?? []).map((file) => file.id), ...others]),
    )
    .digest('base64url');
}

async function within(clock: Clock, work: Promise<unknown>, patienceMs: number): Promise<void> {
  let cancel = (): void => undefined;
  const limit = new Promise<void>((resolve) => {
    cancel = clock.setTimer(resolve, patienceMs);
  });
  await Promise.race([work, limit]);
  cancel();
}
