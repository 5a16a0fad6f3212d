import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEspeak, findProgram } from './espeak';

/**
 * Behaves as the real one does: reads everything, writes a WAV whose lengths it cannot know, and fails for a voice it
 * has not.
 */
const PROGRAM = `#!/usr/bin/env node
const [, voice] = process.argv.slice(2);
if (voice === 'xx') process.exit(1);
const parts = [];
process.stdin.on('data', (part) => parts.push(part));
process.stdin.on('end', () => {
  const text = Buffer.concat(parts);
  if (text.includes('nothing')) return;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0); header.writeUInt32LE(0x7ffff024, 4); header.write('WAVEfmt ', 8); header.writeUInt32LE(16, 16);
  header.write('data', 36); header.writeUInt32LE(0x7ffff000, 40);
  process.stdout.write(Buffer.concat([header, Buffer.from(process.argv.slice(2).join(' ') + '|'), text]));
});
`;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-espeak-'));
  program = join(folder, 'espeak-ng');
  await writeFile(program, PROGRAM);
  await chmod(program, 0o755);
  await mkdir(join(folder, 'other'));
  await writeFile(join(folder, 'other/espeak-ng'), 'not executable');
});
afterAll(() => rm(folder, { recursive: true }));

const spoken = async (text: string, language: string | undefined) =>
  Buffer.from((await createEspeak(program).speak(text, language)).bytes);

describe('S-9 espeak-ng as a separate program', () => {
  it('is found on the path, when it may be run', async () => {
    expect(
      await findProgram('espeak-ng', [join(folder, 'nowhere'), join(folder, 'other'), folder].join(delimiter)),
    ).toBe(program);
    expect(await findProgram('espeak-ng', join(folder, 'other'))).toBeUndefined();
    for (const path of [undefined, '', '.', 'relative']) expect(await findProgram('espeak-ng', path)).toBeUndefined();
  });

  it('gets the text through standard input, and its WAV gets true lengths', async () => {
    const audio = await spoken('-w /etc/passwd; $(id) "Grün"', 'de-AT');
    expect(audio.subarray(44).toString()).toBe('-v de --stdin --stdout|-w /etc/passwd; $(id) "Grün"');
    expect([audio.readUInt32LE(4), audio.readUInt32LE(40)]).toEqual([audio.length - 8, audio.length - 44]);
  });

  it('speaks English when the language is unknown, has no voice, or is no language', async () => {
    for (const language of [undefined, 'xx', '--path=/tmp', '../x', 'a'])
      expect((await spoken('Hi', language)).subarray(44).toString()).toContain('-v en ');
  });

  it('that says nothing, or cannot be started, is a failure', async () => {
    await expect(spoken('nothing', 'en')).rejects.toThrow();
    await expect(createEspeak(join(folder, 'nowhere')).speak('Hi', 'en')).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
    });
  });
});
