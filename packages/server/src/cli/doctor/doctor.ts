import { systemClock } from '@sotto/widget-core/api';
import { ConfigError } from '../../config/configError';
import { readKeys } from '../../config/keySettings';
import { REQUIREMENTS } from '../../config/requirements';
import { configWarnings, readServerConfig, type ServerConfig } from '../../config/serverConfig';
import type { Environment, Print } from '../dataCommands';
import { checkClock } from './checkClock';
import { checkDatabase } from './checkDatabase';
import { checkAddress, checkBackups, checkDisk, checkStorage } from './checkMachine';
import { checkModels } from './checkModels';
import { checkMail, checkRedis } from './checkServices';
import { failed, ok, warning, type Finding } from './finding';

/** What the doctor is asked. */
export interface DoctorOptions {
  /** Checks the demands of this profile, whichever the environment names. */
  readonly profile?: string | undefined;
  /** A folder with backups. */
  readonly backups?: string | undefined;
  /** Whether programs read what is printed. @default false */
  readonly isJson?: boolean | undefined;
}

/**
 * Checks the installation that the environment names, from this machine, and prints a line for each check. It changes
 * nothing, sends no mail and asks a model for nothing that is billed.
 *
 * @returns whether no check failed
 */
export async function runDoctor(
  environment: Environment,
  { profile, backups, isJson = false }: DoctorOptions,
  print: Print,
): Promise<boolean> {
  const findings = await examine({ ...environment, ...(profile !== undefined && { SOTTO_PROFILE: profile }) }, backups);
  const isOk = findings.every(({ status }) => status !== 'failed');
  if (isJson) print(JSON.stringify({ isOk, checks: findings }, null, 2));
  else for (const finding of findings) print(describe(finding));
  return isOk;
}

async function examine(environment: Environment, backups: string | undefined): Promise<Finding[]> {
  let config: ServerConfig;
  let keys: readonly string[];
  try {
    config = readServerConfig(environment);
    keys = await readKeys(config.keySource);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failed('settings', error.message, 'Correct the variables; nothing else was checked')];
  }
  const [address, database, redis, models, mail, storage, disk, newest] = await Promise.all([
    checkAddress(config),
    checkDatabase(config),
    checkRedis(config),
    checkModels(config.model),
    checkMail(config.mail),
    checkStorage(config),
    checkDisk(config),
    checkBackups(backups ?? config.backups?.folder, {
      keys,
      now: systemClock.now(),
      isPostgres: config.databaseUrl !== undefined,
      everyMs: config.backups?.everyMs,
    }),
  ]);
  const offsets = [...database.offsets, ...[redis, ...models].flatMap((each) => each.offsets ?? [])];
  return [
    ...checkSettings(config),
    address,
    ...database.findings,
    redis.finding,
    ...models.map(({ finding }) => finding),
    mail,
    storage,
    ...(disk === undefined ? [] : [disk]),
    checkClock(offsets),
    newest,
  ];
}

/** What the settings alone show: warnings, and the demands of the profile. */
function checkSettings(config: ServerConfig): Finding[] {
  const warnings = configWarnings(config).map((text) => warning('settings', text, 'See the settings in the guide'));
  const demands =
    config.profile === 'regulated'
      ? REQUIREMENTS.flatMap(({ id, demand, remedy, isMet }) =>
          isMet === undefined ? [] : [isMet(config) ? ok(id, demand) : failed(id, `Not met: ${demand}`, remedy)],
        )
      : [];
  return [...(warnings.length > 0 ? warnings : [ok('settings', 'All variables can be used')]), ...demands];
}

function describe({ check, status, message, fix }: Finding): string {
  const line = `${status.padEnd(8)} ${check}: ${message}`;
  return fix === undefined ? line : `${line}\n         ${fix}.`;
}
