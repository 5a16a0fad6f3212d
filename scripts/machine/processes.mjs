// Child processes that never outlive us. Plain Node: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startError } from './programs.mjs';

/** How long a child may take to stop before it is killed, in milliseconds. */
const KILL_AFTER_MS = 15_000;
/** Ctrl-C reaches us twice, from the terminal and from npm; within this many milliseconds it counts as one. */
const ONE_SIGNAL_MS = 500;
/** How often we look whether npm, our parent, is still there, in milliseconds. */
const PARENT_CHECK_MS = 250;

const ownGroup = process.platform !== 'win32';

/**
 * Starts children and makes sure that a signal to us ends them, and then us.
 *
 * Each child leads a process group of its own, so that Ctrl-C reaches it through us exactly
 * once, and so that everything it started can be ended with it.
 */
export function createProcesses() {
  const running = new Map();
  let stopping;
  let stoppedAt = 0;

  function stop(signal) {
    if (Date.now() - stoppedAt < ONE_SIGNAL_MS) return;
    stopping = signal;
    stoppedAt = Date.now();
    for (const send of running.values()) send(signal);
    setTimeout(() => [...running.values()].forEach((send) => send('SIGKILL')), KILL_AFTER_MS).unref();
    if (running.size === 0) dieBy(signal);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  stopWithNpm(() => stop('SIGTERM'));

  function start(command, args, { group, ...options }) {
    if (stopping) return new Promise(() => {});
    const child = spawn(command, args, { detached: ownGroup, ...options });
    running.set(child, (signal) => signalTo(child, signal, group));
    const ended = new Promise((resolve, reject) => {
      child.on('error', (error) => reject(startError(command, error)));
      child.on('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), signal }));
    }).finally(() => running.delete(child));
    return Object.assign(ended, { child });
  }

  return {
    /**
     * Runs a command to its end.
     *
     * @param options - `cwd`, `env`, `shell`; `live`: show its output as it comes instead of keeping it; `onOutput`: is
     *   given each piece of output; `limitMs`: milliseconds after which it is ended, together with what it started
     * @returns its exit code and, unless live, everything it printed
     */
    async run(command, args, { live = false, onOutput, limitMs, ...options } = {}) {
      const chunks = [];
      const keep = (chunk) => (chunks.push(chunk), onOutput?.(chunk));
      const ended = start(command, args, {
        stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
        group: true,
        ...options,
      });
      ended.child?.stdout?.on('data', keep);
      ended.child?.stderr?.on('data', keep);
      const tooLate =
        limitMs &&
        setTimeout(() => {
          keep(Buffer.from(`\nEnded after ${limitMs / 60_000} minutes.\n`));
          signalTo(ended.child, 'SIGKILL', true);
        }, limitMs);
      const { code } = await ended.finally(() => clearTimeout(tooLate));
      if (stopping) {
        if (running.size === 0) dieBy(stopping);
        return new Promise(() => {});
      }
      return { code, output: Buffer.concat(chunks).toString('utf8') };
    },

    /** Runs a Node program as our last act: signals go to it, and we end exactly as it ends. */
    async serve(script, args, options = {}) {
      const guard = fileURLToPath(new URL('./endWithParent.mjs', import.meta.url));
      const { code, signal } = await start(
        process.execPath,
        ['--import', new URL(`file://${guard}`).href, script, ...args],
        {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          ...options,
        },
      );
      if (signal) dieBy(signal);
      else process.exit(code);
    },
  };
}

function signalTo(child, signal, group) {
  try {
    if (group && ownGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}

/**
 * npm passes SIGINT and SIGTERM on to the shell it runs a script in, not to us, and passes nothing on when it is
 * killed.
 * Therefore the start script says `exec node …`, which puts us in the shell's place (`|| node …` is for Windows, where
 * there is no exec), and here we notice that our parent has gone.
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || !ownGroup) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

function dieBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
