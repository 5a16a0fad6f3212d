// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SOURCES = ['packages/widget-core/src', 'packages/widget-react/src', 'packages/frame/src'];
const KINDS = [/'tool'|\btoolBegin\b|'tool-began'/, /'reasoning'|\breasoningToken\b|'reasoning-delta'/];

/** The files that `docs/conversation.md` lists for a new kind of part. */
function readListed(): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/conversation.md'), 'utf8');
  const chapter = /## A new kind of part\n([^]*?)\n## /.exec(page)?.[1] ?? '';
  return chapter
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .flatMap((line) => [...line.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, name = '']) => name))
    .map((name) => (name.startsWith('packages/') ? name : `packages/widget-core/src/${name}`))
    .sort();
}

/** Whether a file names every kind of part. Messages of the type `reasoning`, beside `activity`, are older than parts. */
function namesEveryKind(file: string): boolean {
  const code = readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .filter((line) => !line.includes("'activity'"))
    .join('\n');
  return KINDS.every((kind) => kind.test(code));
}

// Adapters for other backends name only the kinds that the backend has.
const IS_LEFT_OUT = /\.test(-d)?\.tsx?$|\/testing\/|\/transports?\//;

describe('FW-4 a new kind of part', () => {
  it('FW-4: the files that the page lists are those that name every kind there is, six at most', () => {
    const listed = readListed();
    const found = SOURCES.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    ).filter((file) => !IS_LEFT_OUT.test(file) && namesEveryKind(file));
    expect(found.sort()).toEqual(listed);
    expect(listed.length).toBeLessThanOrEqual(6);
  });
});
