import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextVersion, readPending, reviewRelease } from './releasePlan.mjs';

const member = (
  folder: string,
  manifest: { name: string; version?: string; private?: boolean; dependencies?: Record<string, string> },
) => ({ folder, manifest });
const changeset = (over: { file?: string; releases?: { name: string; bump: string }[]; summary?: string } = {}) => ({
  file: 'first.md',
  releases: [{ name: '@sotto/core', bump: 'minor' }],
  summary: 'The first release.\n\n- It `chats`.',
  ...over,
});

/** A first release that went well: 0.0.0 to 0.1.0. */
function setUp() {
  const at = (version: string) => [
    member('packages/core', { name: '@sotto/core', version }),
    member('packages/server', { name: '@sotto/server', version }),
    member('packages/site', { name: '@sotto/site', version: '0.0.0', private: true }),
    member('examples/app', { name: 'app', private: true, dependencies: { '@sotto/core': '^0.1.0' } }),
  ];
  return {
    before: at('0.0.0'),
    after: at('0.1.0'),
    pending: [changeset()],
    status: { releases: ['@sotto/core', '@sotto/server'].map((name) => ({ name, newVersion: '0.1.0' })) },
    changelogs: new Map([
      [
        '@sotto/core',
        '# @sotto/core\n\n## 0.1.0\n\n### Minor Changes\n\n- 1a2b3c4: The first release.\n  - It `chats`.\n',
      ],
      ['@sotto/server', '# @sotto/server\n\n## 0.1.0\n'],
    ]),
    tags: ['@sotto/core@0.1.0', '@sotto/server@0.1.0'],
    left: [] as string[],
  };
}

describe('FI-1 the next release', () => {
  it.each([
    ['0.0.0', ['patch', 'minor', 'patch'], '0.1.0'],
    ['0.1.3', ['patch'], '0.1.4'],
    ['0.1.3', ['minor'], '0.2.0'],
    ['1.2.3', ['major', 'minor'], '2.0.0'],
    ['1.2.3', [], '1.2.3'],
  ])('%s moved by %j is %s', (version, bumps, next) => {
    expect(nextVersion(version, bumps)).toBe(next);
  });

  it('is fine when versions, changelogs and examples say what was asked for', () => {
    expect(reviewRelease(setUp())).toEqual([]);
  });

  it('is fine when nothing waits', () => {
    const { before, changelogs } = setUp();
    const examples = before.map((one) =>
      one.folder === 'examples/app'
        ? member('examples/app', { ...one.manifest, dependencies: { '@sotto/core': '^0.0.0' } })
        : one,
    );
    expect(
      reviewRelease({
        before: examples,
        after: examples,
        pending: [],
        status: { releases: [] },
        changelogs,
        tags: [],
        left: [],
      }),
    ).toEqual([]);
  });

  it('names a changeset for a package that is not published', () => {
    const release = setUp();
    release.pending.push(changeset({ file: 'site.md', releases: [{ name: '@sotto/site', bump: 'patch' }] }));
    expect(reviewRelease(release)).toEqual([
      'site.md names @sotto/site, which is not published: name the package that users notice the change in',
    ]);
  });

  it('names a package that gets no tag', () => {
    expect(reviewRelease({ ...setUp(), tags: ['@sotto/core@0.1.0'] })).toEqual([
      'changeset tag makes no tag @sotto/server@0.1.0',
    ]);
  });

  it('names a version that is another, and a changeset that was left behind', () => {
    const release = setUp();
    release.after[1] = member('packages/server', { name: '@sotto/server', version: '0.0.1' });
    release.left = ['first.md'];
    expect(reviewRelease(release)).toEqual([
      'first.md is still there after changeset version',
      '@sotto/server becomes 0.0.1 and not 0.1.0',
    ]);
  });

  it('names a changelog without the text of a changeset, or without the version', () => {
    const release = setUp();
    release.changelogs.set('@sotto/core', '# @sotto/core\n\n## 0.1.0\n\n- Something else.\n');
    release.changelogs.set('@sotto/server', '# @sotto/server\n');
    expect(reviewRelease(release)).toEqual([
      'the changelog of @sotto/core does not have the text of first.md',
      'the changelog of @sotto/server has no 0.1.0',
    ]);
  });

  it('names an example that asks for a version npm will not have', () => {
    const release = setUp();
    release.after[3] = member('examples/app', {
      name: 'app',
      private: true,
      dependencies: { '@sotto/core': 'workspace:*' },
    });
    expect(reviewRelease(release)).toEqual(['examples/app asks for @sotto/core workspace:* and not ^0.1.0']);
  });

  it('reads changesets as they are written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sotto-changesets-'));
    writeFileSync(join(folder, 'README.md'), 'no changeset');
    writeFileSync(join(folder, 'a.md'), `---\n'@sotto/core': minor\n"@sotto/server": patch\n---\n\nWhat is new.\n`);
    expect(readPending(folder)).toEqual([
      {
        file: 'a.md',
        releases: [
          { name: '@sotto/core', bump: 'minor' },
          { name: '@sotto/server', bump: 'patch' },
        ],
        summary: 'What is new.',
      },
    ]);
    rmSync(folder, { recursive: true });
  });
});
