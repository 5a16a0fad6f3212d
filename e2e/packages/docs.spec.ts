import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('A504 docs/csp.md', () => {
  const commands = [
    ...readFileSync(fromRoot('docs/csp.md'), 'utf8').matchAll(
      /```sh\nnpx @sotto\/loader (.+)\n```\n\n```\n([^`]+)\n```/g,
    ),
  ];

  it('shows the command', () => {
    expect(commands.length).toBeGreaterThan(2);
  });

  it.each(commands.map(([, words, shown]) => [words, shown] as const))('says what "%s" prints', (words, shown) => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [fromRoot('packages/loader/bin/sotto-loader.mjs'), ...(words ?? '').split(' ')],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    expect(stdout.trim()).toBe(shown);
  });
});
