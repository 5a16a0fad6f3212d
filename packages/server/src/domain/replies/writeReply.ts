import type { Clock, MessagePart, Reference, ReplyEvent, ReplyEndReason } from '@sotto/widget-core/api';
import { messageParts } from '@sotto/widget-core/internal/server';
import { toApiError, type ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { insertMessage, listTurnStarts } from '../../db/queries/conversations/messageQueries';
import { readRun, type Run, type RunEnd } from '../../db/queries/conversations/runQueries';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Draft } from '../../db/schema';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { EventLog } from '../../events/eventLog';
import type { TurnEvent } from '../../model/turnEvents';
import type { Answerer, ReplyOptions } from './answerer';
import type { Fork } from '../conversations/branches';
import type { StoredMessage } from '../../db/queries/conversations/messageQueries';
import type { Checkpoint, Checkpoints } from './checkpoints';
import { newMessage } from '../conversations/conversations';
import { endReply, placeOf } from './endReply';
import { handOver } from './handOver';
import { keepTrying } from '../../db/keepTrying';
import { replyInterrupted } from './replyFailures';
import { createReplyParts, showsReasoning, toStorable, type ReplyParts } from './replyParts';

/** Error for readers of replies in a deleted conversation. */
export const DELETED = 'deleted';

/** The server stops: the reply is interrupted, and the client reconnects. */
export class ServerStopping extends Error {}

/** The server stops, and another process may continue the reply. */
export class HandingOver extends ServerStopping {}

/** Other processes have considered this one dead and ended its reply. */
export class PresumedDead extends Error {}

/** The reply was stopped by the visitor, or a program on their behalf. */
export class StopRequested extends Error {
  readonly reason: string | undefined;
  constructor(reason: string | undefined) {
    super('Stopped');
    this.reason = reason;
  }
}

/** Dependencies. */
export interface WriteReplyDeps {
  db: Database;
  clock: Clock;
  log: EventLog;
  answerer: Answerer;
  checkpoints: Checkpoints;
  /**
   * Whether no other process can write. Then a reconnecting client reaches the restarted server, which has none of
   * these events.
   */
  isAlone: boolean;
  onError: (error: unknown, runId: string) => void;
  /** Called with an end that could not be stored; `end` stores it again. */
  onCompletionPending: (run: Run, end: () => Promise<unknown>) => void;
}

/** Which reply is written. */
export interface ReplyTask {
  readonly conversation: Conversation;
  readonly widget: Widget;
  readonly run: Run;
  /** The fork, if it is another version of a reply; the earlier version stays visible until this one is complete. */
  readonly fork: Fork | undefined;
  /** The message it continues. */
  readonly continued?: StoredMessage | undefined;
  /** Text written by another process. */
  readonly draft?: Draft | undefined;
  readonly options: ReplyOptions;
}

interface Ending {
  readonly reason: Exclude<ReplyEndReason, 'error'>;
  readonly tokens: number;
  readonly references?: readonly Reference[] | undefined;
}

/**
 * Writes a reply from its first to its last event: runs the answerer, logs its events, stores the message.
 *
 * It does not depend on a connection or reader. Stopping keeps the text so far. A failure of the server or the model
 * ends the stream with `error`; the text is kept and marked as interrupted, and the same message can be sent again.
 */
export async function writeReply(deps: WriteReplyDeps, task: ReplyTask, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  const { run } = task;
  const checkpoint = deps.checkpoints.begin(run.id, () => draftOf(task, written, deps.clock.now()));
  const { tokens = 0, steps = [] } = task.draft ?? {};
  const earlier = task.continued ?? (task.draft?.parts ? task.draft : undefined);
  const written: Written = {
    parts: createReplyParts(earlier && messageParts(earlier)),
    tokens,
    steps: [...steps],
    checkpoint,
  };
  let isLeft = false;
  if (!task.draft) await log.append(run.id, [begin(run)]);
  try {
    const ending = await followAnswer(deps, task, written, signal);
    await complete(deps, task, written, ending, signal);
  } catch (error) {
    isLeft = signal.reason instanceof HandingOver && (await leave(deps, task, written));
    if (isLeft) return;
    if (signal.reason instanceof ServerStopping) {
      await breakOff(deps, task, written, 'interrupted', replyInterrupted()).catch((cause: unknown) => {
        deps.onError(cause, run.id);
      });
      if (!deps.isAlone) await log.end(run.id, interruptedEvents(run.id, written.parts.end(deps.clock.now())));
    } else if (await wasDeleted(deps, run)) {
      await endDeleted(deps, task, written);
    } else if (signal.reason instanceof StopRequested) {
      await stop(deps, task, written, signal.reason.reason).catch((cause: unknown) => fail(deps, task, written, cause));
    } else {
      await fail(deps, task, written, error);
    }
  } finally {
    checkpoint.end();
    if (!isLeft) await log.end(run.id);
  }
}

