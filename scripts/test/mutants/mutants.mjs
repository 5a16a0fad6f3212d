// Mutation testing with Stryker, area by area (areas.json). The figures are kept in mutants.result.json.
//   (nothing)            every area
//   <words>              areas whose name has one of the words
//   --changed <minutes>  only files that differ from the main branch, for as many minutes
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedFiles, currentCommit } from '../../machine/changedFiles.mjs';
import { runProgram } from '../../machine/programs.mjs';
import { memory, readJson, root } from '../../machine/workspace.mjs';
import { summarize } from './summarize.mjs';

const args = process.argv.slice(2);
const at = args.indexOf('--changed');
const [, minutes] = at < 0 ? [] : args.splice(at, 2).map(Number);
const until = minutes ? Date.now() + minutes * 60_000 : Infinity;
const areas = readJson('scripts', 'mutants', 'areas.json').filter(
  ({ name }) => args.length === 0 || args.some((word) => name.includes(word)),
);
const place = path.join(root, 'scripts', 'mutants', 'mutants.result.json');
mkdirSync(path.join(memory, 'mutants'), { recursive: true });

let isGood = true;
for (const area of areas) {
  const files = minutes ? changedFiles().filter((file) => isMutated(area, file)) : undefined;
  if (files?.length === 0) continue;
  const left = until - Date.now();
  if (left <= 0) {
    console.log(`${area.name}: not tried, the time is over`);
    continue;
  }
  const report = play(area, files, left);
  if (!report) {
    console.log(`${area.name}: ${minutes ? 'not finished within the time' : 'FAILED, no report was written'}`);
    isGood &&= minutes !== undefined;
    continue;
  }
  const summary = summarize(report, readJson('scripts', 'mutants', 'accepted.json'));
  console.log(`${area.name}: ${summary.score} % of ${summary.tried} mutants are noticed (goal ${area.goal} %)`);
  for (const line of summary.survivors) console.log(`  survived: ${line}`);
  if (minutes) isGood &&= summary.score >= area.goal;
  else keep(area, summary);
}
process.exit(isGood ? 0 : 1);

function isMutated({ mutate }, file) {
  return (
    !/\.test(-d)?\.tsx?$|\/testing\//.test(file) && mutate.some((pattern) => file.startsWith(pattern.split('*', 1)[0]))
  );
}

/** @returns Stryker's report; undefined when it came to no end within the time */
function play({ name }, files, limitMs) {
  const file = path.join(memory, 'mutants', `${name.replaceAll('/', '-')}.json`);
  const stryker = path.join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  rmSync(file, { force: true });
  runProgram(process.execPath, [stryker, 'run', 'scripts/test/mutants/stryker.config.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      SOTTO_AREA: name,
      ...(files && { SOTTO_AREA_FILES: JSON.stringify(files) }),
    },
    ...(limitMs !== Infinity && { timeout: limitMs }),
    stdio: 'inherit',
  });
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function keep({ name, goal }, summary) {
  const results = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  results[name] = { date: new Date().toISOString().slice(0, 10), commit: currentCommit(), goal, ...summary };
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(Object.entries(results).sort()), null, 2)}\n`);
}
