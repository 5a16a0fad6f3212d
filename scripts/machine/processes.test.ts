import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** A server that says what it hears and takes a moment to stop, so that a second signal would be heard as well. */
const SERVER = `
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
  console.log('heard ' + signal);
  setTimeout(() => process.exit(Number(process.argv[2] ?? 0)), 200);
});
setInterval(() => {}, 1000);
console.log('ready ' + process.pid + ' ' + process.ppid);
`;

/** This repository's own start script, run by npm, with `starter.mjs` in the place of `scripts/run.mjs start`. */
async function startWithNpm(exitCode = 0) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-start-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const processes = new URL('./processes.mjs', import.meta.url).href;
  const ours = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  const start = ours.scripts.start.replaceAll('scripts/run.mjs start', 'starter.mjs');
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start } }));
  writeFileSync(path.join(folder, 'server.mjs'), SERVER);
  writeFileSync(
    path.join(folder, 'starter.mjs'),
    `import { createProcesses } from ${JSON.stringify(processes)};\nawait ` +
      `createProcesses().serve(${JSON.stringify(path.join(folder, 'server.mjs'))}, ['${exitCode}']);`,
  );
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  const closed = new Promise<number | null>((resolve) => npm.on('close', resolve));
  const [serverPid, starterPid] = await new Promise<[number, number]>((resolve) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready (\d+) (\d+)/.exec(output);
      if (ready) resolve([Number(ready[1]), Number(ready[2])]);
    });
  });
  cleanUps.push(() => isAlive(serverPid) && process.kill(serverPid, 'SIGKILL'));
  return { npm, npmPid: npm.pid ?? 0, serverPid, starterPid, closed, logged: () => output.match(/heard \w+/g) ?? [] };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await wait(20);
}

// Starting npm takes its time on a busy machine.
describe.skipIf(process.platform === 'win32')('npm start is stopped', { timeout: 60_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s to npm alone: the server hears it once and nothing stays',
    async (signal) => {
      const { npmPid, serverPid, closed, logged } = await startWithNpm();
      process.kill(npmPid, signal);
      await closed;
      await gone(serverPid);
      expect(logged()).toEqual([`heard ${signal}`]);
    },
  );

  it('by Ctrl-C, which the terminal sends to the whole group: the server hears it once', async () => {
    const { npmPid, serverPid, closed, logged } = await startWithNpm();
    process.kill(-npmPid, 'SIGINT');
    await closed;
    await gone(serverPid);
    expect(logged()).toEqual(['heard SIGINT']);
  });

  it.each(['SIGHUP', 'SIGKILL'] as const)('by %s to npm alone, which npm does not pass on', async (signal) => {
    const { npmPid, serverPid } = await startWithNpm();
    process.kill(npmPid, signal);
    await gone(serverPid);
    expect(isAlive(serverPid)).toBe(false);
  });

  it('when its starter is killed', async () => {
    const { starterPid, serverPid } = await startWithNpm();
    process.kill(starterPid, 'SIGKILL');
    await gone(serverPid);
    expect(isAlive(serverPid)).toBe(false);
  });

  it('with the exit code of the server', async () => {
    const { serverPid, closed } = await startWithNpm(3);
    process.kill(serverPid, 'SIGTERM');
    expect(await closed).toBe(3);
  });
});

it('FT-15: a program that cannot be started is named in the error', async () => {
  const program = `
    import { createProcesses } from ${JSON.stringify(new URL('./processes.mjs', import.meta.url).href)};
    import { runProgram } from ${JSON.stringify(new URL('./programs.mjs', import.meta.url).href)};
    try { runProgram('no-such-program', []); } catch (error) { console.log(error.message); }
    try { await createProcesses().run('no-such-program-either', []); } catch (error) { console.log(error.message); }`;
  const node = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  node.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => node.on('close', resolve));
  expect(output).toContain('Could not start no-such-program: it was not found on the PATH');
  expect(output).toContain('Could not start no-such-program-either: it was not found on the PATH');
});
