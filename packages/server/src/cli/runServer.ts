import cluster from 'node:cluster';
import { createServer, type SottoServer } from '../createServer';
import type { ServerOptions } from '../setup/serverOptions';
import { FolderInUseError } from '../db/directoryLock';
import { accessNotes } from '../config/accessConfig';
import { keyNotes } from '../config/keySettings';
import { requireProfile } from '../config/requirements';
import { ConfigError, readServerConfig } from '../config/serverConfig';
import { onStop, reportReady, runProcesses } from './runProcesses';

/** Options for running the server as a program. */
export interface RunOptions extends Omit<ServerOptions, 'config' | 'onFatal'> {
  /** @default the environment of the process */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Opens the site around the server, in each worker process. @default `site`, or none */
  openSite?: () => Promise<ServerOptions['site']>;
}

/**
 * How long a shutdown may take in addition to the time for replies, in milliseconds; then the process exits anyway.
 */
const SHUTDOWN_MS = 2_500;

/**
 * Runs a server until it gets a stop signal: prints one line when it is ready, and the reason if it cannot start.
 *
 * SIGTERM makes `/readyz` fail while calls are still accepted for some time, so that a load balancer can choose other
 * servers. After that, and at SIGINT at once, no new calls are accepted, replies finish within the configured time,
 * unfinished ones are handed over, and the exit code is 0; a second signal exits at once.
 *
 * With `SOTTO_PROCESSES` this process only starts and supervises the workers.
 */
export async function runServer(options: RunOptions = {}): Promise<void> {
  const { environment = process.env, openSite, ...rest } = options;
  let server: SottoServer | undefined;
  let isStopping = false;

  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping || !server) process.exit(signal === 'SIGINT' ? 130 : 143);
    isStopping = true;
    if (cluster.isPrimary) process.stdout.write('Sotto is stopping\n');
    const { drainMs } = server.config;
    // A stop from the keyboard has no load balancer to wait for.
    const lameDuckMs = signal === 'SIGTERM' ? server.config.lameDuckMs : 0;
    setTimeout(() => process.exit(0), lameDuckMs + drainMs + SHUTDOWN_MS).unref();
    server.close(drainMs, lameDuckMs).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // The reader of the output may close before the server does.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

  try {
    const config = readServerConfig(environment);
    if (cluster.isPrimary && config.processes > 1) {
      requireProfile(config);
      runProcesses(config);
      return;
    }
    onStop(stop);
    const site = rest.site ?? (await openSite?.());
    server = await createServer({
      ...rest,
      ...(site && { site }),
      config,
      onFatal: (error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      },
    });
    const { url, port } = await server.listen();
    const address = server.config.publicUrl ?? url;
    const code = await server.operatorCode();
    reportReady(server.config, { url: address, port }, [
      ...accessNotes(server.config),
      ...keyNotes(server.config),
      ...(code === undefined
        ? []
        : [`This server has no operator yet. Open ${address}/signin?operator=${code} and sign in to become it.`]),
    ]);
  } catch (error) {
    await server?.close(0);
    if (!(error instanceof ConfigError || error instanceof FolderInUseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
