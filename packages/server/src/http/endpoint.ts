import type { ApiErrorCode } from '@sotto/widget-core/api';
import type { Hono } from 'hono';
import type * as v from 'valibot';
import { ApiError } from '../lib/apiError';
import { outsideRequest } from '../db/databaseTime';
import { toStorable } from '../lib/storable';
import type { Cost } from '../domain/accounts/costs';
import type { AppContext, AppEnv, Pass } from './appEnv';
import type { Auth, CallerOf } from './auth/callerOf';
import { check, readJson, type Schema } from './validate';

/** One call of the API: its entry in the OpenAPI document, and its handler. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`, with `:name` for ids. */
  readonly path: string;
  readonly summary: string;
  /** Who may call. Nobody else reaches the handler. */
  readonly auth: Auth;
  /** What a call costs besides this server's own time: it is let through by the gate, which counts it. */
  readonly cost: Cost | 'none';
  readonly query?: Schema;
  readonly body?: Schema;
  /** Whether the body is a file: a form with the field `file`, or the bytes with their name in `X-File-Name`. */
  readonly takesFile?: boolean;
  /** The 200 answer as JSON; absent for calls that answer with a file. */
  readonly answer?: Schema;
  /** Whether the answer can also be a stream of reply events. */
  readonly isStream?: boolean;
  /** What it may fail with, besides 400, 401, 413 and 429. */
  readonly errors: readonly ApiErrorCode[];
  readonly handle: (context: AppContext) => Promise<Response>;
}

/** What a handler is given of a request. Its parts are read when they are wanted, by their schemas. */
export interface Call<Body extends Schema, Query extends Schema, Kind extends Cost | 'none', Who extends Auth> {
  readonly caller: CallerOf[Who];
  /** The checked body; an absent one is `{}`. `raw` is the body as it was sent. */
  readonly body: () => Promise<{ value: v.InferOutput<Body>; raw: unknown }>;
  readonly query: () => v.InferOutput<Query>;
  readonly pass: Pass<Exclude<Kind, 'none'>>;
}

type Declaration<Body extends Schema, Query extends Schema, Kind extends Cost | 'none', Who extends Auth> = Omit<
  Endpoint,
  'handle' | 'body' | 'query' | 'cost' | 'auth'
> & {
  body?: Body;
  query?: Query;
  cost: Kind;
  auth: Who;
};

/**
 * Callers whose calls may keep the database busy for as long as they need, with a limit for each statement only: they
 * import documents, export and erase accounts.
 */
const OF_OWNERS: ReadonlySet<Auth> = new Set<Auth>(['user', 'person', 'personOrPending', 'operator']);

/** Declares a call, with its handler typed by its schemas, its caller and its cost. */
export function endpoint<Body extends Schema, Query extends Schema, Kind extends Cost | 'none', Who extends Auth>(
  declaration: Declaration<Body, Query, Kind, Who>,
  handle: (context: AppContext, call: Call<Body, Query, Kind, Who>) => Promise<Response>,
): Endpoint {
  const { body, query, cost, auth } = declaration;
  return {
    ...declaration,
    async handle(context) {
      const caller = await context.get('callers')[auth](context);
      const call: Call<Body, Query, Kind, Who> = {
        caller,
        async body() {
          const raw = await readJson(context);
          // valibot takes a list for an object without required fields.
          if (Array.isArray(raw)) throw new ApiError('BAD_REQUEST', 'Expected a JSON object');
          if (!body) throw new Error('This call declares no body');
          return { value: check(body, raw ?? {}), raw };
        },
        query() {
          if (!query) throw new Error('This call declares no query');
          return check(query, toStorable(context.req.query(), 1));
        },
        pass: context.get('gate').pass(context, cost as Exclude<Kind, 'none'>),
      };
      return OF_OWNERS.has(auth) ? outsideRequest(() => handle(context, call)) : handle(context, call);
    },
  };
}

/** Adds calls to an app; a known path with another method answers 405. */
export function mountEndpoints(app: Hono<AppEnv>, endpoints: readonly Endpoint[]): void {
  for (const { method, path, handle } of endpoints) app.on(method, path, handle);
  for (const path of new Set(endpoints.map((each) => each.path))) {
    const methods = endpoints.filter((each) => each.path === path).map((each) => each.method);
    app.all(path, (context) => {
      context.header('Allow', methods.join(', '));
      throw new ApiError('METHOD_NOT_ALLOWED');
    });
  }
}

/** A response as JSON; not cached unless `cacheControl` allows it. */
export function answer(context: AppContext, body: object, cacheControl = 'no-store'): Response {
  context.header('Cache-Control', cacheControl);
  return context.body(JSON.stringify(body), 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
