import { readLinkAddress, type FormContent, type PlainValue } from '@sotto/widget-core/content';

/** Time limit of a form's request, in milliseconds. Contract 3.4. */
export const FORM_TIMEOUT_MS = 30_000;
/** Maximum length of a displayed response or error, in characters. */
const MAX_SHOWN_LENGTH = 10_000;

/** Allowed targets of a form. */
export interface FormPolicy {
  readonly serverOrigin: string;
  /** Address of the embedding page. */
  readonly hostAddress: string;
  /** Additional exact origins, set by the owner. */
  readonly formOrigins: readonly string[];
}

/** Target of a form. */
export interface FormTarget {
  /** Absolute address; undefined if it is not allowed. */
  readonly address: string | undefined;
  /** Displayed receiver: the host name in ASCII, or the text as written if it is not an address. */
  readonly host: string;
}

/**
 * Resolves the target of a form. A path belongs to the server; an address must have the origin of the server, the
 * host page or the owner's list, because anybody may have influenced the model that wrote the form (T3).
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

/** Outcome of submitting a form. `message` is the text of the response, if any. */
export interface FormOutcome {
  readonly isSent: boolean;
  readonly message?: string;
}

/** A filled-in form to submit. */
export interface FormSubmission {
  readonly method: FormContent['method'];
  readonly address: string;
  readonly values: Readonly<Record<string, PlainValue>>;
}

/**
 * Submits a form: as JSON, or as a query for `GET`; without cookies and without following redirects, whose targets
 * nobody has allowed. Never throws.
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

/** The `message` field of a JSON response. */
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
