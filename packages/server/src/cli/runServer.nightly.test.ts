import { describe, expect, it, vi } from 'vitest';
import { callConversation as call, listTexts as texts, openSession } from '../testing/browserCalls';
import { readAllSse, readSse, textOf } from '../testing/readStream';
import { useServerProcesses } from '../testing/processes/serverProcesses';
import { clientId, type TestSession } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { newFolder, start } = useServerProcesses();

describe('F106 a server killed in mid-reply', () => {
  it('starts again at once, has the visitor’s message, and writes the reply anew for the same send', async () => {
    const folder = await newFolder();
    const first = start(folder);
    const url = await first.ready;
    const session = await openSession(url);
    const id = clientId();
    let position = '';
    let userMessageId: string | null | undefined;
    for await (const event of readSse(
      await call(url, session, 'complete', { id, text: 'please hang' }, { 'Idempotency-Key': id }),
    )) {
      if (event.type === 'completeBegin') userMessageId = event.data.userMessageId;
      position = event.id ?? '';
      if (event.type === 'token') break;
    }
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = start(folder);
    const next = await second.ready;
    expect(await texts(next, session)).toEqual(['please hang']);
    expect((await call(next, session, 'complete')).status).toBe(204);
    expect((await call(next, session, 'complete', undefined, { 'Last-Event-ID': position })).status).toBe(410);

    const again = await call(next, session, 'complete', { id, text: 'please hang' }, { 'Idempotency-Key': id });
    let begun = false;
    for await (const event of readSse(again)) {
      if (event.type === 'completeBegin') expect(event.data.userMessageId).toBe(userMessageId);
      begun ||= event.type === 'token';
      if (begun) break;
    }
    await call(next, session, 'abort', {});
    expect(await texts(next, session)).toEqual(['please hang', 'The beginning ']);
    expect(textOf(await readAllSse(await call(next, session, 'complete', { text: 'and now?' })))).toBe(
      'You said: and now?',
    );
  });
});

describe('F501 kill -9 in mid-write', () => {
  it('loses no acknowledged message and doubles none', async () => {
    const folder = await newFolder();
    const acknowledged: string[] = [];
    let session: TestSession | undefined;
    for (let round = 0; round < 3; round += 1) {
      const server = start(folder);
      const url = await server.ready;
      session ??= await openSession(url);
      const target = session;
      const write = async (): Promise<void> => {
        for (let count = 0; ; count += 1) {
          const text = `${String(round)}-${String(count)}`;
          const response = await call(url, target, 'message/create', { id: clientId(), type: 'user', text });
          if (!response.ok) return;
          await response.json();
          acknowledged.push(text);
          if (count === 20 + round * 7) server.child.kill('SIGKILL');
        }
      };
      await write().catch(() => undefined);
      await server.ended;
    }
    const server = start(folder);
    const url = await server.ready;
    const stored = await texts(url, session as TestSession);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
  });
});

describe('F503 a second server on the same folder', () => {
  it('is refused with the folder, the process and what to do', async () => {
    const folder = await newFolder();
    const first = start(folder);
    await first.ready;
    const second = start(folder);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(folder);
    expect(second.output()).toContain(`process ${String(first.child.pid)}`);
    expect(second.output()).toMatch(/SOTTO_DATA_DIR[\s\S]*DATABASE_URL/);
    expect(second.output()).not.toContain('    at ');
  });
});

describe('F504 a server that is told to stop', () => {
  it('FO-16 ends in good order when nobody reads its output any more', async () => {
    const server = start(await newFolder());
    await server.ready;
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('a second signal ends it at once', async () => {
    const server = start(await newFolder());
    const url = await server.ready;
    const session = await openSession(url);
    const reading = readSse(await call(url, session, 'complete', { text: 'hang' }));
    await reading.next();
    server.child.kill('SIGTERM');
    await new Promise<void>((resolve) => {
      server.child.stdout?.on('data', () => resolve());
    });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(143);
  });
});

describe('a server whose settings miss something', () => {
  it('FS-6: says at start that mails have no link without PUBLIC_URL, and starts', async () => {
    const server = start(await newFolder(), {
      PUBLIC_URL: '',
      SMTP_URL: 'smtp://localhost:1',
      MAIL_FROM: 'Chat <chat@example.com>',
    });
    await server.ready;
    await expect.poll(() => server.output()).toMatch(/Warning: SMTP_URL is set, PUBLIC_URL is not/);
  });
});

describe('a server that cannot start', () => {
  it('says that the port is in use', async () => {
    const first = start(await newFolder());
    const { port } = new URL(await first.ready);
    const second = start(await newFolder(), { PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${port} is in use by another program`);
    expect(second.output()).not.toContain('    at ');
  });
});
