import { createServer, type ServerOptions, type SottoServer } from './createServer';
import { FolderInUseError } from './db/directoryLock';
import { ConfigError, configWarnings, readServerConfig } from './serverConfig';

/** How a server is run as a program. */
export interface RunOptions extends Omit<ServerOptions, 'config' | 'onFatal'> {
  /** @default the process's own */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** How long a shutdown may take beyond the time that replies are given, in milliseconds; what hangs then is left behind. */
const SHUTDOWN_MS = 2_500;

/**
 * Runs a server until it is told to stop: prints one line when it is ready, and a plain reason when it cannot start.
 *
 * SIGINT and SIGTERM let replies end for as long as the settings say, close the database and exit with 0; a second signal exits at once.
 */
export async function runServer(options: RunOptions = {}): Promise<void> {
  const { environment = process.env, ...rest } = options;
  let server: SottoServer | undefined;
  let isStopping = false;

  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping || !server) process.exit(signal === 'SIGINT' ? 130 : 143);
    isStopping = true;
    process.stdout.write('Sotto is stopping\n');
    const { drainMs } = server.config;
    setTimeout(() => process.exit(0), drainMs + SHUTDOWN_MS).unref();
    server.close(drainMs).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  try {
    server = await createServer({
      ...rest,
      config: readServerConfig(environment),
      onFatal: (error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      },
    });
    const { url } = await server.listen();
    for (const warning of configWarnings(server.config)) process.stderr.write(`Warning: ${warning}\n`);
    process.stdout.write(`Sotto is ready on ${server.config.publicUrl ?? url}\n`);
  } catch (error) {
    await server?.close(0);
    if (!(error instanceof ConfigError || error instanceof FolderInUseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
