// Plays deploy/Dockerfile and deploy/compose.yaml without Docker: the steps of the image in a clean folder, with this
// machine's Node, and then as many processes as the compose file has, with
// its settings, on a PostgreSQL and a Redis of this run alone. `node deploy/rehearse.mjs`, about as long as an
// installation and a build take.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/ports.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { startRedis } from '../scripts/redis.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const { parse } = createRequire(path.join(root, 'packages/server/package.json'))('yaml');
const folder = mkdtempSync(path.join(tmpdir(), 'sotto-image-'));
const app = path.join(folder, 'app');
const { services } = parse(read('deploy/compose.yaml'));

const [postgres, redis] = [await startPostgres(), await startRedis()];
const servers = [];
const imageSettings = {};
try {
  if (!postgres || !redis) throw new Error('PostgreSQL and Redis are needed');
  const command = buildImage(read('deploy/Dockerfile'));
  const { replicas } = services.server.deploy;
  for (let index = 0; index < replicas; index += 1) servers.push(await start(command));
  for (const server of servers) await untilHealthy(server);
  await tryOut(servers);
  for (const server of servers) console.log(`stop: exit code ${await stop(server)} after SIGTERM`);
} finally {
  for (const { child } of servers) child.kill('SIGKILL');
  postgres?.stop();
  redis?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Plays the steps of the image, and gives its command. Users and exposed ports are the container's own. */
function buildImage(dockerfile) {
  let command;
  for (const [, name, value] of dockerfile.matchAll(/^([A-Z]+) (.*)$/gm)) {
    if (name === 'COPY' && value === '. .') copySources();
    else if (name === 'RUN' && !value.includes('chown'))
      execFileSync('sh', ['-c', value], { cwd: app, stdio: 'inherit', env: { ...process.env, CI: 'true' } });
    else if (name === 'ENV')
      Object.assign(
        imageSettings,
        Object.fromEntries(
          value.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
        ),
      );
    else if (name === 'CMD') command = JSON.parse(value);
    console.log(`${name} ${value}`);
  }
  mkdirSync(path.join(folder, 'data'));
  return command;
}

/** What Docker would send: the files of the repository, without those that the ignore file names. */
function copySources() {
  const ignored = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace('**/', ''));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean);
  for (const file of files)
    if (!file.split('/').some((part) => ignored.includes(part)))
      cpSync(path.join(root, file), path.join(app, file), { recursive: true });
}

async function start([program, ...args]) {
  const given = { POSTGRES_PASSWORD: 'x', SOTTO_SECRET: 'a secret of this rehearsal, long enough' };
  const fill = (text) =>
    text.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name, otherwise = '') => given[name] ?? otherwise);
  const settings = Object.fromEntries(
    Object.entries(services.server.environment).map(([name, text]) => [name, fill(text)]),
  );
  const port = await freePort();
  const own = {
    PORT: String(port),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SOTTO_DATA_DIR: path.join(folder, 'data'),
  };
  const child = spawn(program, args, {
    cwd: app,
    env: { PATH: process.env.PATH, ...imageSettings, ...settings, ...own },
    stdio: 'inherit',
  });
  return { child, url: `http://localhost:${port}`, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** Runs the compose file's own test of health until it succeeds. */
async function untilHealthy({ child, url }) {
  const [, program, ...args] = services.server.healthcheck.test;
  for (const giveUpAt = Date.now() + 120_000; child.exitCode === null && Date.now() < giveUpAt;) {
    const probe = spawn(
      program,
      args.map((arg) => arg.replace('http://localhost:3000', url)),
      { stdio: 'ignore' },
    );
    if ((await new Promise((resolve) => probe.once('exit', resolve))) === 0) return console.log(`healthy: ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${url} did not become healthy`);
}

/** A conversation that begins at one process and goes on at the other; and the pages. */
async function tryOut([first, second]) {
  const post = async ({ url }, address, body, token) => {
    const response = await fetch(`${url}/v1/${address}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const session = await post(first, 'integration/widget/demo/session/create', {});
  const { text } = await post(
    second,
    `conversation/${session.conversationId}/complete`,
    { text: 'What is Sotto?' },
    session.token,
  );
  console.log(`a session of one process was answered by the other: ${text.slice(0, 60)} …`);
  for (const page of ['/', '/demo', '/integrations/widget/v2.js', '/v1/openapi.json']) {
    const { status } = await fetch(first.url + page);
    if (status !== 200) throw new Error(`${page}: ${status}`);
    console.log(`${page} ${status}`);
  }
}

async function stop({ child, ended }) {
  child.kill('SIGTERM');
  return ended;
}
