import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkRunResponseSchema, checkSchema, type Check } from '@sotto/hub-api';
import { delay, systemClock, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { parseAddress } from '@sotto/widget-core/internal/server';
import type { Environment } from './dataCommands';

/** How often results are requested, and how long at most, in milliseconds. */
const POLL_MS = 1_000;
const PATIENCE_MS = 1_800_000;
/** How long one call may take, in milliseconds. */
const CALL_MS = 30_000;
/** The variable with the API key. */
const KEY = 'SOTTO_API_KEY';
const USAGE = `Expected: sotto-server checks <file> --server <url>, with an API key in ${KEY}`;

/** Exit codes: all passed, some failed, or some could not be run. */
export type ChecksExit = 0 | 1 | 2;

/** Why checks could not be run, as a sentence. */
class Unable extends Error {}

/**
 * Runs the checks of a file on a server, and prints each with the reasons of those that failed. The file replaces checks
 * of the same name there.
 */
export async function runChecks(
  args: readonly string[],
  environment: Environment,
  print: (line: string) => void,
  { fetch: call = fetch, clock = systemClock }: { fetch?: typeof fetch; clock?: Clock } = {},
): Promise<ChecksExit> {
  try {
    const { content, ask } = await prepare(args, environment, call);
    const { ids } = await ask('/check/import', checkRunResponseSchema, { content });
    const results: Check[] = [];
    const endsAt = clock.now() + PATIENCE_MS;
    for (const id of ids) {
      let check = await ask(`/check/${id}/fetch`, checkSchema);
      while (check.isWaiting || check.isRunning || !check.last) {
        if (clock.now() > endsAt) throw new Unable(`“${check.name}” was not run within half an hour.`);
        await delay(clock, POLL_MS);
        check = await ask(`/check/${id}/fetch`, checkSchema);
      }
      results.push(check);
      for (const line of describe(check)) print(line);
    }
    const count = (status: string): number => results.filter(({ last }) => last?.status === status).length;
    print(`${String(count('passed'))} of ${String(results.length)} checks pass.`);
    return count('failed') > 0 ? 1 : count('notRun') > 0 ? 2 : 0;
  } catch (error) {
    if (!(error instanceof Unable)) throw error;
    print(error.message);
    return 2;
  }
}

type Ask = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: object,
) => Promise<v.InferOutput<Schema>>;

async function prepare(
  args: readonly string[],
  environment: Environment,
  call: typeof fetch,
): Promise<{ content: string; ask: Ask }> {
  const { file, server } = readArgs(args);
  const key = environment[KEY];
  if (file === undefined || server === undefined || !parseAddress(server) || !key) throw new Unable(USAGE);
  const content = await readFile(file, 'utf8').catch(() => {
    throw new Unable(`${file} cannot be read.`);
  });
  const ask: Ask = async (path, schema, body) => {
    const response = await call(`${server.replace(/\/+$/, '')}/v1${path}`, {
      headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(CALL_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Unable(`${server} cannot be reached.`);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const read = v.safeParse(response.ok ? schema : v.object({ message: v.string() }), answer);
    if (!read.success) throw new Unable(`${server} is not a Sotto server, or has another version: ${path}`);
    if (!response.ok) throw new Unable((read.output as { message: string }).message);
    return read.output;
  };
  return { content, ask };
}

function readArgs(args: readonly string[]): { file?: string | undefined; server?: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { server: { type: 'string' } },
      allowPositionals: true,
    });
    return positionals.length === 1 ? { file: positionals[0], server: values.server } : {};
  } catch {
    return {};
  }
}

const MARKS = { passed: '✓', failed: '✗', notRun: '–' } as const;

function describe({ name, last }: Check): string[] {
  if (!last) return [];
  const reasons = last.turns.flatMap(({ ask, outcomes }) =>
    outcomes
      .filter(({ isMet }) => !isMet)
      .map(({ reason, isJudged }) => `    ${ask}\n      ${reason}${isJudged ? ' (judged by a model)' : ''}`),
  );
  return [
    `${MARKS[last.status]} ${name}`,
    ...reasons,
    ...(last.reason === null ? [] : [`    Not run: ${last.reason}`]),
  ];
}
