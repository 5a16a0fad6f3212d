import type { Usage } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import {
  addUsage,
  adjustUsage,
  counterKey,
  deleteOldUsage,
  readUsage,
  type Used,
} from '../../db/queries/accounts/counterQueries';
import { keyedDigest } from '../../lib/keyedDigest';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Budget } from '../../config/usageLimits';
import type { DefaultBudgets } from '../../config/usageLimits';
import { toCounted, type AccountCost, type Counted, type Counter } from './costs';
import type { KillSwitch } from './killSwitch';
import { accountCounter, dayOf, monthIsOver, monthOf, secondsLeftOfDay, type Plans } from './plans';

/** Messages that an anonymous visitor may send to one item of the Hub per day (contract 1.5). */
export const ANONYMOUS_TRIAL_MESSAGES = 20;

/** What acts cost, for whom. */
export interface Budgets {
  /**
   * Counts an act of a visitor that is about to begin. A reply also counts for the month of its payer's plan, and for the
   * item of the Hub that is tried.
   *
   * @param address - the caller's, as it counts for rates; only a keyed digest of it is stored
   * @param isProgram - whether a key of the account acts: one address then stands for many visitors. Everything else
   * counts as usual
   * @throws ApiError 429 LIMITS_REACHED when a budget is used up, 402 and 429 when the payer's plan is, 503 for what a
   * model does while replies are paused
   */
  begin(
    cost: 'reply' | 'message' | 'speech' | 'tool',
    place: { conversation: Pick<Conversation, 'id' | 'subject' | 'payerId' | 'trial'>; widget: Widget },
    address: string,
    isProgram: boolean,
  ): Promise<Counted>;
  /**
   * Counts an act of somebody who builds, for the account and for the address it comes from.
   *
   * @param bytes - of a document; else 0
   * @throws ApiError 429 LIMITS_REACHED when the account has done as much as it may today
   */
  beginWork(cost: AccountCost, accountId: string, address: string, bytes: number): Promise<Counted>;
  /**
   * Counts an answer in a check, or a judgement of one, for the account alone.
   *
   * @throws ApiError 429 when the account has used its checks of today up, 402 when its plan has ended, 503 while replies
   * are paused
   */
  beginCheck(accountId: string): Promise<Counted>;
  /**
   * How many more messages an anonymous visitor may send to an item of the Hub today. @param address - as in `begin`
   */
  triesLeft(resourceId: string, address: string): Promise<number>;
  /**
   * Counts a file that a visitor is about to send.
   *
   * @param address - as in `begin` @param bytes - the announced size; 0 if there is none
   * @throws ApiError 429 LIMITS_REACHED when the address has sent as much as it may in this hour
   */
  beginUpload(address: string, bytes: number): Promise<UploadReservation>;
  /** Counts what a model took. */
  add(counters: readonly Counter[], tokens: { input: number; output: number }): Promise<void>;
  /** What an account has used today beside the limits of the server, and those of one of its widgets. */
  today(accountId: string): Promise<Usage['today']>;
  /** Names the counter of somebody the host vouched for. */
  subjectCounter(widgetId: string, subject: string): string;
  /** Forgets the counters of days that are over. */
  sweep(): Promise<void>;
}

/** What a file that arrives takes of its address's hour. */
export interface UploadReservation {
  /**
   * Counts a file that has become so large, before the bytes are kept.
   *
   * @throws ApiError 429 LIMITS_REACHED when there is no room for it: nothing more of it is to be read
   */
  reach(bytes: number): Promise<void>;
  /** Ends it with what was kept; 0 for a file that was cut off or refused. The rest is given back. */
  settle(keptBytes: number): Promise<void>;
}

/** What budgets stand on. `prices` in US dollars for a million tokens. */
export interface BudgetsOptions {
  db: Database;
  clock: Clock;
  plans: Plans;
  killSwitch: KillSwitch;
  prices: { readonly input: number; readonly output: number };
  /** The default daily budgets of a widget whose owner has set none. */
  usual: DefaultBudgets;
  secret: string;
}

/** Counter of what all widgets and keys of an account use in a day. */
const payerOf = (accountId: string): string => `payer:${accountId}`;
/** How long a counter of a day is kept after it was last added to, in milliseconds (2 days). */
const KEPT_MS = 172_800_000;
const HOUR_MS = 3_600_000;
const NOTHING: Used = { messages: 0, tokens: 0, costMicros: 0 };
/** What a visitor reads when a budget is used up: calm, and nothing they could do about it. */
const BUSY = 'This chat is busy at the moment. Please try again later.';

