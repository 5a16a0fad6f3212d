import { isWidgetError, WidgetError } from '../../errors';
import { attempt } from '../../lib/attempt';
import { delay } from '../../lib/clock';
import { findMisfit } from '../../lib/findMisfit';
import { createId } from '../../lib/ids';
import { isJson, type Json, type JsonObject } from '../../lib/json';
import type { WidgetEnvironment } from '../../lib/environment';
import type { SessionManager } from '../../session/sessionManager';
import { createCallNotes, type CallNotes } from '../../storage/callNotes';
import type { ExpiringStore } from '../../storage/expiringStore';
import type { StorageKeys } from '../../storage/storageKeys';
import type { HostFunction } from '../../config/configTypes';
import type { Effect, ReplyEventOf } from '../events';

/** Host page functions by name, which the model may call. */
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

/** Result of a call. Failures are thrown as WidgetError. */
export type FunctionOutcome = { readonly value: Json } | { readonly abort: true; readonly reason?: string | undefined };

/** Runs a function in the context of its handler. */
export type FunctionCaller = (call: FunctionCall, signal: AbortSignal) => Promise<FunctionOutcome>;

/** Largest result of a function, in bytes of JSON (contract 1.8). */
export const FUNCTION_RESULT_MAX_BYTES = 256 * 1024;
/** How long a replayed stream may take to report that a call was already answered, in milliseconds. */
const REPLAY_SETTLE_MS = 250;

type CallRequest = ReplyEventOf<'waitForChannelMessageBegin'>['data'];

export interface FunctionCallsOptions {
  readonly environment: Pick<WidgetEnvironment, 'clock' | 'locks'>;
  readonly keys: StorageKeys;
  /** Shared by the tabs. */
  readonly local: ExpiringStore;
  readonly session: Pick<SessionManager, 'isStored'>;
  readonly functions: {
    readonly list: () => FunctionMap;
    readonly caller: () => FunctionCaller | undefined;
    /** Requests the visitor's confirmation. Rejects when the signal is aborted. */
    readonly confirm: (request: CallRequest, signal: AbortSignal) => Promise<boolean>;
  };
  readonly publish: (channel: string, message: JsonObject, key: string) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export interface FunctionCalls {
  readonly carryOut: (effect: Effect) => void;
  /** The page is hidden: the tab that takes over the reply then asks the visitor for confirmation. */
  readonly pause: () => void;
}

/**
 * Runs host functions that the bot calls, and publishes their results [W-40] (contract 1.8). A function runs at most
 * once, even if several tabs read the reply or one reads it repeatedly: the tab that runs it holds a lock and stores a
 * note. A note whose lock is free belongs to a closed tab.
 */
export function createFunctionCalls(options: FunctionCallsOptions): FunctionCalls {
  const { keys, session } = options;
  const { clock, locks } = options.environment;
  // Another tab, or this one after a reload, can read the reply again while the session is stored.
  const notes = createCallNotes(options.local, keys, clock, session.isStored);
  const open = new Map<string, { readonly request: CallRequest; readonly controller: AbortController }>();

  async function answer(request: CallRequest, isReplay: boolean, signal: AbortSignal): Promise<void> {
    if (isReplay) await delay(clock, REPLAY_SETTLE_MS, signal);
    await locks.hold(
      keys.callLock(request.channel),
      async () => {
        if (signal.aborted) return;
        const note = notes.read(request);
        const message = note
          ? (note.answer ?? failure('INTERRUPTED', 'The page was closed while the function was running'))
          : await runFunction(options.functions, notes, request, signal);
        if (signal.aborted) return;
        // A tab that reads the reply later publishes this answer if it does not arrive.
        notes.keepAnswer(request, message);
        await options.publish(request.channel, message, createId('call', clock));
      },
      { signal },
    );
  }

  function close(channel: string): void {
    open.get(channel)?.controller.abort(new WidgetError('ABORTED'));
    open.delete(channel);
  }

  function begin(request: CallRequest, isReplay: boolean): void {
    const { channel } = request;
    if (open.has(channel)) return;
    const controller = new AbortController();
    open.set(channel, { request, controller });
    const cancel = clock.setTimer(() => {
      close(channel);
    }, request.timeoutMs);
    answer(request, isReplay, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // Another result was stored first (409): drop this one.
        if (isWidgetError(error) && error.code === 'CONFLICT') notes.dropAnswer(channel);
        else options.onError(error);
      })
      .finally(() => {
        cancel();
        if (open.get(channel)?.controller === controller) open.delete(channel);
      });
  }

  return {
    carryOut(effect) {
      if (effect.type === 'call-function') begin(effect.request, effect.isReplay);
      else if (effect.type === 'end-call') {
        // The server has the result, or no longer waits for it.
        close(effect.channel);
        notes.dropAnswer(effect.channel);
      } else if (effect.type === 'end-calls') for (const channel of [...open.keys()]) close(channel);
    },
    pause() {
      for (const { request } of [...open.values()]) if (!notes.read(request)) close(request.channel);
    },
  };
}

/** Runs a function, after the visitor's confirmation if required. @returns the message for the server */
async function runFunction(
  { list, caller, confirm }: FunctionCallsOptions['functions'],
  notes: CallNotes,
  request: CallRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { name, args } = request.function;
  const functions = list();
  const definition = Object.hasOwn(functions, name) ? functions[name] : undefined;
  const call = definition?.handler ? callHandler(definition.handler) : caller();
  try {
    // The server runs this one. A page function of the same name must not approve on the visitor's behalf.
    if (request.isApproval) return { approved: await confirm(request, signal) };
    if (!call || !definition) return failure('UNKNOWN_FUNCTION', `There is no function "${name}" here`);
    // The frame's host page and the Sotto server check arguments themselves; other backends do not.
    const misfit = definition.handler && findMisfit({ type: 'object', ...definition.parameters }, args);
    if (misfit !== undefined) return failure('BAD_REQUEST', misfit);
    if (request.confirm && !(await confirm(request, signal))) return failure('DECLINED', 'The visitor declined');
    if (!notes.begin(request))
      return failure('FAILED', 'Not run: this browser cannot record that the function has run');
    const outcome = call(
      { name, args, callId: request.callId, timeoutMs: definition.timeoutMs ?? FUNCTION_TIMEOUT_MS },
      signal,
    );
    // A handler that never settles must not hold the lock after the call was cancelled.
    return toMessage(await Promise.race([outcome, untilAborted(signal)]));
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
  if (size === undefined) return failure('FAILED', 'The function returned a value that is not JSON');
  return size > FUNCTION_RESULT_MAX_BYTES
    ? failure('TOO_LARGE', 'The function returned more than 256 KiB')
    : { value: outcome.value };
}

/** Calls a handler in this window. If it returns an aborted AbortSignal the turn ends; undefined becomes null. */
function callHandler(handler: NonNullable<HostFunction['handler']>): FunctionCaller {
  return async ({ args, callId }, signal) => {
    const value = await handler(args, { signal, callId });
    if (value instanceof AbortSignal && value.aborted)
      return { abort: true, ...(typeof value.reason === 'string' && { reason: value.reason }) };
    if (value === undefined) return { value: null };
    if (!isJson(value)) throw new WidgetError('failed', { message: 'The function returned a value that is not JSON' });
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
