// What the next release must look like: versions, changelogs, and the ranges by which the examples ask for our
// packages.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUMPS = ['patch', 'minor', 'major'];

/** The changesets of a folder: their file, the packages they name with how far each moves, and their text. */
export function readPending(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((file) => {
      const [, head = '', summary = ''] =
        /^---\r?\n([\s\S]*?)\r?\n?---\r?\n([\s\S]*)$/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? [];
      const releases = [...head.matchAll(/^['"]?([^'":]+)['"]?:\s*(patch|minor|major)\s*$/gm)].map(
        ([, name, bump]) => ({ name, bump }),
      );
      return { file, releases, summary: summary.trim() };
    });
}

/** The version after the largest of some bumps; the same version when there is none. */
export function nextVersion(version, bumps) {
  const numbers = version.split('.').map(Number);
  const largest = Math.max(-1, ...bumps.map((bump) => BUMPS.indexOf(bump)));
  if (largest < 0) return version;
  const kept = 2 - largest;
  return numbers.map((number, index) => (index < kept ? number : index === kept ? number + 1 : 0)).join('.');
}

/** The members whose dependencies on our packages say ranges, as a copy of them has to: the examples. */
export const statesRanges = ({ folder }) => folder.startsWith('examples/');

/**
 * Compares a release with what was to be released. All published packages share one version.
 *
 * @param before - the workspace's members; `after` - the same after `changeset version`; `pending` - the changesets
 *   (readPending)
 * @param status - what `changeset status --output` wrote; `changelogs` - text by package name; `tags` - the tags after
 *   `changeset tag`; `left` - changesets that were not used up
 * @returns what is wrong, as sentences
 */
export function reviewRelease({ before, after, pending, status, changelogs, tags, left }) {
  const isPublished = ({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private;
  const published = before.filter(isPublished).map(({ manifest }) => manifest);
  const names = published.map(({ name }) => name);
  const versions = [...new Set(published.map(({ version }) => version))];
  if (versions.length !== 1) return [`the published packages have several versions: ${versions.join(', ')}`];

  const wanted = nextVersion(
    versions[0],
    pending.flatMap(({ releases }) => releases.map(({ bump }) => bump)),
  );
  const complaints = pending.flatMap(({ file, releases, summary }) => [
    ...(releases.length === 0 ? [`${file} names no package`] : []),
    ...(summary === '' ? [`${file} says nothing`] : []),
    ...releases
      .filter(({ name }) => !names.includes(name))
      .map(
        ({ name }) => `${file} names ${name}, which is not published: name the package that users notice the change in`,
      ),
  ]);
  complaints.push(...left.map((file) => `${file} is still there after changeset version`));

  const planned = new Map(status.releases.map(({ name, newVersion }) => [name, newVersion]));
  for (const { manifest, folder } of after) {
    const { name, version } = manifest;
    if (!names.includes(name)) {
      const old = before.find((member) => member.folder === folder);
      if (version !== old?.manifest.version)
        complaints.push(`${folder} is private and its version changed to ${version}`);
      continue;
    }
    if (version !== wanted) complaints.push(`${name} becomes ${version} and not ${wanted}`);
    if (pending.length > 0 && planned.get(name) !== wanted)
      complaints.push(`changeset status plans ${name} ${planned.get(name) ?? 'not at all'} and not ${wanted}`);
    if (pending.length > 0 && !tags.includes(`${name}@${wanted}`))
      complaints.push(`changeset tag makes no tag ${name}@${wanted}`);
    complaints.push(...reviewChangelog(name, wanted, changelogs.get(name) ?? '', pending));
  }
  return [...complaints, ...reviewRanges(after.filter(statesRanges), names, wanted)];
}

/** Whether a package's changelog has every text that was written for it, under the version that brings it. */
function reviewChangelog(name, version, changelog, pending) {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version}\n`)) ?? '';
  const words = (text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  if (pending.length > 0 && section === '') return [`the changelog of ${name} has no ${version}`];
  return pending
    .filter(
      ({ releases, summary }) =>
        releases.some((release) => release.name === name) && !words(section).includes(words(summary).trim()),
    )
    .map(({ file }) => `the changelog of ${name} does not have the text of ${file}`);
}

/** Members that people copy must ask for versions that npm has after the release. */
function reviewRanges(members, names, version) {
  return members.flatMap(({ folder, manifest }) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name, range]) => names.includes(name) && range !== `^${version}`)
      .map(([name, range]) => `${folder} asks for ${name} ${range} and not ^${version}`),
  );
}
