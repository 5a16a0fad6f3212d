import { readLinkAddress, type FormContent, type PlainValue } from '@sotto/widget-core/content';

/** How long a form's address may take to answer, in milliseconds. Contract 3.4. */
export const FORM_TIMEOUT_MS = 30_000;
/** The longest answer or reason that is shown, in characters. */
const MAX_SHOWN_LENGTH = 10_000;

/** Who a form may send to. */
export interface FormPolicy {
  readonly serverOrigin: string;
  /** Address of the page around the widget. */
  readonly hostAddress: string;
  /** Further exact origins, chosen by the owner. */
  readonly formOrigins: readonly string[];
}

/** Where a form sends. */
export interface FormTarget {
  /** Absolute; undefined when the form may not send there. */
  readonly address: string | undefined;
  /**
   * Who would receive it, to be shown: the host name as the network sees it, or what was written when that is no
   * address.
   */
  readonly host: string;
}

/**
 * Where a form sends what a visitor typed. A path belongs to the server; an address must be of the server's, the
 * host page's or a listed origin, because the form was written by a model that anyone may have talked into it (T3).
 */
export function readFormTarget(url: string, policy: FormPolicy): FormTarget {
  const written = url.trim();
  const clean = /^(?:https?:\/\/|\/)/i.test(written) ? readLinkAddress(written) : undefined;
  const address = clean === undefined ? undefined : parse(clean, policy.serverOrigin);
  if (!address) return { address: undefined, host: written.slice(0, 80) };
  const known = [policy.serverOrigin, parse(policy.hostAddress)?.origin, ...policy.formOrigins].map((origin) =>
    origin === undefined ? undefined : parse(origin)?.origin,
  );
  const isKnown =
    address.origin !== 'null' && known.includes(address.origin) && address.username === '' && address.password === '';
  return { address: isKnown ? address.href : undefined, host: address.host };
}

/** The outcome of sending a form. `message` is the text of the response, if any. */
export interface FormOutcome {
  readonly isSent: boolean;
  readonly message?: string;
}

/** A filled-in form on its way. */
export interface FormSubmission {
  readonly method: FormContent['method'];
  readonly address: string;
  readonly values: Readonly<Record<string, PlainValue>>;
}

/**
 * Sends a form: JSON, or the query for `GET`; without cookies, and not on to another address, which nobody has allowed.
 * Never throws: whatever goes wrong is an outcome.
 *
 * @param fetch - the browser's, or a test's
 */
export async function submitForm(
  { method, address, values }: FormSubmission,
  fetch: typeof globalThis.fetch,
): Promise<FormOutcome> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, FORM_TIMEOUT_MS);
  try {
    const common = { method, credentials: 'omit', redirect: 'error', signal: abort.signal } as const;
    const response =
      method === 'GET'
        ? await fetch(withQuery(address, values), { ...common, headers: { Accept: 'application/json' } })
        : await fetch(address, {
            ...common,
            headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
            body: JSON.stringify(values),
          });
    const message = readMessage(await response.text());
    return { isSent: response.ok, ...(message !== undefined && { message }) };
  } catch {
    return { isSent: false };
  } finally {
    clearTimeout(timer);
  }
}

function withQuery(address: string, values: FormSubmission['values']): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values))
    url.searchParams.append(
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    );
  return url.href;
}

/** The `message` of a JSON answer. */
function readMessage(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
    return typeof answer.message === 'string' && answer.message.trim() !== ''
      ? answer.message.slice(0, MAX_SHOWN_LENGTH).replace(/\p{Cs}$/u, '')
      : undefined;
  } catch {
    return undefined;
  }
}

function parse(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
