import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ConfigError } from './configError';

/** Minimum length of a key: 32 random bytes are longer in every encoding. */
const KEY_MIN_LENGTH = 32;
/** Timeout of the command that prints the key, in milliseconds. */
const COMMAND_MS = 30_000;

const text = v.optional(v.pipe(v.string(), v.trim()));

/** The variables that locate the key outside of the database. */
export const keyEnvironment = { SOTTO_KEY: text, SOTTO_KEY_FILE: text, SOTTO_KEY_COMMAND: text };

/** Sources of the keys that encrypt the secrets in databases and backups. At most one can be set. */
export interface KeySource {
  /** `SOTTO_KEY`: keys, separated by commas or spaces. */
  readonly keys?: string | undefined;
  /** `SOTTO_KEY_FILE`: a file that contains them. */
  readonly file?: string | undefined;
  /** `SOTTO_KEY_COMMAND`: a shell command that prints them, such as the client of a key management service. */
  readonly command?: string | undefined;
}

type Environment = v.InferOutput<v.ObjectSchema<typeof keyEnvironment, undefined>>;

/** The settings of a validated environment. @throws ConfigError if there is more than one source */
export function readKeySource({ SOTTO_KEY, SOTTO_KEY_FILE, SOTTO_KEY_COMMAND }: Environment): KeySource {
  const source = { keys: SOTTO_KEY, file: SOTTO_KEY_FILE, command: SOTTO_KEY_COMMAND };
  if (Object.values(source).filter((value) => value !== undefined).length > 1)
    throw new ConfigError('Set one of SOTTO_KEY, SOTTO_KEY_FILE and SOTTO_KEY_COMMAND, not several');
  if (source.keys !== undefined) splitKeys(source.keys, 'SOTTO_KEY');
  return source;
}

/**
 * Keys that encrypt secrets in databases and backups: the first one encrypts, all of them decrypt. Empty if there is
 * none.
 *
 * @throws ConfigError if they cannot be read
 */
export async function readKeys({ keys, file, command }: KeySource): Promise<readonly string[]> {
  if (keys !== undefined) return splitKeys(keys, 'SOTTO_KEY');
  if (file !== undefined) {
    const read = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new ConfigError(`SOTTO_KEY_FILE: ${file} cannot be read`, { cause });
    });
    return splitKeys(read, 'SOTTO_KEY_FILE');
  }
  if (command === undefined) return [];
  // The output of a failing command may contain a key, so only its exit code is reported.
  const { stdout } = await promisify(exec)(command, { timeout: COMMAND_MS }).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? `exit code ${String(cause.code)}` : 'no exit code';
    throw new ConfigError(`SOTTO_KEY_COMMAND: the command failed with ${code}`);
  });
  return splitKeys(stdout, 'SOTTO_KEY_COMMAND');
}

function splitKeys(words: string, name: string): string[] {
  const keys = words.split(/[\s,]+/).filter((word) => word !== '');
  if (keys.length === 0 || keys.some((key) => key.length < KEY_MIN_LENGTH))
    throw new ConfigError(
      `${name}: expected keys of at least ${String(KEY_MIN_LENGTH)} characters, for instance from \`openssl rand -base64 32\``,
    );
  return keys;
}

/** Notes about the keys, printed at every start. */
export function keyNotes({
  keySource,
  secret,
}: {
  readonly keySource: KeySource;
  readonly secret: string | undefined;
}): string[] {
  if (Object.values(keySource).some((value) => value !== undefined)) return [];
  const risk = 'anyone with the database or a backup of it can read the secrets of abilities and MCP servers';
  return secret === undefined ? [`SOTTO_KEY is not set: ${risk}, and sign in as any user.`] : [];
}