/** Hands a reply over to another process, unless a tool is running, which must not run twice. */
async function leave(deps: WriteReplyDeps, task: ReplyTask, written: Written): Promise<boolean> {
  if (written.parts.isToolRunning) return false;
  return handOver(deps, task.run, draftOf(task, written, deps.clock.now()), task.options).catch((cause: unknown) => {
    deps.onError(cause, task.run.id);
    return false;
  });
}

/** State of a reply. */
interface Written {
  readonly parts: ReplyParts;
  tokens: number;
  /** Ids of activity messages. */
  readonly steps: string[];
  /** First message of the turn, once known. */
  turnStart?: string;
  readonly checkpoint: Checkpoint;
}

async function followAnswer(
  deps: WriteReplyDeps,
  task: ReplyTask,
  written: Written,
  signal: AbortSignal,
): Promise<Ending> {
  const { db, log, clock } = deps;
  const { run, conversation, widget, options, fork, continued } = task;
  for await (const given of deps.answerer.answer(
    { conversation, widget, runId: run.id, options, fork, continued },
    signal,
  )) {
    if (signal.aborted) throw signal.reason;
    // Arguments and results of tools may contain anything. Text is already clean, and frequent.
    const event = given.type === 'token' || given.type === 'reasoningToken' ? given : toStorable(given);
    await noteThinking(deps, task, written, event);
    switch (event.type) {
      case 'takeBack':
        // Readers of the stream receive the final reply with its end.
        written.checkpoint.grew(1);
        break;
      case 'finish':
        return event.data;
      case 'message': {
        const { type, text, meta, id } = event.data;
        const message = {
          ...newMessage(clock, conversation.id, { id, type, text, meta: meta ?? undefined }),
          ...placeOf(fork, written.steps),
        };
        await keepTrying(clock, signal, () => insertMessage(db, message));
        written.steps.push(id);
        // Callers that cannot wait for the browser need the call and its channel to answer it later.
        if (options.isVerbose || !options.canWaitForBrowser) {
          // The first message may continue an earlier turn; the following ones belong to the same turn.
          written.turnStart ??=
            (await keepTrying(clock, signal, () => listTurnStarts(db, conversation.id, [id]))).get(id) ?? id;
          await log.append(run.id, [{ ...event, data: { ...event.data, sequenceMessageId: written.turnStart } }]);
        }
        break;
      }
      case 'reasoningToken':
        break;
      case 'toolBegin':
      case 'toolEnd':
        written.parts.add(event, clock.now());
        written.checkpoint.grew(1);
        if (options.isVerbose) await log.append(run.id, [event]);
        break;
      case 'token':
        written.parts.add(event, clock.now());
        written.checkpoint.grew(Buffer.byteLength(event.data.token));
        await log.append(run.id, [event]);
        break;
      case 'usage':
        written.tokens += event.data.inputTokensUsed + event.data.outputTokensUsed;
        await log.append(run.id, [event]);
        break;
      default:
        await log.append(run.id, [event]);
    }
  }
  throw new Error('The answer ended without a finish');
}

/** Records the model's reasoning, as far as the owner shows it. It ends with the first word or tool, or the turn. */
async function noteThinking(
  { log, clock }: WriteReplyDeps,
  { run, options, widget }: ReplyTask,
  { parts }: Written,
  event: TurnEvent,
): Promise<void> {
  const wasThinking = parts.isThinking;
  if (event.type === 'reasoningToken' || event.type === 'takeBack') {
    const isShown = showsReasoning(widget);
    const token = event.type === 'takeBack' ? parts.takeBack(event.data.length) : event.data.token;
    const shown: ReplyEvent = { type: 'reasoningToken', data: { token: isShown ? token : '' } };
    parts.add(shown, event.type === 'takeBack' ? event.data.startedAt : clock.now());
    if (options.isVerbose && (isShown || !wasThinking)) await log.append(run.id, [shown]);
  } else if (wasThinking && event.type !== 'usage') {
    const end: ReplyEvent = { type: 'reasoningEnd', data: {} };
    parts.add(end, clock.now());
    if (options.isVerbose) await log.append(run.id, [end]);
  }
}

/**
 * Stores the message, then emits its end. Waits for an unavailable database, because text that was read must not be
 * lost.
 */
async function complete(
  deps: WriteReplyDeps,
  task: ReplyTask,
  written: Written,
  ending: Ending,
  signal?: AbortSignal,
): Promise<void> {
  const { run } = task;
  const end: RunEnd = { status: 'done', endReason: ending.reason, tokens: ending.tokens, endedAt: deps.clock.now() };
  const draft = draftOf(task, written, deps.clock.now());
  const isStored = await keepTrying(
    deps.clock,
    signal,
    async (isRetry) =>
      (await endReply(deps, run, draft, end, ending.references)) || (isRetry && hasEnded(deps.db, run, end)),
  );
  if (!isStored) throw new Error('The run was closed by another process');
  await deps.log.append(run.id, [result(run, draft, ending), { type: 'completeEnd', data: { id: run.id } }]);
}

