import { parseArgs } from 'node:util';
import { checkConformance, writeReport } from '@sotto/widget-core/conformance';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { FolderInUseError } from '../db/directoryLock';
import { BackupError } from '../backup/backup';
import { packageVersion } from '../db/packageFiles';
import { runServer } from './runServer';
import { ConfigError } from '../config/serverConfig';
import {
  AuditFault,
  backUp,
  checkAudit,
  move,
  resetSecondFactor,
  restore,
  rotate,
  showUsage,
  type Environment,
} from './dataCommands';
import { runChecks } from './checks';
import { runDoctor } from './doctor/doctor';
import { openDocs, openSite } from './openSite';

const HELP = `Usage: sotto-server [command]

  (none), start        run the server, with the site, the Hub and the documentation
  doctor [--profile regulated] [--backups <folder>] [--json]
                       check settings, address, database, Redis, model, mail, storage, disk, clock and the newest
                       backup; the exit code is 1 when a check failed
  backup <file>        write all data into one file
  restore <file>       fill an empty server from a backup
  move <postgres-url>  copy the embedded database of SOTTO_DATA_DIR into an empty PostgreSQL database
  audit [row:hash]     check the audit log for changed and missing rows, and that it still holds a row noted earlier
  rotate-keys          seal what is in the database with the first key of SOTTO_KEY
  reset-second-factor <email>
                       turn two-factor authentication of an account off, for a user who has lost app and codes; its
                       browsers are signed out
  usage                replies and tokens of each widget, day by day
  conformance <address> <widget> [origin]
                       check a backend of your own that speaks the API of widgets; makes some conversations there
  checks <file> --server <url>
                       run the checks of a file on a server, with an API key in SOTTO_API_KEY; the exit code is 1 when
                       one fails, and 2 when they could not be run
  docs-mcp             serve the documentation to a coding assistant, over MCP on standard input and output
  help, version

Settings are environment variables, listed in the operator's guide.
`;

/** A command with invalid arguments. */
class UsageError extends Error {}

/**
 * Runs the server with the site around it. An empty Hub does not show its purpose, so it is seeded; `HUB_SEED=off`
 * leaves it empty.
 */
async function start(environment: Environment): Promise<void> {
  await runServer({
    environment: { ...environment, HUB_SEED: environment['HUB_SEED'] || 'on' },
    openSite: () => openSite(environment),
  });
}

/** Checks the installation. A failed check sets exit code 1. */
async function examine(args: string[], environment: Environment, print: (line: string) => void): Promise<void> {
  const options = { profile: { type: 'string' }, backups: { type: 'string' }, json: { type: 'boolean' } } as const;
  let values: { profile?: string | undefined; backups?: string | undefined; json?: boolean | undefined };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new UsageError(`sotto-server doctor: ${error instanceof Error ? error.message : ''}`);
  }
  const { json: isJson, ...rest } = values;
  if (!(await runDoctor(environment, { ...rest, isJson }, print))) process.exitCode = 1;
}

/** Serves a coding assistant until it closes standard input. */
async function serveDocs(environment: Environment): Promise<void> {
  const [{ createDocsMcp }, { StdioServerTransport }, docs] = await Promise.all([
    import('./docsMcp/docsMcp'),
    import('@modelcontextprotocol/server/stdio'),
    openDocs(environment),
  ]);
  await createDocsMcp(docs, packageVersion()).connect(new StdioServerTransport());
}

/** Runs the calls of widgets against a backend. A failed check sets exit code 1. */
async function checkBackend(
  [url, widget, origin, ...more]: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  if (url === undefined || widget === undefined || more.length > 0 || !parseAddress(url))
    throw new UsageError('sotto-server conformance needs an address, the id of a widget, and perhaps an origin');
  const report = await checkConformance({ url, widget, origin });
  print(writeReport(report));
  if (!report.isOk) process.exitCode = 1;
}

/** Runs a command. Failures that an operator can fix are reported in a sentence, with exit code 1. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<void> {
  const [name = 'start', argument, ...more] = args;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const need = (what: string): string => {
    if (argument === undefined || more.length > 0)
      throw new UsageError(`sotto-server ${name} needs ${what}, and nothing else`);
    return argument;
  };
  try {
    if (name === 'start') await start(environment);
    else if (name === 'doctor') await examine(args.slice(1), environment, print);
    else if (name === 'backup') await backUp(environment, need('a file to write'), print);
    else if (name === 'restore') await restore(environment, need('the file of a backup'), print);
    else if (name === 'move') await move(environment, need('the address of a PostgreSQL database'), print);
    else if (name === 'audit') await checkAudit(environment, argument, print);
    else if (name === 'rotate-keys') await rotate(environment, print);
    else if (name === 'reset-second-factor')
      await resetSecondFactor(environment, need('the email address of an account'), print);
    else if (name === 'usage') await showUsage(environment, print);
    else if (name === 'conformance') await checkBackend(args.slice(1), print);
    else if (name === 'checks') process.exitCode = await runChecks(args.slice(1), environment, print);
    else if (name === 'docs-mcp') await serveDocs(environment);
    else if (name === 'version' || name === '--version') print(packageVersion());
    else if (name === 'help' || name === '--help' || name === '-h') print(HELP);
    else throw new UsageError(`There is no command ${name}.\n\n${HELP}`);
  } catch (error) {
    if (
      !(
        error instanceof UsageError ||
        error instanceof BackupError ||
        error instanceof AuditFault ||
        error instanceof ConfigError ||
        error instanceof FolderInUseError
      )
    )
      throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
