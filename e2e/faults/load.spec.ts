import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createLedger } from './ledger';
import { rounds, useFaults } from './useFaults';
import { until } from './visitor';

const PIECES = Array.from({ length: 40 }, (_, index) => `${String(index)} `);
const ANSWER = PIECES.join('');
const IDLE = 'Begun. Ended.';
/** Tabs that read the same reply. */
const READERS = 100;
/** 400 MB for the 10,500 streams of the catalogue, and for fewer what an idle server takes by itself. In bytes. */
const GROWTH_MAX = rounds(400, 150) * 1_048_576;

interface Session {
  readonly conversationId: string;
  readonly token: string;
}

/** One open stream: what has come, and whether the end came in order. */
interface Reader {
  text: string;
  state: 'open' | 'ended' | 'dropped';
}

const faults = useFaults();
const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

async function openSession(): Promise<Session> {
  const response = await fetch(`${faults.stack.origin}/v1/integration/widget/demo/session/create`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  return (await response.json()) as Session;
}

/**
 * Sends a message and reads its reply; without one, reads the reply that runs. Resolves when the first bytes are there.
 */
function read({ conversationId, token }: Session, text?: string): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const reader: Reader = { text: '', state: 'open' };
    const sent = request(
      `${faults.stack.origin}/v1/conversation/${conversationId}/complete`,
      {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'text/event-stream',
          ...(text !== undefined && { 'Content-Type': 'application/json' }),
        },
      },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200)
          reject(new Error(`The stream was refused with ${String(response.statusCode)}`));
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          reader.text += lines.map((line) => /"token":"([^"]*)"/.exec(line)?.[1] ?? '').join('');
          resolve(reader);
        });
        response.on('end', () => {
          reader.state = 'ended';
          resolve(reader);
        });
        response.on('error', () => {
          reader.state = 'dropped';
        });
      },
    );
    sent.on('error', (error) => {
      reader.state = 'dropped';
      reject(error);
    });
    sent.end(text === undefined ? undefined : JSON.stringify({ text }));
  });
}

/** Memory of the server that is really there, in bytes. */
function memory(): number {
  return (
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(faults.stack.pid)}/status`, 'utf8'))?.[1]) * 1024
  );
}

describe('F505 many streams at once', () => {
  it(
    'idle and active side by side: none is dropped or misses a token, and the memory stays in bounds',
    { timeout: 600_000 },
    async () => {
      const idleCount = rounds(10_000, 500);
      const activeCount = rounds(500, 50);
      const ledger = createLedger('F505', `${String(idleCount)} idle and ${String(activeCount)} active streams`);
      faults.stack.model.answer = (question) =>
        question === 'Idle.' ? ['Begun. ', 'hold', 'Ended.'] : PIECES.flatMap((piece) => [piece, { wait: 50 }]);
      const warm = await read(await openSession(), 'Active.');
      await until(() => warm.state !== 'open', 30_000);
      const before = memory();

      const idle: Reader[] = [];
      await faults.times(
        idleCount / READERS,
        async () => {
          const session = await openSession();
          const first = await read(session, 'Idle.');
          await until(() => first.text === 'Begun. ', 60_000);
          idle.push(first);
          for (let more = 1; more < READERS; more += 1) idle.push(await read(session));
        },
        10,
      );
      const whileIdle = memory();
      const sessions: Session[] = [];
      await faults.times(activeCount, async () => {
        sessions.push(await openSession());
      });
      const active = await Promise.all(sessions.map((session) => read(session, 'Active.')));
      await until(() => active.every(({ state }) => state !== 'open'), 240_000);
      const after = memory();

      for (const { text } of active) ledger.compare([ANSWER], [text], [ANSWER]);
      expect(idle.filter(({ state }) => state !== 'open')).toHaveLength(0);
      faults.stack.model.release();
      await until(() => idle.every(({ state }) => state !== 'open'), 120_000);
      for (const { text } of idle) ledger.compare([IDLE], [text], [IDLE]);
      faults.stack.model.answer = undefined;
      console.log(
        `F505: ${String(idleCount)} idle streams take ${toMb(whileIdle - before)} MB ` +
          `(${String(Math.round((whileIdle - before) / idleCount / 1024))} KB each), with ` +
          `${String(activeCount)} active ones ${toMb(after - before)} MB`,
      );
      expect(after - before).toBeLessThan(GROWTH_MAX);
      ledger.close();
    },
  );
});

function toMb(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
