import * as v from 'valibot';
import { isWidgetError, WidgetError } from '../../errors';
import { attempt } from '../../lib/attempt';
import { delay, type Clock } from '../../lib/clock';
import { createId } from '../../lib/ids';
import { isJson, type Json, type JsonObject } from '../../lib/json';
import type { Locks } from '../../lib/environment';
import type { ExpiringStore } from '../../storage/expiringStore';
import { LIFETIMES, type StorageKeys } from '../../storage/storageKeys';
import type { NumberedReplyEvent } from '../../api/replyEvents';
import type { HostFunction } from '../../config/configTypes';
import type { Effect } from '../events';

/** Functions of the host page by name: what the model may call. */
export type FunctionMap = Readonly<Record<string, HostFunction>>;

/** Default timeout of a handler, in milliseconds (contract 2.5). */
const FUNCTION_TIMEOUT_MS = 30_000;

/** A call of a function, requested by the bot. */
export interface FunctionCall {
  readonly name: string;
  readonly args: Json;
  readonly callId: string;
  /** Milliseconds its handler may take. */
  readonly timeoutMs: number;
}

/** What came of it. A failure is thrown as a WidgetError. */
export type FunctionOutcome = { readonly value: Json } | { readonly abort: true; readonly reason?: string | undefined };

/** Runs a function in the context of its handler. */
export type FunctionCaller = (call: FunctionCall, signal: AbortSignal) => Promise<FunctionOutcome>;

/** Largest answer of a function, in bytes of JSON (contract 1.8). */
export const FUNCTION_RESULT_MAX_BYTES = 256 * 1024;
/** How long a replayed stream may take to report that a call was already answered, in milliseconds. */
const REPLAY_SETTLE_MS = 250;

type CallRequest = Extract<NumberedReplyEvent, { type: 'waitForChannelMessageBegin' }>['data'];

/** What calling functions needs. */
export interface FunctionCallsOptions {
  readonly clock: Clock;
  readonly locks: Locks;
  readonly keys: StorageKeys;
  /** This tab's own storage. */
  readonly tabStore: ExpiringStore;
  readonly functions: () => FunctionMap;
  readonly caller: () => FunctionCaller | undefined;
  /** Requests the visitor's confirmation. Rejects when the signal is aborted. */
  readonly confirm: (request: CallRequest, signal: AbortSignal) => Promise<boolean>;
  readonly publish: (channel: string, message: JsonObject, key: string) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs calls of host functions that the bot requests: claimed by one tab, run once, answered [W-40] (contract 1.8). A
 * call in a replayed stream may have been answered already.
 */
export function createFunctionCalls(options: FunctionCallsOptions): (effect: Effect) => void {
  const { clock, tabStore, keys } = options;
  const open = new Map<string, AbortController>();
  const seen = new Set<string>();

  async function answer(request: CallRequest, isReplay: boolean, signal: AbortSignal): Promise<void> {
    if (isReplay) await delay(clock, REPLAY_SETTLE_MS, signal);
    await options.locks.hold(
      keys.callLock(request.channel),
      async () => {
        if (signal.aborted) return;
        const noteKey = keys.call(request.channel);
        // A note from before a reload: the handler may have done its work, so it does not run twice.
        const wasStarted = tabStore.get(noteKey, v.boolean()) === true;
        const message = wasStarted
          ? failure('INTERRUPTED', 'The page was left while the function ran')
          : await runFunction(options, request, noteKey, signal);
        if (signal.aborted) return;
        await options.publish(request.channel, message, createId('call', clock));
      },
      { signal },
    );
  }

  function close(channel: string): void {
    open.get(channel)?.abort(new WidgetError('ABORTED'));
    open.delete(channel);
  }

  function begin(request: CallRequest, isReplay: boolean): void {
    if (seen.has(request.channel)) return;
    seen.add(request.channel);
    const controller = new AbortController();
    open.set(request.channel, controller);
    const cancel = clock.setTimer(() => {
      close(request.channel);
    }, request.timeoutMs);
    answer(request, isReplay, controller.signal)
      .catch((error: unknown) => {
        // The first answer counts (409), and a call that is over needs none.
        if (!controller.signal.aborted && !(isWidgetError(error) && error.code === 'CONFLICT')) options.onError(error);
      })
      .finally(() => {
        cancel();
        open.delete(request.channel);
      });
  }

  return (effect) => {
    if (effect.type === 'call-function') begin(effect.request, effect.isReplay);
    else if (effect.type === 'end-call') {
      // The server has its answer, or waits no longer.
      close(effect.channel);
      tabStore.remove(keys.call(effect.channel));
    } else if (effect.type === 'end-calls') for (const channel of [...open.keys()]) close(channel);
  };
}

/** Runs a function, after the visitor's confirmation if required. @returns the message for the server */
async function runFunction(
  options: FunctionCallsOptions,
  request: CallRequest,
  noteKey: string,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { name, args } = request.function;
  // The server runs it. No function of the page can answer for the visitor, whatever its name is.
  if (request.isApproval) return { approved: await options.confirm(request, signal) };
  const functions = options.functions();
  const definition = Object.hasOwn(functions, name) ? functions[name] : undefined;
  const caller = definition?.handler ? callHandler(definition.handler) : options.caller();
  if (!caller || !definition) return failure('UNKNOWN_FUNCTION', `There is no function "${name}" here`);
  try {
    if (request.confirm && !(await options.confirm(request, signal)))
      return failure('DECLINED', 'The visitor declined');
    options.tabStore.set(noteKey, true, LIFETIMES.tab);
    const call = caller(
      { name, args, callId: request.callId, timeoutMs: definition.timeoutMs ?? FUNCTION_TIMEOUT_MS },
      signal,
    );
    // A handler that never settles must not hold the lock after the call was cancelled.
    return toMessage(await Promise.race([call, untilAborted(signal)]));
  } catch (error) {
    if (isWidgetError(error) && error.code === 'unsupported') return failure('UNKNOWN_FUNCTION', error.message);
    return failure('FAILED', error instanceof Error ? error.message : 'The function failed');
  }
}

function failure(code: string, message: string): JsonObject {
  return { error: { code, message } };
}

function toMessage(outcome: FunctionOutcome): JsonObject {
  if ('abort' in outcome)
    return outcome.reason === undefined ? { abort: true } : { abort: true, reason: outcome.reason };
  const size = attempt(() => new TextEncoder().encode(JSON.stringify(outcome.value)).length);
  if (size === undefined) return failure('FAILED', 'The answer of the function is no JSON');
  return size > FUNCTION_RESULT_MAX_BYTES
    ? failure('TOO_LARGE', 'The answer of the function is larger than 256 KiB')
    : { value: outcome.value };
}

/** A handler in this window. An aborted AbortSignal as its answer ends the turn; no answer is null. */
function callHandler(handler: NonNullable<HostFunction['handler']>): FunctionCaller {
  return async ({ args, callId }, signal) => {
    const value = await handler(args, { signal, callId });
    if (value instanceof AbortSignal && value.aborted)
      return { abort: true, ...(typeof value.reason === 'string' && { reason: value.reason }) };
    if (value === undefined) return { value: null };
    if (!isJson(value)) throw new WidgetError('failed', { message: 'The answer of the function is no JSON' });
    return { value };
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
