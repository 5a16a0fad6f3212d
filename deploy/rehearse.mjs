// Plays deploy/Dockerfile and deploy/compose.yaml without Docker: the steps of the image in a clean folder, with this
// machine's Node, and then as many processes as the compose file has, with its settings, on a PostgreSQL and a Redis of
// this run alone. `node deploy/rehearse.mjs`, about as long as an installation and a build take.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/machine/ports.mjs';
import { startPostgres } from '../scripts/machine/postgres.mjs';
import { startRedis } from '../scripts/machine/redis.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const { parse } = createRequire(path.join(root, 'packages/server/package.json'))('yaml');
const folder = mkdtempSync(path.join(tmpdir(), 'sotto-image-'));
/** Where the image is built, and what it consists of in the end. */
const [app, image] = ['app', 'image'].map((name) => path.join(folder, name));
const { services } = parse(read('deploy/compose.yaml'));

const [postgres, redis] = [await startPostgres(), await startRedis()];
const servers = [];
const imageSettings = {};
try {
  if (!postgres || !redis) throw new Error('PostgreSQL and Redis are needed');
  const command = buildImage(read('deploy/Dockerfile'));
  const { replicas } = services.server.deploy;
  const built = stateOf(image);
  for (let index = 0; index < replicas; index += 1) servers.push(await start(command));
  for (const server of servers) await untilHealthy(server);
  await tryOut(servers);
  for (const server of servers) {
    const code = await stop(server);
    if (code !== 0) throw new Error(`${server.url} stopped with exit code ${code}`);
    console.log('stop: exit code 0 after SIGTERM');
  }
  // The compose file mounts it read-only.
  if (stateOf(image) !== built) throw new Error('The server has written into the folder of the image');
  console.log(`the image was not written to; Node ${process.version}`);
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
      execFileSync('sh', ['-c', value.replace(/ \/image$/, ` ${image}`)], {
        cwd: app,
        stdio: 'inherit',
        env: { ...process.env, CI: 'true' },
      });
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

/** Every file of a folder with its size and the time of its last change. */
function stateOf(folder) {
  return readdirSync(folder, { recursive: true })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(path.join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .join('\n');
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
    cwd: image,
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
    { text: 'How do I install the widget?' },
    session.token,
  );
  // Without a model the guide answers, from the documentation in the image.
  if (/^I found nothing/.test(text)) throw new Error('The image lacks the documentation');
  console.log(`a session of one process was answered by the other: ${text.slice(0, 60)} …`);
  const file = 'kept by one process';
  const upload = await fetch(`${first.url}/v1/conversation/${session.conversationId}/attachment/upload`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', 'X-File-Name': 'a.txt', Authorization: `Bearer ${session.token}` },
    body: file,
  });
  const { url } = await upload.json();
  const kept = upload.ok && (await (await fetch(second.url + url)).text());
  if (kept !== file) throw new Error(`upload: ${upload.status}, and the other process answered ${kept}`);
  console.log('a file that one process took was read from the other');
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
