import type { Clock, Reference, ReplyEvent, ReplyEndReason } from '@sotto/widget-core/api';
import { toApiError, type ApiError } from '../apiError';
import type { Database } from '../db/database';
import { insertMessage, listTurnStarts } from '../db/queries/messages';
import { endRun, type Run, type RunEnd } from '../db/queries/runs';
import { touchConversation, type Conversation } from '../db/queries/conversations';
import type { Widget } from '../db/queries/widgets';
import type { EventLog } from '../events/eventLog';
import { createGrowingText, type GrowingText } from '../model/growingText';
import type { Answerer, ReplyOptions } from './answerer';
import { enterFork, type Fork } from './branches';
import { newMessage } from './conversations';
import { replyInterrupted } from './replyFailures';

/** The server goes down: the reply is cut, and its client comes back for it. */
export class ServerStopping extends Error {}

/** Others have taken this process for dead and closed its reply. */
export class TakenForDead extends Error {}

/** A visitor, or whoever speaks for them, wants the reply to end. */
export class StopRequested extends Error {
  readonly reason: string | undefined;
  constructor(reason: string | undefined) {
    super('Stopped');
    this.reason = reason;
  }
}

/** What writing a reply needs. */
export interface WriteReplyDeps {
  db: Database;
  clock: Clock;
  log: EventLog;
  answerer: Answerer;
  /** Whether no other process can be writing. Then a client that comes back meets the next start, which knows nothing of these events. */
  isAlone: boolean;
  onError: (error: unknown, runId: string) => void;
  /** Told of an end that the database did not take: it is to be told again, by `end`. */
  onEndOwed: (run: Run, end: () => Promise<unknown>) => void;
}

/** Which reply is written. */
export interface ReplyTask {
  readonly conversation: Conversation;
  readonly widget: Widget;
  readonly run: Run;
  /** Where it begins another version of a reply, which stays in its place until this one is complete. */
  readonly fork: Fork | undefined;
  readonly options: ReplyOptions;
}

interface Ending {
  readonly text: string;
  readonly reason: Exclude<ReplyEndReason, 'error'>;
  readonly tokens: number;
  readonly references?: readonly Reference[] | undefined;
}

/**
 * Writes one reply from its first event to its last: asks the answerer, logs what it says, stores the finished message.
 *
 * It belongs to the server, not to a connection: nobody need be listening. A stop keeps the text so far. A failure, ours or the model's, ends the
 * stream with `error`; it keeps the text so far as well, marked as broken off, and the same send can be tried again.
 */
export async function writeReply(deps: WriteReplyDeps, task: ReplyTask, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  const { run } = task;
  const written: Written = { text: createGrowingText(), tokens: 0, steps: [] };
  await log.append(run.id, [begin(run)]);
  try {
    const ending = await followAnswer(deps, task, written, signal);
    await complete(deps, task, written, ending);
  } catch (error) {
    if (signal.reason instanceof ServerStopping) {
      await breakOff(deps, task, written, 'interrupted', replyInterrupted()).catch((cause: unknown) => { deps.onError(cause, run.id); });
      if (!deps.isAlone) await log.end(run.id, interruptedEvents(run.id));
    } else if (signal.reason instanceof StopRequested) {
      await stop(deps, task, written, signal.reason.reason).catch((cause: unknown) => fail(deps, task, written, cause));
    } else {
      await fail(deps, task, written, error);
    }
  } finally {
    await log.end(run.id);
  }
}

/** What there is of a reply so far. */
interface Written {
  readonly text: GrowingText;
  tokens: number;
  /** Ids of what it looked up. */
  readonly steps: string[];
  /** The first message of the turn, once it is known. */
  turnStart?: string;
}

