// What a platform cannot run, and nothing else: a test that is left out anywhere else has failed. Plain Node.

/**
 * Each row names tests or a program. `tests`: a file, with `title` one test of it, of which at most `most` are left out.
 * `program`: an engine of `browsers.mjs`, without which its tests are left out. `platform`: where; everywhere without it.
 */
export const MAY_BE_LEFT_OUT = [
  {
    tests: 'packages/server/src/deploy.test.ts',
    title: 'is a unit as systemd reads it',
    most: 1,
    reason: 'it asks systemd-analyze, which machines without systemd do not have',
  },
  {
    tests: 'packages/server/src/db/vectors.test.ts',
    most: 5,
    reason: 'Debian 12 has no package of pgvector; where PostgreSQL has it, they run. The same tests run on PGlite',
  },
  {
    tests: 'scripts/build/cleanClone.test.ts',
    platform: 'win32',
    most: 2,
    reason: 'it builds a PATH of symbolic links, which Windows allows administrators only',
  },
  {
    tests: 'scripts/machine/processes.test.ts',
    platform: 'win32',
    most: 3,
    reason: 'Windows has no signals that a process could end itself by',
  },
  ...['darwin', 'win32'].map((platform) => ({
    program: 'webkit',
    platform,
    reason: 'WebKit is driven through WebKitGTK, which is for Linux',
  })),
];

/** Why a program may be missing on this platform; undefined where it must be there. */
export function reasonWithout(program, platform = process.platform) {
  return MAY_BE_LEFT_OUT.find((row) => row.program === program && row.platform === platform)?.reason;
}

/**
 * The tests that are left out although nothing allows it, and those beyond the cap of the row that does.
 *
 * @param leftOut - `{ file, title }` each, `file` from the repository's root
 */
export function findUnlawful(leftOut, platform = process.platform) {
  const used = new Map();
  return leftOut.filter(({ file, title }) => {
    const row = MAY_BE_LEFT_OUT.find(
      (each) =>
        each.tests === file &&
        (each.title === undefined || each.title === title) &&
        (each.platform === undefined || each.platform === platform),
    );
    if (!row) return true;
    used.set(row, (used.get(row) ?? 0) + 1);
    return used.get(row) > row.most;
  });
}
