import type { CheckCall, CheckResult, PlayedTurn } from '@sotto/hub-api';
import { createId, isJson, type Clock, type Json, type JsonObject, type ReplyEvent } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { insertConversation, readConversation } from '../../db/queries/conversations/conversationQueries';
import { listMessages, type StoredMessage } from '../../db/queries/conversations/messageQueries';
import { keepCheck, noteConversation, type StoredCheck } from '../../db/queries/hub/checkQueries';
import { readResource } from '../../db/queries/hub/resourceQueries';
import { FIRST_WIDGETS } from '../../db/seedDatabase';
import type { Trial } from '../../db/schema';
import type { BuilderConfig } from '../../config/builderConfig';
import { followRun, type EventLog } from '../../events/eventLog';
import { ApiError } from '../../lib/apiError';
import type { ChatModel } from '../../model/chatModel';
import type { Budgets } from '../accounts/budgets';
import type { Retention } from '../accounts/retention';
import { testBackstory } from '../hub/testSettings';
import type { ConversationOwner, Turns } from '../replies/turns';
import { meets, type Answered, type Judge } from './expectations';
import { judgeAnswer } from './judgeAnswer';

/** How long an answer, and the judgements of it, may each take, in milliseconds. */
export const TURN_MS = 60_000;
/** How long a process has a check for itself, in milliseconds: renewed with each turn, and longer than one takes. */
export const LEASE_MS = TURN_MS * 3;
/** Longest answer that is kept, in characters. */
const ANSWER_MAX_LENGTH = 4_000;
/** Most messages that are read of a conversation. */
const MESSAGES_MAX = 1_000;

/** Dependencies. */
export interface PlayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly log: EventLog;
  readonly budgets: Pick<Budgets, 'beginCheck' | 'add'>;
  readonly retention: Pick<Retention, 'deleteConversations'>;
  readonly trials: BuilderConfig['trials'];
  /** The judging model; undefined: no language model is connected. */
  readonly judge: () => ChatModel | undefined;
}

/** A run that could not be made, with the reason in a sentence. */
class NotRun extends Error {}

/**
 * Plays a check in a conversation of its own, which is deleted afterwards. @returns undefined if the check is gone
 *
 * @param signal - aborted when the server closes, which cancels the run
 */
export async function playCheck(
  deps: PlayDeps,
  check: StoredCheck,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  const { clock } = deps;
  const startedAt = clock.now();
  const played: PlayedTurn[] = [];
  let reason: string | null = null;
  const place = await open(deps, check);
  if (!place) return undefined;
  try {
    for (const turn of check.turns) {
      await keepCheck(deps.db, check.id, LEASE_MS);
      const turnStartedAt = clock.now();
      const answered = await ask(deps, check, place, turn.ask, signal);
      const outcomes = await withDeadline(clock, signal, (limited) => {
        const judge = judgeOf(deps, check.ownerId, answered, limited);
        return inOrder(turn.expect, (expectation) => meets(expectation, answered, judge));
      });
      played.push({
        ...answered,
        answer: answered.answer.slice(0, ANSWER_MAX_LENGTH),
        outcomes,
        durationMs: clock.now() - turnStartedAt,
      });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NotRun) && !(error instanceof ApiError)) throw error;
    reason = error.message;
  } finally {
    await deps.retention.deleteConversations([place.conversation.id]);
  }
  const isGreen = played.every(({ outcomes }) => outcomes.every(({ isMet }) => isMet));
  return {
    status: reason !== null ? 'notRun' : isGreen ? 'passed' : 'failed',
    reason,
    turns: played,
    startedAt,
    durationMs: clock.now() - startedAt,
  };
}

/** Opens the conversation. What an earlier run has left behind, because its process died, is deleted first. */
async function open(deps: PlayDeps, check: StoredCheck): Promise<ConversationOwner | undefined> {
  const { db, clock } = deps;
  await deps.retention.deleteConversations(check.conversationId === null ? [] : [check.conversationId]);
  const trial = await trialOf(deps, check);
  if (!trial) return undefined;
  const id = createId('conv', clock);
  const now = clock.now();
  await insertConversation(db, {
    id,
    widgetId: FIRST_WIDGETS.hub,
    trial,
    checkId: check.id,
    createdAt: now,
    lastActivityAt: now,
  });
  await noteConversation(db, check.id, id);
  return readConversation(db, id);
}

