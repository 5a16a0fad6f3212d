// How many conversations a server carries: sessions a second, and N streams at 20 tokens a second each, over loopback.
// The servers, the model's endpoint and the readers are processes of their own. The same readers first read straight
// from the endpoint, which is the floor: what is above it was added by the server.
import { cpus, loadavg } from 'node:os';
import { now } from './clock.mjs';
import { MARKS, percentile, readStream } from './readers.mjs';
import { startModel, startServer, startShared } from './servers.mjs';

const counts = (process.argv[2] ?? '100,500,1000,2000').split(',').map(Number);
const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
/** How long a row is measured, once all of its streams run. */
const SECONDS = number('BENCH_SECONDS', 10);
const PROCESSES = number('BENCH_PROCESSES', 1);
/**
 * A reply is begun with a dozen statements in the database: streams begin one after the other, and are measured once
 * all of them run.
 */
const BEGINS_PER_SECOND = number('BENCH_BEGINS', 40);
const BEGINS_AT_ONCE = 8;
/** How long all streams of a row may take to begin, in seconds: eight a second, and 90 s in any case. */
const patienceOf = (count) => number('BENCH_PATIENCE', Math.max(90, count / 8));
/** How long they may take to end, which is work for the database as well. */
const END_SECONDS = 45;
const TOKENS_PER_SECOND = 20;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const model = await startModel(TOKENS_PER_SECOND);
const shared = PROCESSES > 1 ? await startShared() : { settings: {}, stop: () => undefined };
const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServer(model.url, shared.settings)));
const sessions = [];
const where =
  `${(shared.settings.DATABASE_URL ?? process.env.DATABASE_URL) ? 'PostgreSQL' : 'embedded database'}` +
  `${(shared.settings.REDIS_URL ?? process.env.REDIS_URL) ? ' and Redis' : ''}, ` +
  `${PROCESSES} ${PROCESSES === 1 ? 'process' : 'processes'}`;
console.log(
  `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}, ${SECONDS} s a row, ` +
    `${where}, load average at the beginning ${loadavg()[0].toFixed(1)}`,
);

