import { errorBodySchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { isAlertCode } from '../site/alertCodes';
import { showNotice } from './notices';

/** A failed call: its code, and a message to show. */
export class CallFailure extends Error {
  readonly code: string;
  /** Id of the request in the server's log, for server errors. */
  readonly requestId: string | undefined;

  constructor(code: string, message: string, requestId?: string) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.requestId = requestId;
  }
}

/** Options of a call, with the texts shown for it. */
export interface CallOptions {
  /** Sends a POST request. */
  readonly body?: object;
  /** Shown while it runs, such as `Cloning the skillset…`. @default nothing */
  readonly loading?: string;
  /** Shown when it fails, before the reason, such as `The skillset could not be cloned`. */
  readonly failure: string;
  /** Idempotency key. @default a new one for each write */
  readonly key?: string;
}

/**
 * The one function for all calls of the site [H-15]: shows progress, validates the response, opens the dialog for an
 * error code, and sends an idempotency key with every write, so that a repeated one has no second effect.
 *
 * @throws CallFailure
 */
export async function callApi<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
  { body, loading, failure, key }: CallOptions,
): Promise<v.InferOutput<Schema>> {
  const done = loading === undefined ? undefined : showNotice(loading, 'loading');
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': key ?? newKey() }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((): never => {
      throw new CallFailure('NETWORK', 'The server could not be reached');
    });
    const data: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw toFailure(data, response);
    const parsed = v.safeParse(schema, data);
    if (!parsed.success) throw new CallFailure('BAD_RESPONSE', 'The server answered in an unexpected form');
    return parsed.output;
  } catch (error) {
    const thrown = error instanceof CallFailure ? error : new CallFailure('GENERIC_ERROR', 'It did not work');
    // A popup explains more than a toast [H-8].
    if (isAlertCode(thrown.code))
      document.dispatchEvent(new CustomEvent('sotto:alert', { detail: { code: thrown.code } }));
    else
      showNotice(
        `${failure}: ${thrown.message}${thrown.requestId === undefined ? '' : ` (request ${thrown.requestId})`}`,
        'error',
      );
    throw thrown;
  } finally {
    done?.();
  }
}

/** Whether a failure came from `callApi`. */
export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof CallFailure;
}

/** Users can correct their own errors; only server errors need the request id to find them in the log. */
function toFailure(data: unknown, { status, headers }: Response): CallFailure {
  const parsed = v.safeParse(errorBodySchema, data);
  const requestId = status < 500 ? undefined : (headers.get('X-Request-Id') ?? undefined);
  return parsed.success
    ? new CallFailure(parsed.output.code, parsed.output.message, requestId)
    : new CallFailure('GENERIC_ERROR', 'The server answered with something unreadable', requestId);
}

/** A key for one write; `randomUUID` is missing on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
