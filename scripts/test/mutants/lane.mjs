// One vitest that lives for many mutants. Started by play.mjs, which sends a test file and a mutant, or none, and gets
// what the tests did. A mutant is made while its file is loaded: the file on disk stays as it is.
import path from 'node:path';
import { loadConfigFromFile } from 'vite';
import { createVitest } from 'vitest/node';
import { root } from '../../machine/workspace.mjs';
import { endGroup } from './endGroup.mjs';
import { isDecidedBy, standsOnce } from './rows.mjs';

/** The mutant that is made now, and what its tests have done so far. */
let mutant;
let outcome;

const makeMutant = {
  name: 'mutant',
  enforce: 'pre',
  transform(code, id) {
    if (id !== placeOf(mutant) || !standsOnce(mutant, code)) return undefined;
    outcome.isLoaded = true;
    return { code: code.replace(mutant.text, () => mutant.instead), map: null };
  },
};

const reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'passed') outcome.passed += 1;
    if (state !== 'failed') return;
    const failed = { title: test.fullName, message: errors[0]?.message ?? '' };
    outcome.failed.push(failed);
    if (mutant && isDecidedBy(mutant, [failed])) void vitest.cancelCurrentRun('test-failure');
  },
  onTestModuleEnd(module) {
    outcome.errors.push(...module.errors().map(({ message }) => message));
  },
};

const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, path.join(root, 'vitest.config.ts'));
const { projects, ...shared } = config.test;
const vitest = await createVitest(
  'test',
  // A mutant may leave a promise behind that nobody waits for.
  { root, config: false, watch: false, reporters: [reporter], maxWorkers: 1, dangerouslyIgnoreUnhandledErrors: true },
  {
    test: {
      projects: projects.map(({ extends: _, plugins = [], ...project }) => ({
        ...project,
        plugins: [makeMutant, ...plugins],
        test: { ...shared, ...project.test, maxWorkers: 1 },
      })),
    },
  },
);
await vitest.standalone();

process.on('message', (message) => {
  void play(message).then(
    () => process.send(outcome),
    (error) => process.send({ ...outcome, errors: [...outcome.errors, error.message] }),
  );
});
// With the workers, which may hang.
process.on('disconnect', () => endGroup(process));
process.send('ready');

async function play(message) {
  mutant = message.mutant;
  outcome = { failed: [], passed: 0, errors: [], isLoaded: false };
  const startedAt = Date.now();
  // A file may be in several projects: the first is the one that package.json’s versions are tested in.
  const [specification] = await vitest.globTestSpecifications([path.join(root, message.test)]);
  if (!specification) throw new Error(`no project of vitest.config.ts plays ${message.test}`);
  const place = placeOf(mutant);
  if (place) vitest.invalidateFile(place);
  if (message.only) vitest.setGlobalTestNamePattern(new RegExp(message.only, 's'));
  else vitest.resetGlobalTestNamePattern();
  await vitest.runTestSpecifications([specification]);
  if (place) vitest.invalidateFile(place);
  outcome.ms = Date.now() - startedAt;
}

function placeOf(row) {
  return row && path.join(root, row.file);
}
