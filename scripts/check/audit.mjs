// Known weaknesses of what we depend on, as the registry tells them, and what was reviewed (audit/advisories.json).
// Red for a package that nobody has reviewed, for a grave weakness that was not accepted, and for a version below a
// known floor. Without an answer of the registry the review alone decides.
//   --accept "reason"           takes the packages that are new into the list
//   --accept GHSA-… "reason"    takes an advisory into it
import { pnpmCommand, runProgram } from '../machine/programs.mjs';
import {
  acceptAdvisory,
  acceptPackages,
  findNew,
  judge,
  readLocked,
  readReviewed,
  writeReviewed,
} from './audit/reviewed.mjs';
import { root } from '../machine/workspace.mjs';

const LIMIT_MS = 120_000;
const SHORTEST_REASON = 10;
const args = process.argv.slice(2);
const at = args.indexOf('--accept');
if (at >= 0) accept(args.splice(at).slice(1));
const { isGood, lines } = judge({ report: askRegistry(args), locked: readLocked(), reviewed: readReviewed() });
console.log(lines.join('\n'));
process.exit(isGood ? 0 : 1);

function accept(words) {
  const id = words.length === 2 ? words.shift() : undefined;
  const [reason = '', ...more] = words;
  if (
    more.length > 0 ||
    reason.trim().length < SHORTEST_REASON ||
    (id !== undefined && !/^GHSA(?:-\w{4}){3}$/.test(id))
  ) {
    console.error(
      'Give a reason of ten characters or more: --accept "reason", or --accept GHSA-xxxx-xxxx-xxxx "reason"',
    );
    process.exit(1);
  }
  const reviewed = readReviewed();
  const review = { date: new Date().toISOString().slice(0, 10), reason: reason.trim() };
  if (id !== undefined) {
    writeReviewed(acceptAdvisory(reviewed, { id, ...review }));
    return;
  }
  const locked = readLocked();
  const added = findNew(locked, reviewed);
  writeReviewed(added.length === 0 ? reviewed : acceptPackages(locked, reviewed, review));
  console.log(added.length === 0 ? 'Nothing is new.' : `Reviewed: ${added.length} packages.`);
}

/** The registry's answer, or undefined when it is an error or no JSON. */
function askRegistry(more) {
  const [pnpm, ...before] = pnpmCommand();
  const { stdout } = runProgram(pnpm, [...before, 'audit', '--prod', '--json', ...more], {
    cwd: root,
    timeout: LIMIT_MS,
  });
  try {
    const value = JSON.parse(stdout ?? '');
    return value.metadata && !value.error ? value : undefined;
  } catch {
    return undefined;
  }
}
