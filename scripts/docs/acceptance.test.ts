import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const rows = [
  ...read('docs/loader-acceptance.md').matchAll(/^\| (?<promise>.+) \| `(?<file>[^`]+)` \| (?<title>.+) \|$/gm),
].map(({ groups = {} }) => [groups['promise'] ?? '', groups['file'] ?? '', groups['title'] ?? ''] as const);

describe('docs/loader-acceptance.md', () => {
  it('has its lines', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('%s: %s has "%s"', (_promise, file, title) => {
    const source = read(file.includes('/') ? file : `e2e/specs/${file}.spec.ts`);
    // Titles in quotes escape theirs.
    expect(source.replaceAll("\\'", "'")).toContain(title);
  });
});