try {
  await openSessions(Math.max(...counts));
  const head = [
    'streams',
    'tokens a second',
    'delay added p50 / p99 ms',
    'floor p50 / p99 ms',
    'event loop late p50 / p99 ms',
    'tokens an event',
    'server CPU µs a token (of it the system’s)',
    'streams a core',
    'server CPU, cores',
    'begin p50 / p99 ms',
    'tokens missing',
    'live / resident KiB a stream',
  ];
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => '---:|').join('')}`);
  for (const count of counts) {
    const { begun, cells } = await row(count);
    console.log(`| ${begun === count ? count : `${begun} of ${count}`} | ${cells.join(' | ')} |`);
    if (begun < count) break;
  }
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  model.stop();
  shared.stop();
}
process.exit(0);

/** The visitors: each has a session, and one reply a row. */
async function openSessions(count) {
  const startedAt = now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (sessions.length < count) {
        // The place is taken first: sixteen go on at once.
        const index = sessions.push(undefined) - 1;
        const server = servers[index % servers.length];
        const response = await fetch(`${server.url}/v1/integration/widget/demo/session/create`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        });
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        sessions[index] = { server, ...(await response.json()) };
      }
    }),
  );
  console.log(`\n${Math.round(count / ((now() - startedAt) / 1000))} sessions a second (${count}, 16 callers)`);
}

async function row(count) {
  const floor = await floorOf(count);
  await Promise.all(servers.map((server) => server.ask('collect')));
  const idle = await askAll('read');
  const sentBefore = (await model.ask('read')).sent;
  const seen = {
    isMeasuring: false,
    received: 0,
    measured: 0,
    events: 0,
    delays: new Float64Array(Math.ceil(count * TOKENS_PER_SECOND * SECONDS * 1.5) + 1000),
    begins: [],
  };
  const streams = [];
  await beginAll(count, seen, streams);
  await pause(1);
  const before = await askAll('begin');
  const startedAt = now();
  seen.isMeasuring = true;
  await pause(SECONDS);
  seen.isMeasuring = false;
  const elapsed = (now() - startedAt) / 1000;
  const delays = seen.delays.subarray(0, seen.measured);
  const after = await askAll('read');
  const live = await askAll('collect');
  const { sent } = await model.ask('end');
  await Promise.race([Promise.all(streams.map(({ ended }) => ended)), pause(END_SECONDS)]);
  for (const { leave } of streams) leave();

  const used = (name) => total(after, name) - total(before, name);
  const cpu = used('user') + used('system');
  const perToken = cpu / Math.max(1, seen.measured);
  const both = (low, high) => `${low.toFixed(1)} / ${high.toFixed(1)}`;
  const late = (name) => Math.max(...after.map(({ loop }) => loop[name]));
  const kib = (states, name) => Math.round((total(states, name) - total(idle, name)) / streams.length);
  const cells = [
    Math.round(seen.measured / elapsed),
    both(percentile(delays, 0.5) - percentile(floor, 0.5), percentile(delays, 0.99) - percentile(floor, 0.99)),
    both(percentile(floor, 0.5), percentile(floor, 0.99)),
    both(late('p50'), late('p99')),
    (seen.measured / Math.max(1, seen.events)).toFixed(1),
    `${perToken.toFixed(1)} (${(used('system') / Math.max(1, seen.measured)).toFixed(1)})`,
    Math.round(1e6 / perToken / TOKENS_PER_SECOND),
    (cpu / 1e6 / elapsed).toFixed(2),
    both(percentile(seen.begins, 0.5), percentile(seen.begins, 0.99)),
    Math.max(0, sent - sentBefore - seen.received),
    `${kib(live, 'liveKiB')} / ${kib(after, 'residentKiB')}`,
  ];
  return { begun: streams.length, cells };
}

/** Begins streams one after the other, a few at once, until all run or time is up. */
async function beginAll(count, seen, streams) {
  const startedAt = now();
  let next = 0;
  await Promise.all(
    Array.from({ length: BEGINS_AT_ONCE }, async () => {
      while (next < count && now() - startedAt < patienceOf(count) * 1000) {
        const index = next++;
        await pause(Math.max(0, startedAt / 1000 + index / BEGINS_PER_SECOND - now() / 1000));
        const { server, conversationId, token } = sessions[index];
        const askedAt = now();
        const stream = readStream(
          `${server.url}/v1/conversation/${conversationId}/complete`,
          MARKS.server,
          { text: `Stream ${index} of ${count}` },
          { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
          (sentAt, isEvent) => {
            seen.received += 1;
            if (!seen.isMeasuring) return;
            seen.delays[seen.measured] = now() - sentAt;
            seen.measured += 1;
            if (isEvent) seen.events += 1;
          },
        );
        await stream.begun;
        seen.begins.push(now() - askedAt);
        streams.push(stream);
      }
    }),
  );
}

/** The delays of as many streams straight from the endpoint. */
async function floorOf(count) {
  const delays = [];
  let isMeasuring = false;
  const streams = Array.from({ length: count }, (_, index) =>
    readStream(
      `${model.url}/v1/chat/completions`,
      MARKS.endpoint,
      { messages: [{ role: 'user', content: `Floor ${index}` }], stream: true },
      {},
      (sentAt) => {
        if (isMeasuring) delays.push(now() - sentAt);
      },
    ),
  );
  await Promise.all(streams.map(({ begun }) => begun));
  isMeasuring = true;
  await pause(Math.min(5, SECONDS));
  await model.ask('end');
  await Promise.all(streams.map(({ ended }) => ended));
  return delays;
}

function askAll(wish) {
  return Promise.all(servers.map((server) => server.ask(wish)));
}

function total(states, name) {
  return states.reduce((sum, state) => sum + state[name], 0);
}
