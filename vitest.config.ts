import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * React 18, which widget-react supports beside 19. Libraries are read through these names as well, which takes their ES
 * modules.
 */
const react18 = [
  ...['react-dom', 'react'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: here(`e2e/node_modules/${name}`),
  })),
  {
    find: '@testing-library/react',
    replacement: here('packages/widget-react/node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
  },
];

/** Tests read the packages' sources, so no build is needed before a unit test. */
const source = { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] };
const nodeSource = { conditions: ['@sotto/source', 'module', 'node', 'development|production'] };

/** Tests that replace a module need a process in which nobody has loaded it. */
const replacing = (...packages: string[]): string[] =>
  packages
    .map((name) => `packages/${name}/src`)
    .flatMap((folder) =>
      readdirSync(here(folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(here(file), 'utf8').includes('vi.mock('));
const REPLACING = replacing('widget-core', 'widget-react', 'frame');
const NODE_REPLACING = replacing('server', 'hub-site');

const WALK = 'walk';
const WALKS = 'packages/widget-core/src/**/*.walk.test.ts';

/** Measures time: runs alone, after everything else, when it is asked for. */
const REALTIME = '**/*.realtime.test.ts';
const REALTIME_NIGHTLY = '**/*.realtime.nightly.test.ts';

/** Whole processes, installs and full depths: minutes of work that few changes can break. */
const NIGHTLY = [
  '**/*.nightly.test.{ts,tsx}',
  ...['cleanClone', 'reproducible', 'processes'].map((name) => `scripts/**/${name}.test.ts`),
];

/** The words of the command, without the report's path: the folder of a checkout may have any name. */
const COMMAND = process.argv.slice(2).filter((word) => !word.startsWith('--outputFile'));

/** Whether the command asks for something, by `SOTTO_ALL=1` or by a word of it: a file's name, or a project's. */
const asksFor = (...words: string[]): boolean =>
  process.env['SOTTO_ALL'] === '1' || COMMAND.some((word) => words.some((each) => word.includes(each)));

const OFTEN = [
  ...configDefaults.exclude,
  REALTIME,
  REALTIME_NIGHTLY,
  ...(asksFor('nightly', 'cleanClone', 'reproducible', 'processes') ? [] : NIGHTLY),
];

const react18Project: TestProjectConfiguration = {
  extends: true,
  plugins: [react()],
  resolve: { ...source, alias: react18 },
  test: {
    name: 'react18',
    environment: 'happy-dom',
    // A process for each file: what is loaded late when a file ends would stay lost for the next one.
    isolate: true,
    setupFiles: ['packages/widget-react/src/testing/cleanUp.ts'],
    include: ['packages/widget-react/src/embed/*.test.tsx', 'packages/widget-react/src/anyReact/*.test.tsx'],
    server: { deps: { inline: ['zustand', '@testing-library/react'] } },
  },
};

const nodeProject = {
  extends: true,
  plugins: [react()],
  resolve: nodeSource,
  ssr: { resolve: nodeSource },
  test: {
    name: 'node',
    environment: 'node',
    // Files share a process: loading the server takes longer than most of them.
    isolate: false,
    // The embedded database is WebAssembly: optimizing it takes a second of every file, and no file lives long
    // enough to gain by it.
    execArgv: ['--liftoff-only'],
    include: ['packages/{create-sotto,hub-api,server,hub-site}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    // A minute of faults in three processes: played with the other faults, one file at a time.
    exclude: [...OFTEN, ...NODE_REPLACING, '**/chaos.test.ts'],
    globalSetup: ['packages/server/src/testing/processes/readingWorkerSetup.ts'],
  },
} satisfies TestProjectConfiguration;

const nodeReplacingProject: TestProjectConfiguration = {
  ...nodeProject,
  test: { ...nodeProject.test, name: 'node-replacing', isolate: true, include: NODE_REPLACING, exclude: OFTEN },
};

/** The same, one file after the other, when all other projects have ended. */
const realtimeProject: TestProjectConfiguration = {
  ...nodeProject,
  test: {
    ...nodeProject.test,
    name: 'realtime',
    include: [REALTIME, ...(asksFor('nightly') ? [REALTIME_NIGHTLY] : [])],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

/**
 * The walks come first, because with all depths one of them takes as long as everything else. Files with an environment
 * of their own come after the others of their project: a process that files share is ended where the next file has
 * another environment, and the next process loads everything anew.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ project, moduleId }: TestSpecification): number =>
      (project.name === WALK ? -1 : projects.indexOf(project)) +
      (readFileSync(moduleId, 'utf8').includes('@vitest-environment') ? 0.5 : 0);
    const ranks = new Map(sorted.map((file) => [file, rank(file)]));
    return sorted.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    passWithNoTests: false,
    // Every project inherits this. No test here waits by the clock: one that takes long runs on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    // All cores: nothing but `realtime` measures time.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        plugins: [react()],
        resolve: source,
        // For files that draw on a server. Without `module`: Node itself loads what is installed.
        ssr: { resolve: { conditions: ['@sotto/source', 'node', 'development|production'] } },
        test: {
          name: 'browser',
          environment: 'happy-dom',
          isolate: false,
          include: ['packages/{widget-core,widget-react,frame}/src/**/*.test.{ts,tsx}'],
          exclude: [...OFTEN, WALKS, ...REPLACING],
          setupFiles: ['packages/widget-react/src/testing/cleanUp.ts'],
        },
      },
      {
        extends: true,
        resolve: source,
        // The loader defines `window.sotto` and its elements once per page: each file is a page.
        test: { name: 'loader', environment: 'happy-dom', include: ['packages/loader/src/**/*.test.ts'] },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: source,
        test: { name: 'replacing', environment: 'happy-dom', include: REPLACING },
      },
      {
        extends: true,
        resolve: nodeSource,
        // Half a million states in memory: a process of their own.
        test: { name: WALK, environment: 'node', include: [WALKS] },
      },
      ...(asksFor('react18') ? [react18Project] : []),
      nodeProject,
      nodeReplacingProject,
      ...(asksFor('realtime') ? [realtimeProject] : []),
    ],
  },
});