/** Whether the run has ended as intended: an earlier attempt succeeded, but its response was lost. */
async function hasEnded(db: Database, { conversationId, id }: Run, { status, endedAt }: RunEnd): Promise<boolean> {
  const stored = await readRun(db, conversationId, id);
  return stored?.status === status && stored.endedAt === endedAt;
}

/** The reply so far, for storage. */
function draftOf({ fork }: ReplyTask, { parts, tokens, steps }: Written, now: number): Draft {
  const { parent, versionOf } = fork ?? {};
  return toStorable({
    text: parts.text(),
    parts: parts.end(now) ?? null,
    tokens,
    steps,
    ...(versionOf !== undefined && {
      fork: { versionOf, ...(parent && { parent: { id: parent.id, sequence: parent.sequence } }) },
    }),
  });
}

async function stop(
  deps: WriteReplyDeps,
  task: ReplyTask,
  written: Written,
  reason: string | undefined,
): Promise<void> {
  await deps.log.append(task.run.id, [{ type: 'abort', data: reason === undefined ? {} : { reason } }]);
  await complete(deps, task, written, { reason: 'abort', tokens: written.tokens });
}

/** Whether the run was deleted with its conversation. False while the database is unavailable. */
async function wasDeleted({ db }: WriteReplyDeps, { conversationId, id }: Run): Promise<boolean> {
  return readRun(db, conversationId, id).then(
    (run) => run === undefined,
    () => false,
  );
}

/** Ends the stream of a deleted reply without storing anything. */
async function endDeleted({ log, clock }: WriteReplyDeps, task: ReplyTask, written: Written): Promise<void> {
  const { run } = task;
  await log.append(run.id, [
    { type: 'abort', data: { reason: DELETED } },
    result(run, draftOf(task, written, clock.now()), { reason: 'abort', tokens: written.tokens }),
    { type: 'completeEnd', data: { id: run.id } },
  ]);
}

async function fail(deps: WriteReplyDeps, task: ReplyTask, written: Written, thrown: unknown): Promise<void> {
  const { run } = task;
  if (await wasDeleted(deps, run)) return endDeleted(deps, task, written);
  const error = toApiError(thrown);
  deps.onError(thrown, run.id);
  // End the run first: readers of the error may send again immediately.
  const end = (): Promise<boolean> => breakOff(deps, task, written, 'failed', error);
  await end().catch((cause: unknown) => {
    deps.onError(cause, run.id);
    deps.onCompletionPending(run, end);
  });
  await deps.log.append(run.id, [
    failure(error, written.parts.end(deps.clock.now())),
    { type: 'completeEnd', data: { id: run.id } },
  ]);
}

function failure(
  { code, message }: { readonly code: string; readonly message: string },
  parts: readonly MessagePart[] | undefined,
): ReplyEvent {
  return { type: 'error', data: { message, code, ...(parts && { parts: [...parts] }) } };
}

/** Ends a failed reply and keeps the text so far, which has been read. */
function breakOff(
  deps: WriteReplyDeps,
  task: ReplyTask,
  written: Written,
  status: 'failed' | 'interrupted',
  { code, message }: ApiError,
): Promise<boolean> {
  const end: RunEnd = {
    status,
    endReason: 'error',
    failure: { code, message },
    tokens: written.tokens,
    endedAt: deps.clock.now(),
  };
  return endReply(deps, task.run, draftOf(task, written, deps.clock.now()), end);
}

/** Final events of a reply whose process has crashed; the same message can be sent again. */
export function interruptedEvents(
  runId: string,
  parts?: readonly MessagePart[] | null,
  why: { readonly code: string; readonly message: string } = replyInterrupted(),
): ReplyEvent[] {
  return [failure(why, parts ?? undefined), { type: 'completeEnd', data: { id: runId } }];
}

function begin(run: Run): ReplyEvent {
  return {
    type: 'completeBegin',
    data: {
      id: run.id,
      conversationId: run.conversationId,
      messageId: run.botMessageId,
      ...(run.userMessageId !== null && { userMessageId: run.userMessageId }),
    },
  };
}

function result(run: Run, { text, parts }: Draft, ending: Ending): ReplyEvent {
  return {
    type: 'result',
    data: {
      id: run.botMessageId,
      text,
      usage: { token: ending.tokens },
      end: { reason: ending.reason },
      ...(run.userMessageId !== null && { userMessageId: run.userMessageId }),
      ...(ending.references?.length && { references: [...ending.references] }),
      ...(parts && { parts: [...parts] }),
    },
  };
}
