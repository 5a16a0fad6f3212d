import {
  isWidgetError,
  WidgetError,
  type FunctionCall,
  type FunctionOutcome,
  type Json,
  type Widget,
} from '@sotto/widget-core';

/** A call that waits for `answer()` of its part. */
interface WaitingCall {
  readonly args: Json;
  readonly answer: (output: Json) => void;
}

/** Waiting calls of one widget. */
interface WaitingCalls {
  readonly byId: Map<string, WaitingCall>;
  readonly listeners: Set<() => void>;
}

const known = new WeakMap<Widget, WaitingCalls>();

function callsOf(widget: Widget): WaitingCalls {
  const found = known.get(widget) ?? { byId: new Map(), listeners: new Set() };
  known.set(widget, found);
  return found;
}

/** Waits until the tool's part answers the call, or it is aborted. */
export function waitForAnswer(
  widget: Widget,
  { callId, args }: FunctionCall,
  signal: AbortSignal,
): Promise<FunctionOutcome> {
  const { byId, listeners } = callsOf(widget);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', onAbort);
      byId.delete(callId);
      for (const listener of listeners) listener();
    };
    const onAbort = (): void => {
      end();
      reject(isWidgetError(signal.reason) ? signal.reason : new WidgetError('ABORTED'));
    };
    signal.addEventListener('abort', onAbort);
    byId.set(callId, {
      args,
      answer: (value) => {
        if (!byId.has(callId)) return;
        end();
        resolve({ value });
      },
    });
    for (const listener of listeners) listener();
  });
}

/** The waiting call with this id. */
export function readWaitingCall(widget: Widget, callId: string): WaitingCall | undefined {
  return callsOf(widget).byId.get(callId);
}

/** Calls `listener` when a call starts or stops waiting. @returns stops it */
export function listenToCalls(widget: Widget, listener: () => void): () => void {
  const { listeners } = callsOf(widget);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