async function trialOf({ db, trials }: PlayDeps, { botId, skillsetId }: StoredCheck): Promise<Trial | undefined> {
  // A bot answers as in its widgets, with its own instructions alone (`profilesOfChecks`).
  if (botId !== null) return { type: 'bot', id: botId, backstory: '' };
  const skillset = skillsetId === null ? undefined : await readResource(db, 'skillset', skillsetId);
  return skillset && { type: 'skillset', id: skillset.id, backstory: testBackstory('skillset', skillset, trials) };
}

async function ask(
  deps: PlayDeps,
  { ownerId }: StoredCheck,
  place: ConversationOwner,
  question: string,
  signal: AbortSignal,
): Promise<Answered> {
  const { db, turns, log, clock, budgets } = deps;
  const { id } = place.conversation;
  const before = (await listMessages(db, id, { take: MESSAGES_MAX, order: 'asc', withActivities: true })).length;
  const { run } = await turns.send(
    place,
    { text: question, type: 'user', hidden: false, isVerbose: true, canWaitForBrowser: false },
    () => budgets.beginCheck(ownerId),
  );
  const end = await withDeadline(clock, signal, (limited) => readEnd(log, run.id, limited)).catch(
    async (error: unknown) => {
      await turns.abort(id, undefined).catch(() => null);
      throw error;
    },
  );
  const stored = await listMessages(db, id, { take: MESSAGES_MAX, order: 'asc', withActivities: true });
  return {
    ask: question,
    answer: end.text,
    sources: (end.references ?? []).map(({ source, title, url }) => ({ title: title ?? source, url: url ?? null })),
    calls: stored.slice(before).flatMap(toCall),
  };
}

type Result = Extract<ReplyEvent, { type: 'result' }>['data'];

/** The end of a reply. @throws NotRun if it failed */
async function readEnd(log: EventLog, runId: string, signal: AbortSignal): Promise<Result> {
  for await (const page of followRun(log, runId, 0, signal)) {
    for (const { event } of page) {
      if (event.type === 'error') throw new NotRun(event.data.message);
      if (event.type === 'result') return event.data;
    }
  }
  signal.throwIfAborted();
  throw new NotRun('The answer was interrupted.');
}

/** Runs work with a time limit. @throws NotRun when it is reached */
async function withDeadline<Value>(
  clock: Clock,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const isLate = new NotRun(`There was no answer within ${String(TURN_MS / 1_000)} seconds.`);
  const cancel = clock.setTimer(() => {
    limit.abort(isLate);
  }, TURN_MS);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    cancel();
  }
}

function judgeOf(
  { judge, budgets }: PlayDeps,
  ownerId: string,
  { ask: question, answer }: Answered,
  signal: AbortSignal,
): Judge {
  const model = judge();
  if (!model) return undefined;
  return async (statement) => {
    const { counters } = await budgets.beginCheck(ownerId);
    const { tokens, ...judgement } = await judgeAnswer(model, { question, answer, statement }, signal);
    await budgets.add(counters, tokens);
    return judgement;
  };
}

async function inOrder<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(await work(item));
  return values;
}

/** A call of a tool, from the message with its answer. */
function toCall({ type, meta }: StoredMessage): CheckCall[] {
  const activity = meta?.['activity'] as { type?: Json; function?: JsonObject } | undefined;
  if (type !== 'activity' || activity?.type !== 'response' || !activity.function) return [];
  const { name, arguments: args, result } = activity.function;
  return [
    {
      name: typeof name === 'string' ? name : '',
      arguments: isJson(args) ? (args as JsonObject) : {},
      outcome: outcomeOf(result),
    },
  ];
}

function outcomeOf(result: Json | undefined): CheckCall['outcome'] {
  const error = typeof result === 'object' && result !== null && 'error' in result ? result['error'] : undefined;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error['code'] : undefined;
  if (code === 'DECLINED') return 'asked';
  if (code === 'CHECK') return 'withheld';
  return error === undefined ? 'done' : 'failed';
}
