import cluster, { type Worker } from 'node:cluster';
import { configWarnings, type ServerConfig } from '../config/serverConfig';

/** Delays before a process is replaced, in milliseconds: doubled each time, until one is ready again. */
const FIRST_RESTART_MS = 500;
const LAST_RESTART_MS = 30_000;

type StopSignal = 'SIGINT' | 'SIGTERM';
const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];

/** From a worker process: it accepts calls. */
interface ReadyMessage {
  readonly kind: 'ready';
  readonly url: string;
  readonly port: number;
  /** Messages for the operator. */
  readonly notes: readonly string[];
}

/** To a worker process: stop as after this signal. */
interface StopMessage {
  readonly kind: 'stop';
  readonly signal: StopSignal;
}

/**
 * Runs this program in several worker processes that share a port.
 *
 * A worker that exits is replaced. If one cannot start at the beginning, all exit with code 1: it has printed the
 * reason. A signal stops all of them in the same way as a single process; a second one ends them at once.
 */
export function runProcesses(config: ServerConfig): void {
  const ready = new Set<Worker>();
  let wasComplete = false;
  let stoppedBy: StopSignal | undefined;
  let restartMs = FIRST_RESTART_MS;

  const onReady = (worker: Worker, { url, port, notes }: ReadyMessage): void => {
    ready.add(worker);
    restartMs = FIRST_RESTART_MS;
    if (wasComplete || ready.size < config.processes) return;
    wasComplete = true;
    printReady(config, { url, port }, notes, config.processes);
  };
  const endAll = (code: number): void => {
    for (const worker of workers()) worker.process.kill('SIGKILL');
    process.exit(code);
  };

  cluster.on('message', (worker, message: ReadyMessage) => {
    onReady(worker, message);
  });
  cluster.on('exit', (worker, code: number, signal: string) => {
    ready.delete(worker);
    if (stoppedBy !== undefined) {
      if (workers().length === 0) process.exit(0);
      return;
    }
    if (!wasComplete) {
      endAll(1);
      return;
    }
    process.stderr.write(
      `A process ended (${signal || `exit code ${String(code)}`}). Another one starts in ${String(restartMs)} ms.\n`,
    );
    setTimeout(() => {
      if (stoppedBy === undefined) cluster.fork();
    }, restartMs);
    restartMs = Math.min(restartMs * 2, LAST_RESTART_MS);
  });
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      if (stoppedBy !== undefined) {
        endAll(signal === 'SIGINT' ? 130 : 143);
        return;
      }
      stoppedBy = signal;
      process.stdout.write('Sotto is stopping\n');
      if (workers().length === 0) process.exit(0);
      for (const worker of workers()) worker.send({ kind: 'stop', signal } satisfies StopMessage);
    });

  for (let index = 0; index < config.processes; index += 1) cluster.fork();
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/**
 * Calls back when this process must stop: at a signal, or on a message of the supervising process. A signal to the
 * whole group, as terminals and service managers send it, then stops each process only once.
 */
export function onStop(stop: (signal: StopSignal) => void): void {
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      if (cluster.isPrimary) stop(signal);
    });
  if (cluster.isWorker)
    process.on('message', (message: StopMessage) => {
      stop(message.signal);
    });
}

/**
 * Reports that this process accepts calls, with notes for the operator: to the operator, or to the supervising
 * process, which prints the notes of the last one.
 */
export function reportReady(config: ServerConfig, at: Address, notes: readonly string[]): void {
  if (cluster.isPrimary) printReady(config, at, notes, 1);
  else process.send?.({ kind: 'ready', ...at, notes } satisfies ReadyMessage);
}

/** The public address of the server, and the port on which it listens. */
interface Address {
  readonly url: string;
  readonly port: number;
}

function printReady(config: ServerConfig, { url, port }: Address, notes: readonly string[], processes: number): void {
  for (const warning of configWarnings(config)) process.stderr.write(`Warning: ${warning}\n`);
  for (const note of notes) process.stdout.write(`${note}\n`);
  const count = processes > 1 ? ` (${String(processes)} processes)` : '';
  // With a public address, nothing else shows a port chosen by the system.
  const chosen = config.port === 0 && config.publicUrl !== undefined ? ` on port ${String(port)}` : '';
  process.stdout.write(`Sotto is ready on ${url}${count}${chosen}\n`);
}
