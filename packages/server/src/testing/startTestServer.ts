import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '@sotto/widget-core/api';
import { createServer, type SottoServer } from '../createServer';
import type { ServerOptions } from '../setup/serverOptions';
import type { Database } from '../db/database';
import { createScriptedModel, type ScriptedModel } from './scriptedModel';
import { openTestPglite } from './testDatabase';
import { readTestSeed } from './testSeed';

/** A session as a browser has it. */
export interface TestSession {
  readonly conversationId: string;
  readonly token: string;
  readonly expiresAt: number;
}

/** What a call may carry. */
export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  method?: string;
}

/** A real server, its model and shortcuts for what most tests begin with. */
export interface TestServer {
  readonly server: SottoServer;
  readonly model: ScriptedModel;
  readonly database: Database;
  /** Calls an address; a `body` makes it a POST of JSON. */
  call(path: string, options?: CallOptions): Promise<Response>;
  openSession(widgetId?: string): Promise<TestSession>;
  /** Sends and reads the whole stream as text. */
  send(session: TestSession, body: JsonObject, headers?: Record<string, string>): Promise<Response>;
}

/** Rates so high that no test meets them by accident. */
const NO_LIMITS = { sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6, signIn: 1e6, user: 1e6 };

const NO_BUDGETS = { account: {}, widget: {}, address: {}, subject: {} };

/** Starts a server in memory with a scripted model; nothing listens until the test says so. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const model = createScriptedModel();
  const { dataDir, databaseUrl } = options.config ?? {};
  const ownDatabase = dataDir !== undefined || databaseUrl !== undefined;
  const server = await createServer({
    model,
    ...(ownDatabase ? { seed: await readTestSeed() } : { database: options.database ?? (await openTestPglite()) }),
    rateLimits: NO_LIMITS,
    // Whether this machine can speak must not change a test.
    speech: 'none',
    ...options,
    // What is public is not what most tests are about.
    config: {
      publishesUnchecked: true,
      budgets: NO_BUDGETS,
      dataDir: undefined,
      port: 0,
      logLevel: 'silent',
      ...options.config,
    },
  });

  const call: TestServer['call'] = (path, { body, token, headers = {}, method } = {}) =>
    server.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
        }),
      }),
    );

  return {
    server,
    model,
    database: server.database as Database,
    call,
    async openSession(widgetId = 'demo') {
      const response = await call(`/v1/integration/widget/${widgetId}/session/create`, { body: {} });
      return (await response.json()) as TestSession;
    },
    send: (session, body, headers = {}) =>
      call(`/v1/conversation/${session.conversationId}/complete`, {
        body,
        token: session.token,
        headers: { Accept: 'text/event-stream', ...headers },
      }),
  };
}

/** A client message id as a widget makes them. */
export function clientId(): string {
  return `m-${createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 20)}`;
}
