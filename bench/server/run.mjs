// How many conversations a server carries: sessions a second, and N streams at 20 tokens a second each, over loopback.
// The model's endpoint and the readers run in this process, the server in one of its own; the same readers first read straight from the
// endpoint, which is the floor: what is above it was added by the server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel } from './model.mjs';
import { percentile, readTokens } from './streams.mjs';

const counts = (process.argv[2] ?? '100,500,1000,2000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const TOKENS_PER_SECOND = 20;
/** A reply is begun with a dozen statements in the database: streams begin one after the other, and are measured once all of them run. */
const BEGINS_PER_SECOND = Number(process.env.BENCH_BEGINS ?? 20);
const cli = fileURLToPath(new URL('../../packages/server/dist/cli.js', import.meta.url));

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const pace = { seconds: SECONDS };
const model = await startModel(TOKENS_PER_SECOND, pace);
const folder = mkdtempSync(path.join(tmpdir(), 'sotto-bench-'));
const server = await startServer();
console.log(`Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}, ${SECONDS} s a row, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}${process.env.REDIS_URL ? ' and Redis' : ''}`);

try {
  await sessionsPerSecond();
  console.log('\n| streams | delay added p50 / p99 ms | floor p50 / p99 ms | tokens missing | server CPU s per 1,000 tokens | memory above idle, KiB a stream |');
  console.log('|---:|---:|---:|---:|---:|---:|');
  for (const count of counts) await streams(count);
} finally {
  server.child.kill('SIGTERM');
  model.close();
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function sessionsPerSecond() {
  const until = performance.now() + 5_000;
  let made = 0;
  await Promise.all(Array.from({ length: 16 }, async () => {
    while (performance.now() < until) {
      await openSession();
      made += 1;
    }
  }));
  console.log(`\n${Math.round(made / 5)} sessions a second (16 callers)`);
}

async function streams(count) {
  const sessions = [];
  for (let from = 0; from < count; from += 50) sessions.push(...(await Promise.all(Array.from({ length: Math.min(50, count - from) }, openSession))));
  pace.seconds = Math.ceil(count / BEGINS_PER_SECOND) * 1.5 + SECONDS;
  const idle = readProcess(server.child.pid);
  let peak = idle.rssKiB;
  const watch = setInterval(() => (peak = Math.max(peak, readProcess(server.child.pid).rssKiB)), 500);
  const through = await readAll(count, (index) => post(server.url, `/v1/conversation/${sessions[index].conversationId}/complete`, { text: `Stream ${index}` }, { Authorization: `Bearer ${sessions[index].token}`, Accept: 'text/event-stream' }));
  clearInterval(watch);
  const floor = await readAll(count, (index) => post(model.url, '/v1/chat/completions', { messages: [{ role: 'user', content: `Floor ${index}` }], stream: true }));
  if (through.measured === 0 || floor.measured === 0) {
    console.log(`| ${count} | never all at once: begin fewer a second (BENCH_BEGINS) |`);
    return;
  }
  const added = (part) => (percentile(through.delays, part) - percentile(floor.delays, part)).toFixed(1);
  const cpu = ((through.cpuAfter - through.cpuBefore) / Math.max(1, through.measured / 1000)).toFixed(3);
  const show = (delays) => `${percentile(delays, 0.5).toFixed(1)} / ${percentile(delays, 0.99).toFixed(1)}`;
  const missing = count * TOKENS_PER_SECOND * pace.seconds - through.tokens;
  console.log(`| ${count} | ${added(0.5)} / ${added(0.99)} | ${show(floor.delays)} | ${missing} | ${cpu} | ${Math.round((peak - idle.rssKiB) / count)} |`);
}

/** Starts the streams one after the other, and notes delays and processor time from when all of them run until the first one ends. */
async function readAll(count, open) {
  const seen = { delays: [], tokens: 0, measured: 0, cpuBefore: 0, cpuAfter: 0 };
  let begun = 0;
  let hasEnded = false;
  await Promise.all(Array.from({ length: count }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index / BEGINS_PER_SECOND) * 1000));
    let isFirst = true;
    await readTokens(await open(index), (sentAt) => {
      seen.tokens += 1;
      if (isFirst) begun += 1;
      if (isFirst && begun === count) seen.cpuBefore = readProcess(server.child.pid).cpuSeconds;
      isFirst = false;
      if (begun < count || hasEnded) return;
      seen.measured += 1;
      seen.delays.push(performance.now() - sentAt);
    });
    if (!hasEnded) seen.cpuAfter = readProcess(server.child.pid).cpuSeconds;
    hasEnded = true;
  }));
  return seen;
}

async function openSession() {
  const response = await post(server.url, '/v1/integration/widget/demo/session/create', {});
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
  return JSON.parse(text);
}

function post(base, route, body, headers = {}) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(base + route, { method: 'POST', agent, headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers } }, resolve);
    request.once('error', reject).end(text);
  });
}

function startServer() {
  const limits = Object.fromEntries(['LIMIT_SESSIONS', 'LIMIT_REPLIES', 'LIMIT_REPLIES_PER_ADDRESS', 'LIMIT_CALLS'].map((name) => [name, '1000000']));
  const env = { ...process.env, ...limits, PORT: '0', SOTTO_DATA_DIR: folder, SOTTO_LOG: 'error', OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_MODEL: 'bench' };
  const child = spawn(process.execPath, [cli], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const url = /ready on (\S+)/.exec(chunk.toString())?.[1];
      if (url) resolve({ child, url, ended });
    });
    void ended.then(() => reject(new Error('The server ended')));
  });
}

/** Memory and processor time of a process, from the kernel. */
function readProcess(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { rssKiB: rss, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
}
