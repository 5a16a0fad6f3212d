import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJson, root } from '../machine/workspace.mjs';

interface Guard {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly project: string;
  readonly test: string;
}

const guards = readJson('scripts', 'test', 'guards.json') as Guard[];
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('FT-12: guards.json', () => {
  it('names each guard once, and none that has moved or lost its test', () => {
    expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
    const lost = guards.filter(
      ({ file, from, to, test }) =>
        from === to ||
        !existsSync(path.join(root, file)) ||
        read(file).split(from).length !== 2 ||
        !existsSync(path.join(root, test)),
    );
    expect(lost.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
  });

  it('is what the page says', () => {
    for (const { name, file, test } of guards)
      expect(read('docs/security/guards.md')).toContain(`| ${name} | \`${file}\` | \`${test}\` |`);
    expect(read('docs/security/guards.md').match(/^\| /gm)).toHaveLength(guards.length + 1);
  });
});