const TOO_MUCH_WORK = 'This account has done as much of this as it may today. Please try again tomorrow.';
const TOO_MANY_CHECKS = 'This account has used up its checks of today.';
/** How many times the work of one account all accounts of one address may do together. */
const ADDRESS_FACTOR = 3;
const TOO_MANY_FILES = 'You have sent as many files as you may for now. Please try again later.';
/** In which steps a file without a length is counted, in bytes: each is a write to the database. */
const UPLOAD_STEP_BYTES = 262_144;
const UNCOUNTED: UploadReservation = { reach: async () => undefined, settle: async () => undefined };

/** Digests of addresses, which are not stored themselves. */
function digestFor(secret: BudgetsOptions['secret']): (address: string) => string {
  const digest = keyedDigest(secret, 'addresses');
  return (address) => digest(address).slice(0, 22);
}

/** Budgets of a day for visitors, addresses and widgets, and of a month for accounts. */
export function createBudgets({ db, clock, plans, killSwitch, prices, usual, secret }: BudgetsOptions): Budgets {
  const digestOf = digestFor(secret);
  const subjectCounter = (widgetId: string, subject: string): string => `subject:${widgetId}:${digestOf(subject)}`;

  /**
   * Adds to the counters of today's budgets and of a plan's month, in one statement before they are compared: of many
   * calls at the same moment, no more get through than the budget has room for.
   */
  async function count(
    limits: readonly { subject: string; budget: Budget }[],
    plan: { readonly subject: string; readonly messages: number } | undefined,
    used: Partial<Used>,
    refusal: string,
  ): Promise<Counted> {
    const now = clock.now();
    const daily = limits
      .filter(({ budget }) => Object.values(budget).some((limit) => limit !== undefined))
      .map((each) => ({ ...each, period: dayOf(now) }));
    const ofPlan = plan && { subject: plan.subject, period: monthOf(now) };
    const counters = [...daily.map(({ subject, period }) => ({ subject, period })), ...(ofPlan ? [ofPlan] : [])];
    const sums = await addUsage(db, counters, used, now);
    const { messages = 0, tokens = 0 } = used;
    const giveBack = () => adjustUsage(db, counters, { messages: -messages, tokens: -tokens }, clock.now());
    if (daily.some((each) => isOver(sums.get(counterKey(each)) ?? NOTHING, each.budget, tokens))) {
      await giveBack();
      throw new ApiError('LIMITS_REACHED', refusal, { retryAfterSeconds: secondsLeftOfDay(now) });
    }
    if (ofPlan && (sums.get(counterKey(ofPlan)) ?? NOTHING).messages > plan.messages) {
      await giveBack();
      throw monthIsOver(now);
    }
    return toCounted(counters, giveBack);
  }

  const trialSubject = (resourceId: string, address: string): string => `trial:${resourceId}:${digestOf(address)}`;

  return {
    async triesLeft(resourceId, address) {
      const used = await usedToday(db, trialSubject(resourceId, address), clock.now());
      return Math.max(0, ANONYMOUS_TRIAL_MESSAGES - used.messages);
    },
    today: (accountId) => readToday(db, usual, accountId, clock.now()),
    subjectCounter,
    sweep: () => deleteOldUsage(db, clock.now() - KEPT_MS),
    async begin(cost, { conversation, widget }, address, isProgram) {
      const isReply = cost === 'reply';
      if (isReply || cost === 'speech') await killSwitch.requireOff();
      const payerId = conversation.payerId ?? widget.ownerId;
      if (payerId !== null && !isReply) await plans.requireStanding(payerId);
      const plan =
        payerId !== null && isReply
          ? { subject: accountCounter(payerId), messages: await plans.requireMessage(payerId) }
          : undefined;
      const { budgets } = widget;
      const { trial, subject } = conversation;
      const limits = [
        { subject: `visitor:${conversation.id}`, budget: budgets.visitor ?? {} },
        {
          subject: `address:${widget.id}:${digestOf(address)}`,
          budget: budgets.address ?? (isProgram ? {} : usual.address),
        },
        ...(subject === null
          ? []
          : [{ subject: subjectCounter(widget.id, subject), budget: budgets.visitor ?? usual.subject }]),
        { subject: `widget:${widget.id}`, budget: budgets.widget ?? usual.widget },
        ...(isReply && trial && conversation.payerId === null
          ? [{ subject: trialSubject(trial.id, address), budget: { messages: ANONYMOUS_TRIAL_MESSAGES } }]
          : []),
        ...(payerId === null ? [] : [{ subject: payerOf(payerId), budget: usual.account }]),
      ];
      return count(limits, plan, { messages: 1 }, BUSY);
    },
    beginWork(cost, accountId, address, bytes) {
      const most = usual.work?.[cost];
      const budget = { messages: most, tokens: cost === 'document' ? usual.work?.documentBytes : undefined };
      // Accounts are free: one address does not get further by making more of them.
      const together = {
        messages: most && most * ADDRESS_FACTOR,
        tokens: budget.tokens && budget.tokens * ADDRESS_FACTOR,
      };
      return count(
        [
          { subject: `work:${cost}:${accountId}`, budget },
          { subject: `work:${cost}:address:${digestOf(address)}`, budget: together },
        ],
        undefined,
        { messages: 1, tokens: bytes },
        TOO_MUCH_WORK,
      );
    },
    async beginCheck(accountId) {
      await Promise.all([killSwitch.requireOff(), plans.requireStanding(accountId)]);
      return count([checkLimit(accountId, usual)], undefined, { messages: 1 }, TOO_MANY_CHECKS);
    },
    async beginUpload(address, bytes) {
      const most = usual.uploadBytes;
      if (most === undefined) return UNCOUNTED;
      const now = clock.now();
      const counter = { subject: `upload:${digestOf(address)}`, period: new Date(now).toISOString().slice(0, 13) };
      let reserved = 0;
      // Upload bytes are stored in the `tokens` column. Counted before the comparison: of many
      // simultaneous calls, no more are admitted than the budget allows.
      const add = async (more: number): Promise<void> => {
        const sum = (await addUsage(db, [counter], { tokens: more }, now)).get(counterKey(counter))?.tokens ?? 0;
        reserved += more;
        if (more <= 0 || sum <= most) return;
        await add(-more);
        throw new ApiError('LIMITS_REACHED', TOO_MANY_FILES, {
          retryAfterSeconds: Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1000),
        });
      };
      await add(bytes);
      return {
        async reach(size) {
          if (size > reserved) await add(Math.max(size - reserved, Math.min(UPLOAD_STEP_BYTES, most - reserved)));
        },
        async settle(keptBytes) {
          if (keptBytes !== reserved) await add(keptBytes - reserved);
        },
      };
    },
    add: (counters, { input, output }) =>
      adjustUsage(
        db,
        counters,
        { tokens: input + output, costMicros: Math.round(input * prices.input + output * prices.output) },
        clock.now(),
      ),
  };
}

