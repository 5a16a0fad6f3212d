import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HAS_SHARED_SERVICES, useSharedProcesses } from '../testing/processes/sharedProcesses';
import { bundleProcess, startServerProcess, type ServerProcess } from '../testing/processes/startServerProcess';

/** Starting processes takes seconds on a busy machine, and mails of a dead one are free after half a minute. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const TAKEN_OVER = { timeout: 120_000, interval: 50 };

/** A mail server. It holds the mails it receives until it is told to take them. */
interface Post {
  readonly environment: Record<string, string>;
  /** Messages that were received, each as `address message-id`, with those it has not confirmed. */
  readonly received: string[];
  readonly taken: string[];
  isHolding: boolean;
  close(): Promise<void>;
}

async function startPost(): Promise<Post> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const mail = `${envelope.rcptTo[0]?.address ?? ''} ${/^Message-ID: (\S+)/m.exec(text)?.[1] ?? ''}`;
        post.received.push(mail);
        if (post.isHolding) return;
        post.taken.push(mail);
        done();
      });
    },
  });
  // A killed process leaves its connections as they are.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const post: Post = {
    environment: { SMTP_URL: `smtp://127.0.0.1:${String(port)}`, MAIL_FROM: 'chat@example.com' },
    received: [],
    taken: [],
    isHolding: false,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return post;
}

async function ask(url: string, email: string): Promise<number> {
  const response = await fetch(`${url}/v1/auth/signin/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' },
    body: JSON.stringify({ email }),
  });
  return response.status;
}

let post: Post;
beforeEach(async () => {
  post = await startPost();
});
afterEach(() => post.close());

describe('SV-37 mails of a process that was killed (embedded)', () => {
  let bundle: string;
  let folder: string;
  let running: ServerProcess | undefined;
  beforeAll(async () => {
    bundle = await bundleProcess();
    folder = await mkdtemp(join(tmpdir(), 'sotto-mails-'));
  });
  afterAll(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    await rm(folder, { recursive: true, force: true });
  });

  it('SV-37 are sent after the next start: those that waited once, one that was being sent with the same id', async () => {
    const start = async (environment: Record<string, string>): Promise<string> => {
      running = startServerProcess(bundle, { SOTTO_DATA_DIR: folder, ...environment });
      return running.ready;
    };
    post.isHolding = true;
    const url = await start(post.environment);
    const people = Array.from({ length: 6 }, (_, index) => `person-${String(index)}@example.org`);
    for (const email of people) expect(await ask(url, email)).toBe(200);
    // As many as a process sends at a time.
    await vi.waitFor(() => expect(post.received).toHaveLength(4), { timeout: 10_000 });
    running?.child.kill('SIGKILL');
    await running?.ended;

    post.isHolding = false;
    await start(post.environment);
    await vi.waitFor(() => expect(post.taken).toHaveLength(6), TAKEN_OVER);
    expect(post.taken.map((mail) => mail.split(' ')[0]).sort()).toEqual(people);
    expect(post.received.slice(0, 4).filter((mail) => !post.taken.includes(mail))).toEqual([]);
  });
});

describe.skipIf(!HAS_SHARED_SERVICES)('SV-37 mails of several processes on PostgreSQL', () => {
  const startTwo = useSharedProcesses();

  it('SV-37 are sent once each, and those of a killed process by the other one', async () => {
    const { one, urls } = await startTwo(post.environment);
    const people = Array.from({ length: 8 }, (_, index) => `guest-${String(index)}@example.org`);
    const answers = await Promise.all(people.map((email, index) => ask(urls[index % 2] ?? '', email)));
    expect(answers).toEqual(people.map(() => 200));
    await vi.waitFor(() => expect(post.taken).toHaveLength(8), { timeout: 20_000 });
    expect(post.received.map((mail) => mail.split(' ')[0]).sort()).toEqual(people);

    post.isHolding = true;
    expect(await ask(urls[0], 'last@example.org')).toBe(200);
    await vi.waitFor(() => expect(post.received).toHaveLength(9), { timeout: 10_000 });
    one.child.kill('SIGKILL');
    await one.ended;
    post.isHolding = false;
    // Whichever process had it: the mail server has not confirmed it.
    await vi.waitFor(() => expect(post.taken).toHaveLength(9), TAKEN_OVER);
    expect(post.taken[8]).toBe(post.received[8]);
  });
});
