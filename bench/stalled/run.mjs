// What uploads that stall cost everybody else: the memory of the process, and the delay of replies that stream meanwhile.
//   node bench/stalled/run.mjs [--uploads 60] [--mib 10] [--streams 200] [--seconds 8] [--rounds 3]
// Streams alone and streams beside the uploads are measured in turns, in one run: only their ratio means something on a
// machine that does other work. Each upload sends all of its file but the end, then a byte every few seconds, so that it
// is not ended for being silent.
import { request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now } from '../server/clock.mjs';
import { MARKS, percentile, readStream } from '../server/readers.mjs';
import { startModel, startServer } from '../server/servers.mjs';

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '60' },
    mib: { type: 'string', default: '10' },
    streams: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
});
const [UPLOADS, SIZE_MIB, STREAMS, SECONDS, ROUNDS] = ['uploads', 'mib', 'streams', 'seconds', 'rounds'].map((name) =>
  Number(values[name]),
);
const MIB = 1_048_576;
const TOKENS_PER_SECOND = 20;
/** Bytes of a file that are sent one by one: enough for an hour. */
const LEFT = 1_000;
/** A file that is silent for 30 s is ended. */
const BYTE_MS = 4_000;
const BEGINS_AT_ONCE = 8;

async function openSession(server) {
  const response = await fetch(`${server.url}/v1/integration/widget/demo/session/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Begins an upload that never ends. @returns a function that breaks it off */
async function stall(server, { conversationId, token }, number) {
  const sender = request(`${server.url}/v1/conversation/${conversationId}/attachment/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'text/plain',
      'X-File-Name': `${number}.txt`,
      'Content-Length': String(SIZE_MIB * MIB),
    },
  });
  let answer;
  sender.on('error', () => undefined).on('response', ({ statusCode }) => (answer = statusCode));
  for (let left = SIZE_MIB * MIB - LEFT; left > 0; left -= MIB)
    if (!sender.write(Buffer.alloc(Math.min(MIB, left), 'x')))
      await new Promise((resolve) => sender.once('drain', resolve));
  const timer = setInterval(() => sender.write('x'), BYTE_MS);
  return {
    /** What it was answered with, which is nothing as long as it stalls. */
    answer: () => answer,
    leave() {
      clearInterval(timer);
      sender.destroy();
    },
  };
}

/** The delays of all tokens while every session has a reply that streams. */
async function stream(model, server, sessions) {
  const delays = [];
  let isMeasuring = false;
  const streams = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: BEGINS_AT_ONCE }, async () => {
      while (next < sessions.length) {
        const { conversationId, token } = sessions[next++];
        const reply = readStream(
          `${server.url}/v1/conversation/${conversationId}/complete`,
          MARKS.server,
          { text: 'Stream' },
          { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
          (sentAt) => {
            if (isMeasuring) delays.push(now() - sentAt);
          },
        );
        await reply.begun;
        streams.push(reply);
      }
    }),
  );
  await wait(1_000);
  isMeasuring = true;
  await wait(SECONDS * 1000);
  isMeasuring = false;
  await model.ask('end');
  await Promise.all(streams.map(({ ended }) => ended));
  await wait(2_000);
  return delays;
}

const model = await startModel(TOKENS_PER_SECOND);
const server = await startServer(model.url, {});
console.log(
  `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}, load average ${loadavg()[0].toFixed(1)}; ` +
    `${STREAMS} streams, ${UPLOADS} uploads of ${SIZE_MIB} MiB\n`,
);
try {
  const sessions = [];
  for (let number = 0; number < STREAMS + UPLOADS; number += 1) sessions.push(await openSession(server));
  const readers = sessions.splice(0, STREAMS);
  console.log('| round | alone, p50 / p99 ms | beside them, p50 / p99 ms | p99, beside / alone | memory added, MB |');
  console.log('|---:|---:|---:|---:|---:|');
  // The process grows with its first streams, whatever else it does.
  await stream(model, server, readers);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = await stream(model, server, readers);
    const before = (await server.ask('collect')).residentKiB;
    const uploads = await Promise.all(sessions.map((session, number) => stall(server, session, number)));
    let most = 0;
    for (let look = 0; look < 10; look += 1) {
      most = Math.max(most, (await server.ask('read')).residentKiB);
      await wait(200);
    }
    const added = ((most - before) * 1_024) / 1e6;
    const beside = await stream(model, server, readers);
    const answered = uploads.filter(({ answer }) => answer() !== undefined).length;
    if (answered > 0) console.log(`${answered} uploads were answered: they did not stall`);
    for (const { leave } of uploads) leave();
    await wait(2_000);
    const both = (delays) => `${percentile(delays, 0.5).toFixed(1)} / ${percentile(delays, 0.99).toFixed(1)}`;
    const ratio = percentile(beside, 0.99) / percentile(alone, 0.99);
    console.log(`| ${round} | ${both(alone)} | ${both(beside)} | ${ratio.toFixed(2)} | ${added.toFixed(0)} |`);
  }
} finally {
  await server.stop();
  model.stop();
}
process.exit(0);
