import { REQUEST_TIMEOUT_MS, WidgetError, type FrameToHost, type Payload } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import type { Json } from '../types';
import { findMisfit } from './checkArguments';

/** Requests of the frame for things that cannot be cloned. A separate chunk, because most pages need none of them. */
type RequestPayload<Name extends keyof FrameToHost> = Payload<FrameToHost, Name>;

/** Calls a function of the page: only a registered one, once, within its time limit. */
export async function callFunction(host: PanelHost, { name, args, callId }: RequestPayload<'callFunction'>) {
  const { state, element } = host;
  const definition = Object.hasOwn(state.functions, name) ? state.functions[name] : undefined;
  if (!definition) throw new WidgetError('unsupported');
  const misfit = findMisfit(definition.parameters, args);
  if (misfit !== undefined) throw new WidgetError('bad_payload', { message: misfit });
  const controller = new AbortController();
  const timeout = new WidgetError('timeout', { message: `${name} took too long` });
  const timer = setTimeout(() => {
    controller.abort(timeout);
  }, definition.timeoutMs ?? REQUEST_TIMEOUT_MS);
  // A destroyed widget cannot be answered.
  const end = (): void => {
    controller.abort(new WidgetError('destroyed'));
  };
  host.signal.addEventListener('abort', end);
  const startedAt = performance.now();
  host.emit('functioncall', { name, args, callId });
  const finish = (ok: boolean): void => {
    clearTimeout(timer);
    host.signal.removeEventListener('abort', end);
    host.emit('functionresult', { name, callId, ok, ms: Math.round(performance.now() - startedAt) });
  };
  try {
    const value: unknown = definition.handler
      ? await Promise.race([
          definition.handler(args, { widget: element, signal: controller.signal, callId }),
          untilAborted(controller.signal),
        ])
      : definition.result?.data;
    finish(true);
    // Convert through JSON: the page may return dates, proxies or wrappers of a framework.
    if (value instanceof AbortSignal)
      return { abort: true, ...(typeof value.reason === 'string' && { reason: value.reason }) };
    return { value: (value === undefined ? null : JSON.parse(JSON.stringify(value))) as Json };
  } catch (cause) {
    finish(false);
    const message = cause instanceof Error ? cause.message : String(cause);
    host.emit('error', { code: 'function_failed', message, cause });
    throw new WidgetError('function_failed', { message, cause });
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/**
 * Creates a session as the host has configured it: by a callback, or by a request with the page's cookies. The token
 * is passed on and not stored.
 */
export async function createSession({ window, state }: PanelHost, input: RequestPayload<'createSession'>) {
  const source = state.config.createSession;
  if (typeof source === 'function') return source(input as Parameters<typeof source>[0]);
  if (source === undefined) throw new WidgetError('unsupported');
  const response = await window.fetch(source, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    credentials: 'same-origin',
  });
  if (!response.ok) throw new WidgetError('session_failed', { status: response.status });
  return (await response.json()) as { conversationId: string; token: string; expiresAt: number };
}

/** Navigates the page to a link in the chat, unless the page handles it itself. Web addresses only. */
export function navigate(host: PanelHost, { url, target }: RequestPayload<'navigate'>) {
  const { window } = host;
  const address = URL.canParse(url, window.location.href) ? new URL(url, window.location.href) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) throw new WidgetError('not_allowed');
  const goesOn = host.emit('navigate', { url: address.href, target }, true);
  if (goesOn) window.open(address.href, target, target === '_blank' ? 'noopener' : '');
  return { handled: !goesOn };
}