function checkLimit(accountId: string, { work }: DefaultBudgets): { subject: string; budget: Budget } {
  return { subject: `work:check:${accountId}`, budget: { messages: work?.check } };
}

async function usedToday(db: Database, subject: string, now: number): Promise<Used> {
  return (await readUsage(db, [subject], dayOf(now))).get(subject) ?? NOTHING;
}

async function readToday(
  db: Database,
  { account, widget }: DefaultBudgets,
  accountId: string,
  now: number,
): Promise<Usage['today']> {
  const used = await usedToday(db, payerOf(accountId), now);
  const { messages = null, tokens = null, cost = null } = account;
  return {
    messages: { used: used.messages, limit: messages },
    tokens: { used: used.tokens, limit: tokens },
    cost: { used: used.costMicros / 1e6, limit: cost },
    widget: { messages: widget.messages ?? null, tokens: widget.tokens ?? null, cost: widget.cost ?? null },
  };
}

/** @param used - including the act to be checked, whose own `ownTokens` must still have room */
function isOver(used: Used, { messages, tokens, cost }: Budget, ownTokens: number): boolean {
  return (
    (messages !== undefined && used.messages > messages) ||
    (tokens !== undefined && (ownTokens > 0 ? used.tokens > tokens : used.tokens >= tokens)) ||
    (cost !== undefined && used.costMicros >= cost * 1e6)
  );
}
