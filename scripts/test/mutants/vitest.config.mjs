// Plays tests against changed sources: one project for each change, which its plugin makes while the file is loaded.
// The files on disk stay as they are. The changes come from the file that SOTTO_CHANGES names, and what became of them
// is written to the file that SOTTO_CHANGES_RESULT names (playChanges.mjs).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import base from '../../../vitest.config';

const root = path.resolve(import.meta.dirname, '..', '..');
const changes = JSON.parse(readFileSync(process.env.SOTTO_CHANGES, 'utf8'));
const { projects, ...inherited } = base.test;

/** Replaces one piece of one source file, and remembers whether the file was loaded at all. */
const changeSource = ({ name, file, from, to }, loaded) => ({
  name: `change:${name}`,
  enforce: 'pre',
  transform(code, id) {
    if (id.split('?', 1)[0] !== path.join(root, file)) return undefined;
    if (code.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
    loaded.add(name);
    return { code: code.replace(from, () => to), map: null };
  },
});

const loaded = new Set();
const outcomes = new Map(changes.map(({ name }) => [name, { name, failed: [], passed: 0, errors: [] }]));
const reporter = {
  onTestModuleEnd(module) {
    const outcome = outcomes.get(module.project.name);
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'failed') outcome.failed.push({ title: test.fullName, message: errors[0]?.message ?? '' });
      if (state === 'passed') outcome.passed += 1;
    }
    outcome.errors.push(...module.errors().map(({ message }) => message));
    writeFileSync(
      process.env.SOTTO_CHANGES_RESULT,
      JSON.stringify([...outcomes.values()].map((each) => ({ ...each, isLoaded: loaded.has(each.name) }))),
    );
  },
};

export default {
  test: {
    maxWorkers: '100%',
    reporters: [reporter],
    // A change may leave a promise behind that nobody waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    projects: changes.map((change) => {
      const own = projects.find((each) => each.test.name === change.project);
      if (!own) throw new Error(`There is no test project '${change.project}'.`);
      const { extends: _, ...config } = own;
      return {
        ...config,
        plugins: [changeSource(change, loaded), ...(config.plugins ?? [])],
        test: { ...inherited, ...config.test, name: change.name, include: [change.tests].flat() },
      };
    }),
  },
};
