import { authSessionResponseSchema, type User, type Workspace } from '@sotto/hub-api';
import {
  API_ERRORS,
  errorBodySchema,
  isApiErrorCode,
  systemClock,
  type ApiErrorCode,
  type Clock,
} from '@sotto/widget-core/api';
import * as v from 'valibot';
import { toCallKey } from './formKey';

/** A failed API call: its code selects the page, its message can be shown. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  readonly requestId: string | undefined;
  /** Errors by field. */
  readonly details: readonly { readonly path: string }[];

  constructor(
    code: ApiErrorCode,
    message: string = API_ERRORS[code].message,
    requestId?: string,
    details: readonly { readonly path: string }[] = [],
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

/** Sends a request to the server this site is part of, without the network. */
export type CallServer = (request: Request) => Promise<Response>;

/** API calls of the Hub, in process, with the rights of the user. */
export interface HubClient {
  /** GET below `/v1` with a validated response. Undefined query values are omitted. @throws ApiFailure */
  get<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    query?: Readonly<Record<string, string | number | undefined>>,
  ): Promise<v.InferOutput<Schema>>;
  /** The same, but undefined if the item does not exist. */
  find<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    query?: Readonly<Record<string, string | number | undefined>>,
  ): Promise<v.InferOutput<Schema> | undefined>;
  /** POST below `/v1`. Cookies of the response are passed to the browser. @throws ApiFailure */
  post<Schema extends v.GenericSchema>(path: string, schema: Schema, body?: object): Promise<v.InferOutput<Schema>>;
  /** The signed-in user and their workspaces; requested once per page. */
  session(): Promise<{ readonly user: User | null; readonly workspaces: readonly Workspace[] }>;
  /** Cookies set by responses. */
  readonly cookies: readonly string[];
}

/** Headers of the visitor's request that are passed to the API: identity and origin. */
const PASSED_ON = [
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'user-agent',
  'accept-language',
];

/** Time limit for an API response, in milliseconds, after which an error page is shown. */
const PATIENCE_MS = 10_000;

/** What a page's calls depend on besides the request. */
interface HubClientOptions {
  /** The submitted form; submitted again, it creates nothing more. */
  readonly form?: URLSearchParams | undefined;
  readonly clock?: Clock;
}

/** Makes the calls for one page. @param origin - the site's own, so that the API recognizes the call as same-origin */
export function createHubClient(
  call: CallServer,
  visitor: Request,
  origin: string,
  { form, clock = systemClock }: HubClientOptions = {},
): HubClient {
  const cookies: string[] = [];
  let session: ReturnType<HubClient['session']> | undefined;

  async function send<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    init: RequestInit,
  ): Promise<v.InferOutput<Schema>> {
    const headers = new Headers(init.headers);
    for (const name of PASSED_ON) {
      const value = visitor.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const response = await inTime(call(new Request(new URL(`/v1${path}`, visitor.url), { ...init, headers })), clock);
    cookies.push(...response.headers.getSetCookie());
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw toFailure(body);
    const parsed = v.safeParse(schema, body);
    if (!parsed.success) throw new Error(`The answer of ${path} has another form: ${parsed.issues[0].message}`);
    return parsed.output;
  }

  const client: HubClient = {
    get: (path, schema, query = {}) => send(schema, path + toQuery(query), { method: 'GET' }),
    async find(path, schema, query) {
      try {
        return await client.get(path, schema, query);
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return undefined;
        throw error;
      }
    },
    post: (path, schema, body = {}) => {
      const key = form && toCallKey(form, path, body);
      return send(schema, path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Origin: origin, ...(key && { 'Idempotency-Key': key }) },
      });
    },
    session() {
      const isKnown = (visitor.headers.get('cookie') ?? '').includes('sotto_user');
      session ??= isKnown
        ? client.get('/auth/session', authSessionResponseSchema)
        : Promise.resolve({ user: null, workspaces: [] });
      return session;
    },
    cookies,
  };
  return client;
}

/** Parses the error of an API call; an unknown response counts as a server error. */
export function toFailure(body: unknown): ApiFailure {
  const parsed = v.safeParse(errorBodySchema, body);
  if (!parsed.success || !isApiErrorCode(parsed.output.code)) return new ApiFailure('INTERNAL_SERVER_ERROR');
  const { code, message, requestId, details } = parsed.output;
  return new ApiFailure(code, message, requestId ?? undefined, details ?? []);
}

/** @throws ApiFailure if there is no response in time */
function inTime(answer: Promise<Response>, clock: Clock): Promise<Response> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(() => {
      reject(new ApiFailure('SERVICE_UNAVAILABLE', 'The server takes too long to answer'));
    }, PATIENCE_MS);
    answer.then(resolve, reject).finally(cancel);
  });
}

function toQuery(query: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
