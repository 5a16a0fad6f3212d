import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer, type SottoServer } from '../createServer';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../testing/processes/postgresTest';
import { readTestSeed } from '../testing/testSeed';
import { callConversation, listTexts, openSession } from '../testing/browserCalls';
import { createScriptedModel } from '../testing/scriptedModel';
import { readAllSse } from '../testing/readStream';
import type { TestSession } from '../testing/startTestServer';
import { readServerConfig } from '../config/serverConfig';
import { backUp, move, restore, showUsage, type Environment } from './dataCommands';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET = 'a secret that outlives every move.';
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let root: string;
let backup: string;
let session: TestSession;
let fileId: string;
let database: TestDatabase | undefined;
const lines: string[] = [];
const print = (line: string): void => void lines.push(line);
const settings = (folder: string, more: Environment = {}): Environment => ({
  SOTTO_DATA_DIR: join(root, folder),
  SOTTO_SECRET: SECRET,
  SOTTO_LOG: 'silent',
  PORT: '0',
  // Tokens of one of these servers count at the others.
  PUBLIC_URL: 'http://localhost:3000',
  ...more,
});

/** A server on what the environment names, for the time of `work`. */
async function serving<Result>(
  environment: Environment,
  work: (url: string, server: SottoServer) => Promise<Result>,
): Promise<Result> {
  const server = await createServer({
    config: readServerConfig(environment),
    model: createScriptedModel(),
    seed: await readTestSeed(),
    speech: 'none',
  });
  try {
    return await work((await server.listen()).url, server);
  } finally {
    await server.close(0);
  }
}

async function readFileOf(url: string): Promise<string> {
  const response = await callConversation(url, session, `attachment/${fileId}/download`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-backup-'));
  backup = join(root, 'backup.gz');
  if (TEST_DATABASE_URL !== undefined) database = await openTestDatabase(TEST_DATABASE_URL);
  await serving(settings('first'), async (url) => {
    session = await openSession(url);
    await readAllSse(await callConversation(url, session, 'complete', { text: 'Zwölf Boxkämpfer 🥊' }));
    const form = new FormData();
    form.append('file', new Blob([IMAGE], { type: 'image/png' }), 'a.png');
    const uploaded = await fetch(`${url}/v1/conversation/${session.conversationId}/attachment/upload`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${session.token}` },
    });
    fileId = ((await uploaded.json()) as { id: string }).id;
  });
  await backUp(settings('first'), backup, print);
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await database?.close();
});

const EXPECTED = ['Zwölf Boxkämpfer 🥊', 'You said: Zwölf Boxkämpfer 🥊'];

describe('a backup', () => {
  it('restores the same conversations and files into an empty server, and the conversation goes on', async () => {
    expect(fileId).toMatch(/^file/);
    await restore(settings('second'), backup, print);
    expect(lines.at(-1)).toMatch(/^Restored \d+ rows and 1 files$/);
    await serving(settings('second'), async (url) => {
      expect(await listTexts(url, session)).toEqual(EXPECTED);
      expect(await readFileOf(url)).toBe(createHash('sha256').update(IMAGE).digest('hex'));
      await readAllSse(await callConversation(url, session, 'complete', { text: 'and now?' }));
      expect(await listTexts(url, session)).toEqual([...EXPECTED, 'and now?', 'You said: and now?']);
    });
  });

  it('FO-16 is made while the server runs on the embedded database, as of one moment, and the server goes on', async () => {
    const live = join(root, 'embedded.gz');
    await restore(settings('running'), backup, print);
    await serving(settings('running'), async (url) => {
      const say = async (text: string): Promise<unknown> =>
        readAllSse(await callConversation(url, session, 'complete', { text }));
      await say('message 1');
      let isOver = false;
      let sent = 1;
      const talking = (async () => {
        // As many as the limit of replies a minute allows.
        while (!isOver && sent < 15) {
          sent += 1;
          await say(`message ${String(sent)}`);
        }
      })();
      await backUp(settings('running'), live, print);
      await showUsage(settings('running'), print);
      isOver = true;
      await talking;
      expect((await listTexts(url, session)).at(-1)).toBe(`You said: message ${String(sent)}`);
    });
    await restore(settings('fifth'), live, print);
    await serving(settings('fifth'), async (url) => {
      const restored = await listTexts(url, session);
      expect(restored.slice(0, 4)).toEqual([...EXPECTED, 'message 1', 'You said: message 1']);
      expect(await readFileOf(url)).toBe(createHash('sha256').update(IMAGE).digest('hex'));
    });
  });

  it('does not go over conversations, and is not written over', async () => {
    await expect(restore(settings('second'), backup, print)).rejects.toThrow('only an empty server can be filled');
    await expect(backUp(settings('first'), backup, print)).rejects.toThrow('is there already');
  });

  it('is refused as a whole when it is cut, damaged or something else', async () => {
    const whole = await readFile(backup);
    const text = gunzipSync(whole).toString();
    const broken: readonly [string, Buffer, RegExp][] = [
      ['cut.gz', whole.subarray(0, whole.length - 200), /damaged/],
      ['endless.gz', gzipSync(text.slice(0, text.lastIndexOf('{'))), /not whole/],
      [
        'short.gz',
        gzipSync(
          text
            .split('\n')
            .filter((_, index) => index !== 3)
            .join('\n'),
        ),
        /not whole/,
      ],
      ['other.gz', gzipSync('{"hello":1}\n'), /not a backup/],
      ['plain.txt', Buffer.from('hello'), /damaged, or not a backup/],
    ];
    for (const [name, bytes, complaint] of broken) {
      await writeFile(join(root, name), bytes);
      await expect(restore(settings('third'), join(root, name), print)).rejects.toThrow(complaint);
    }
    await expect(restore(settings('third'), join(root, 'nowhere.gz'), print)).rejects.toThrow('There is no file');
    await restore(settings('third'), backup, print);
  });

  it('holds what each widget has used', async () => {
    await showUsage(settings('third'), print);
    expect(lines.slice(-2)).toEqual([
      'day\twidget\treplies\tfailed\ttokens',
      expect.stringMatching(/^\d{4}-\d\d-\d\d\tdemo\t1\t0\t15$/),
    ]);
  });

  it.skipIf(TEST_DATABASE_URL === undefined)('of the embedded database moves to PostgreSQL, and back', async () => {
    const url = database?.url ?? '';
    await move(settings('first'), url, print);
    const moved = settings('first', { DATABASE_URL: url });
    await serving(moved, async (address) => {
      expect(await listTexts(address, session)).toEqual(EXPECTED);
      expect(await readFileOf(address)).toBe(createHash('sha256').update(IMAGE).digest('hex'));
      await readAllSse(await callConversation(address, session, 'complete', { text: 'and now?' }));
      // PostgreSQL is backed up while it is in use.
      await backUp(moved, join(root, 'live.gz'), print);
    });
    await expect(move(settings('first'), url, print)).rejects.toThrow('only an empty server can be filled');
    await restore(settings('fourth'), join(root, 'live.gz'), print);
    await serving(settings('fourth'), async (address) => expect(await listTexts(address, session)).toHaveLength(4));
  });
});