async function followAnswer(deps: WriteReplyDeps, task: ReplyTask, written: Written, signal: AbortSignal): Promise<Ending> {
  const { db, log, clock } = deps;
  const { run, conversation, widget, options, fork } = task;
  for await (const event of deps.answerer.answer({ conversation, widget, runId: run.id, options, fork }, signal)) {
    if (signal.aborted) throw signal.reason;
    switch (event.type) {
      case 'finish':
        return event.data;
      case 'message': {
        const { type, text, meta, id } = event.data;
        await insertMessage(db, { ...newMessage(clock, conversation.id, { id, type, text, meta: meta ?? undefined }), ...placeOf(fork, written) });
        written.steps.push(id);
        // Who cannot wait for the browser needs the call itself, with its channel, to answer it later.
        if (options.isVerbose || !options.canWaitForBrowser) {
          // The first one may go on with a turn that an earlier reply began; what follows is in the same.
          written.turnStart ??= (await listTurnStarts(db, conversation.id, [id])).get(id) ?? id;
          await log.append(run.id, [{ ...event, data: { ...event.data, sequenceMessageId: written.turnStart } }]);
        }
        break;
      }
      case 'reasoningToken':
        if (options.isVerbose) await log.append(run.id, [event]);
        break;
      case 'token':
        written.text.add(event.data.token);
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

/** Stores the finished message, then says so. */
async function complete(deps: WriteReplyDeps, task: ReplyTask, written: Written, ending: Ending): Promise<void> {
  const { run } = task;
  const end: RunEnd = { status: 'done', endReason: ending.reason, tokens: ending.tokens, endedAt: deps.clock.now() };
  if (!(await store(deps, task, written, end, ending))) throw new Error('The run was closed by another process');
  await deps.log.append(run.id, [result(run, ending), { type: 'completeEnd', data: { id: run.id } }]);
}

/** Ends the run, and stores what was written of the reply, in one step. @returns false when the run was not running any more: then nothing is stored */
function store({ db, clock }: WriteReplyDeps, { run, fork }: ReplyTask, written: Written, end: RunEnd, { text, references }: Pick<Ending, 'text' | 'references'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Who changes what is said holds the conversation first: a message that comes at the same moment waits.
    await touchConversation(tx, run.conversationId, clock.now());
    if (!(await endRun(tx, run.id, end))) return false;
    if (text !== '') {
      const message = newMessage(clock, run.conversationId, { id: run.botMessageId, type: 'bot', text });
      await insertMessage(tx, { ...message, references: references?.length ? [...references] : null, ...placeOf(fork, written), ...(fork && { versionOf: fork.versionOf }) });
    }
    // An end before the first word leaves the earlier version where it is; a call that its caller answers later does not.
    if (fork && (text !== '' || end.endReason === 'activity')) await enterFork(tx, run.conversationId, fork, [...written.steps, run.botMessageId]);
    return true;
  });
}

/** Another version is put together beside the shown branch; any other reply goes to its end. */
function placeOf(fork: Fork | undefined, { steps }: Written): { parentId?: string | null; isCurrent?: boolean } {
  return fork ? { parentId: steps.at(-1) ?? fork.parent?.id ?? null, isCurrent: false } : {};
}

async function stop(deps: WriteReplyDeps, task: ReplyTask, written: Written, reason: string | undefined): Promise<void> {
  await deps.log.append(task.run.id, [{ type: 'abort', data: reason === undefined ? {} : { reason } }]);
  await complete(deps, task, written, { text: written.text.whole(), reason: 'abort', tokens: written.tokens });
}

async function fail(deps: WriteReplyDeps, task: ReplyTask, written: Written, thrown: unknown): Promise<void> {
  const { run } = task;
  const error = toApiError(thrown);
  deps.onError(thrown, run.id);
  // The row is closed first: who reads the error may send again at once.
  const end = (): Promise<boolean> => breakOff(deps, task, written, 'failed', error);
  await end().catch((cause: unknown) => {
    deps.onError(cause, run.id);
    deps.onEndOwed(run, end);
  });
  await deps.log.append(run.id, [
    { type: 'error', data: { message: error.message, code: error.code } },
    { type: 'completeEnd', data: { id: run.id } },
  ]);
}

/** Ends a reply that came to no good end, with the text so far: it has been read. */
function breakOff(deps: WriteReplyDeps, task: ReplyTask, written: Written, status: 'failed' | 'interrupted', { code, message }: ApiError): Promise<boolean> {
  const end: RunEnd = { status, endReason: 'error', failure: { code, message }, tokens: written.tokens, endedAt: deps.clock.now() };
  return store(deps, task, written, end, { text: written.text.whole() });
}

/** The last events of a reply whose process is gone: the same send may be tried again. */
export function interruptedEvents(runId: string): ReplyEvent[] {
  const { code, message } = replyInterrupted();
  return [
    { type: 'error', data: { message, code } },
    { type: 'completeEnd', data: { id: runId } },
  ];
}

function begin(run: Run): ReplyEvent {
  return {
    type: 'completeBegin',
    data: { id: run.id, conversationId: run.conversationId, messageId: run.botMessageId, ...(run.userMessageId !== null && { userMessageId: run.userMessageId }) },
  };
}

function result(run: Run, ending: Ending): ReplyEvent {
  return {
    type: 'result',
    data: {
      id: run.botMessageId,
      text: ending.text,
      usage: { token: ending.tokens },
      end: { reason: ending.reason },
      ...(run.userMessageId !== null && { userMessageId: run.userMessageId }),
      ...(ending.references?.length && { references: [...ending.references] }),
    },
  };
}
