import { createTestMailer, signInAs, type TestMailer } from './testSignIn';
import { startTestServer, type TestServer } from './startTestServer';
import type { ServerOptions } from '../setup/serverOptions';

/** A server on which people build: each call is made by somebody. */
export interface BuilderTest extends TestServer {
  readonly mailer: TestMailer;
  /** Signs somebody in. */
  person(name: string): Promise<Person>;
}

/** Somebody with a browser of their own. */
export interface Person {
  readonly headers: Record<string, string>;
  /** Calls and reads the answer. */
  ask(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Makes a thing and gives its id. @throws when it is refused */
  make(path: string, body?: unknown): Promise<string>;
}

/** Starts a server with a mailer that the test reads. */
export async function startBuilderTest(
  options: ServerOptions = {},
  mailer: TestMailer = createTestMailer(),
): Promise<BuilderTest> {
  const test = await startTestServer({ mailer, ...options });
  return {
    ...test,
    mailer,
    async person(name) {
      const headers = await signInAs(test, mailer, `${name}@example.com`);
      const ask: Person['ask'] = async (path, body) => {
        const response = await test.call(path, { ...(body !== undefined && { body }), headers });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      return {
        headers,
        ask,
        async make(path, body = {}) {
          const answer = await ask(path, body);
          if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
          return String(answer.body['id']);
        },
      };
    },
  };
}
