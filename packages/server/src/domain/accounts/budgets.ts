import { createHmac } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { addUsage, deleteOldUsage, readUsage, type Used } from '../../db/queries/accounts/counterQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Budget } from '../../db/schema';
import type { KillSwitch } from './killSwitch';
import { accountCounter, dayOf, monthOf, type Plans } from './plans';

/** Messages that somebody who is not signed in may send to one thing of the Hub in a day (contract 1.5). */
export const ANONYMOUS_TRIAL_MESSAGES = 20;

/** A counter: whose, and for which span. */
export interface Counter {
  readonly subject: string;
  readonly period: string;
}

/** What a reply cost, for whom. */
export interface Budgets {
  /**
   * Counts a message that is about to be answered.
   *
   * @param address - the caller's, as it counts for rates; only a keyed digest of it is stored
   * @returns where its tokens are to be counted
   * @throws ApiError 429 LIMITS_REACHED when a budget is used up, 402 and 429 when the plan of whoever pays is
   */
  begin(place: { conversation: Conversation; widget: Widget }, address: string): Promise<readonly Counter[]>;
  /**
   * How many more messages somebody who is not signed in may send to a thing of the Hub today. @param address - as in
   * `begin`
   */
  triesLeft(resourceId: string, address: string): Promise<number>;
  /** Counts what a model took. */
  add(counters: readonly Counter[], tokens: { input: number; output: number }): Promise<void>;
  /** Forgets the counters of days that are over. */
  sweep(): Promise<void>;
}

/** What budgets stand on. `prices` in US dollars for a million tokens. */
export interface BudgetsOptions {
  db: Database;
  clock: Clock;
  plans: Plans;
  killSwitch: KillSwitch;
  prices: { readonly input: number; readonly output: number };
  secret: string;
}

/** How long a counter of a day is kept after it was last added to, in milliseconds (2 days). */
const KEPT_MS = 172_800_000;
const NOTHING: Used = { messages: 0, tokens: 0, costMicros: 0 };
/** What a visitor reads when a budget is used up: calm, and nothing they could do about it. */
const BUSY = 'This chat is busy at the moment. Please try again later.';

/** Budgets of a day for visitors, addresses and widgets, and of a month for accounts. */
export function createBudgets({ db, clock, plans, killSwitch, prices, secret }: BudgetsOptions): Budgets {
  const key = createHmac('sha256', secret).update('addresses').digest();
  const hide = (address: string): string => createHmac('sha256', key).update(address).digest('base64url').slice(0, 22);

  const trialSubject = (resourceId: string, address: string): string => `trial:${resourceId}:${hide(address)}`;

  return {
    async triesLeft(resourceId, address) {
      const subject = trialSubject(resourceId, address);
      const used = await readUsage(db, [subject], dayOf(clock.now()));
      return Math.max(0, ANONYMOUS_TRIAL_MESSAGES - (used.get(subject) ?? NOTHING).messages);
    },
    sweep: () => deleteOldUsage(db, clock.now() - KEPT_MS),
    async begin({ conversation, widget }, address) {
      await killSwitch.requireOff();
      const now = clock.now();
      const payerId = conversation.payerId ?? widget.ownerId;
      if (payerId !== null) await plans.requireMessage(payerId);
      const { budgets } = widget;
      const { trial } = conversation;
      const limited: { subject: string; budget: Budget | undefined }[] = [
        { subject: `visitor:${conversation.id}`, budget: budgets.visitor },
        { subject: `address:${widget.id}:${hide(address)}`, budget: budgets.address },
        { subject: `widget:${widget.id}`, budget: budgets.widget },
        ...(trial && conversation.payerId === null
          ? [{ subject: trialSubject(trial.id, address), budget: { messages: ANONYMOUS_TRIAL_MESSAGES } }]
          : []),
      ].filter(({ budget }) => budget !== undefined);
      const day = dayOf(now);
      const counters: Counter[] = [
        ...limited.map(({ subject }) => ({ subject, period: day })),
        ...(payerId === null ? [] : [{ subject: accountCounter(payerId), period: monthOf(now) }]),
      ];
      // The first statements of a reply are most of what it costs: where there is no budget there is nothing to look
      // at.
      if (limited.length === 0) {
        await addUsage(db, counters, { ...NOTHING, messages: 1 }, now);
        return counters;
      }
      // Counted first and looked at then, in one step: of many who come at the same moment, no more get through than
      // the budget has room for.
      await db.transaction(async (tx) => {
        await addUsage(tx, counters, { ...NOTHING, messages: 1 }, now);
        const used = await readUsage(
          tx,
          limited.map(({ subject }) => subject),
          day,
        );
        if (limited.some(({ subject, budget }) => isOver(used.get(subject) ?? NOTHING, budget ?? {})))
          throw new ApiError('LIMITS_REACHED', BUSY);
      });
      return counters;
    },
    add: (counters, { input, output }) =>
      addUsage(
        db,
        counters,
        { messages: 0, tokens: input + output, costMicros: Math.round(input * prices.input + output * prices.output) },
        clock.now(),
      ),
  };
}

/** @param used - with the message that is asked about */
function isOver(used: Used, { messages, tokens, cost }: Budget): boolean {
  return (
    (messages !== undefined && used.messages > messages) ||
    (tokens !== undefined && used.tokens >= tokens) ||
    (cost !== undefined && used.costMicros >= cost * 1e6)
  );
}
