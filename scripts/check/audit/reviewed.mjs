// What was reviewed of the packages of the lock file (advisories.json), and what an answer of the registry means beside
// it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, root } from '../../machine/workspace.mjs';

const FILE = path.join(root, 'scripts', 'check', 'audit', 'advisories.json');
const GRAVE = ['high', 'critical'];
/** What takes new packages into the list. */
export const ACCEPT = 'npm run audit -- --accept "why they may be used"';

/**
 * What was reviewed: `floors`, versions below which a package has a known weakness; `advisories`, grave ones that were
 * accepted; `reviews`, each with date and reason; `packages`, by name and version the number of its review.
 */
export function readReviewed() {
  return readJson('scripts', 'check', 'audit', 'advisories.json');
}

/** Names and versions in a lock file of pnpm, sorted. */
export function readLocked(lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')) {
  const packages = /^packages:\n([\s\S]*?)^snapshots:/m.exec(lock)?.[1] ?? '';
  const keys = [...packages.matchAll(/^ {2}'?((?:@[^/'\s]+\/)?[^@'\s]+)@([^'(\s]+?)'?:$/gm)];
  return keys.map(([, name, version]) => ({ name, version })).sort((a, b) => compare(a.name, b.name));
}

/** Packages that nobody has reviewed, as `name@version`. */
export function findNew(locked, { packages }) {
  return locked
    .filter(({ name, version }) => packages[name]?.[version] === undefined)
    .map(({ name, version }) => `${name}@${version}`);
}

/** Packages below a version from which on a known weakness is mended. */
export function findBelowFloor(locked, { floors }) {
  return locked.flatMap(({ name, version }) =>
    floors
      .filter((floor) => floor.package === name && version.localeCompare(floor.from, 'en', { numeric: true }) < 0)
      .map(({ from, because }) => `${name}@${version} is older than ${from}: ${because}`),
  );
}

/**
 * Whether the packages may be used, with the lines that say why or why not.
 *
 * @param report - the registry's answer; undefined when it gave none that can be read
 */
export function judge({ report, locked, reviewed }) {
  const below = findBelowFloor(locked, reviewed);
  const unreviewed = findNew(locked, reviewed);
  const found = Object.values(report?.advisories ?? {});
  const isAccepted = ({ github_advisory_id: id }) => reviewed.advisories.some((each) => each.id === id);
  const grave = found.filter((each) => GRAVE.includes(each.severity) && !isAccepted(each));
  const lines = [
    ...below,
    ...found.map(
      (each) =>
        `${each.severity}${isAccepted(each) ? ', accepted' : ''}: ${each.module_name}: ${each.title} ` +
        `(${each.github_advisory_id}, ${each.url}), mended in ${each.patched_versions}`,
    ),
    ...(unreviewed.length > 0 ? [`Not reviewed: ${unreviewed.join(', ')}. Look at them, then run ${ACCEPT}`] : []),
    ...(grave.length > 0
      ? ['Upgrade what has a grave weakness, or accept one: npm run audit -- --accept GHSA-… "why it cannot be used"']
      : []),
    report === undefined
      ? `The registry gave no answer that can be read; ${locked.length - unreviewed.length} of ${locked.length} packages were reviewed.`
      : `${found.length} known weaknesses, ${grave.length} of them grave and not accepted.`,
  ];
  return { isGood: below.length + unreviewed.length + grave.length === 0, lines };
}

/** The same list with what is new in it under one more review, and without what the lock file no longer has. */
export function acceptPackages(locked, reviewed, { reason, date }) {
  const reviews = [...reviewed.reviews, { date, reason }];
  const packages = {};
  for (const { name, version } of locked)
    packages[name] = { ...packages[name], [version]: reviewed.packages[name]?.[version] ?? reviews.length - 1 };
  return { ...reviewed, reviews, packages };
}

/** The same list with an advisory that is no reason not to use its package. */
export function acceptAdvisory(reviewed, { id, reason, date }) {
  const others = reviewed.advisories.filter((each) => each.id !== id);
  return { ...reviewed, advisories: [...others, { id, date, reason }].sort((a, b) => compare(a.id, b.id)) };
}

/** Writes the list, a line for each package, so that two branches with new packages can be merged. */
export function writeReviewed({ floors, advisories, reviews, packages }) {
  const lines = Object.entries(packages).map(([name, versions]) => `    ${JSON.stringify(name)}: ${spaced(versions)}`);
  const list = (values) =>
    values.length === 0 ? '[]' : `[\n${values.map((each) => `    ${spaced(each)}`).join(',\n')}\n  ]`;
  writeFileSync(
    FILE,
    `{\n  "floors": ${list(floors)},\n  "advisories": ${list(advisories)},\n  "reviews": ${list(reviews)},\n` +
      `  "packages": {\n${lines.join(',\n')}\n  }\n}\n`,
  );
}

function spaced(value) {
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`);
  return `{ ${pairs.join(', ')} }`;
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
