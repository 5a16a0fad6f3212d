import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyNotes, readKeys } from './keySettings';
import { readServerConfig } from './serverConfig';

const ONE = 'a'.repeat(32);
const TWO = 'b'.repeat(40);

describe('the key that is not in the database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sotto-key-'));
    await writeFile(join(folder, 'key'), `${ONE}\n${TWO}\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = (environment: Record<string, string>) => readKeys(readServerConfig(environment).keySource);

  it('comes from a variable, a file or a command, several of them in their order', async () => {
    expect(await read({})).toEqual([]);
    expect(await read({ SOTTO_KEY: `${ONE}, ${TWO}` })).toEqual([ONE, TWO]);
    expect(await read({ SOTTO_KEY_FILE: join(folder, 'key') })).toEqual([ONE, TWO]);
    expect(await read({ SOTTO_KEY_COMMAND: `echo ${ONE} ${TWO}` })).toEqual([ONE, TWO]);
  });

  it('is complained about when it is short, missing, or named twice', async () => {
    expect(() => readServerConfig({ SOTTO_KEY: 'short' })).toThrow('SOTTO_KEY: expected keys of at least 32');
    expect(() => readServerConfig({ SOTTO_KEY: `${ONE}, short` })).toThrow('SOTTO_KEY: expected keys of at least 32');
    expect(() => readServerConfig({ SOTTO_KEY: ONE, SOTTO_KEY_FILE: 'x' })).toThrow('not several');
    await expect(read({ SOTTO_KEY_FILE: join(folder, 'none') })).rejects.toThrow('cannot be read');
    await expect(read({ SOTTO_KEY_COMMAND: 'true' })).rejects.toThrow('SOTTO_KEY_COMMAND: expected keys');
  });

  it('a command that fails is told by its exit code, and not by what it printed', async () => {
    const failing = read({ SOTTO_KEY_COMMAND: `echo ${ONE}; echo ${TWO} >&2; exit 3` });
    await expect(failing).rejects.toThrow('exit code 3');
    await failing.catch((error: unknown) => {
      expect(String(error)).not.toContain(ONE);
      expect(String(error)).not.toContain(TWO);
    });
  });

  it('is asked for at every start without one', () => {
    expect(keyNotes(readServerConfig({ SOTTO_KEY: ONE }))).toEqual([]);
    expect(keyNotes(readServerConfig({}))).toEqual([expect.stringContaining('SOTTO_KEY is not set')]);
  });
});
