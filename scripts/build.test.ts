import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { build } from './build.mjs';
import { createProcesses } from './processes.mjs';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Three packages: `site` needs `parts`, `parts` needs `core`. Each build copies its source and what it depends on. */
function setUp() {
  const base = mkdtempSync(path.join(tmpdir(), 'sotto-build-'));
  folders.push(base);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
    writeFileSync(path.join(base, file), text);
  };
  const copy = (name: string, dependency?: string) =>
    `import { cpSync, mkdirSync } from 'node:fs'; mkdirSync('dist', { recursive: true }); cpSync('src/${name}.txt', 'dist/${name}.txt');` +
    (dependency ? ` cpSync('../${dependency}/dist/${dependency}.txt', 'dist/${dependency}.txt');` : '');
  const add = (name: string, dependency?: string) => {
    write(`packages/${name}/package.json`, JSON.stringify({ name, type: 'module', scripts: { build: 'node build.config.js' }, dependencies: dependency ? { [dependency]: 'workspace:*' } : {} }));
    write(`packages/${name}/build.config.js`, copy(name, dependency));
    write(`packages/${name}/src/${name}.txt`, name);
  };
  add('site', 'parts');
  add('parts', 'core');
  add('core');
  const said: string[] = [];
  const processes = createProcesses();
  const run = () => build(processes, { base, stamps: path.join(base, '.stamps'), log: (line: string) => said.push(line) });
  return { base, write, run, said };
}

describe('building the workspace', () => {
  it('builds dependencies first, and nothing a second time', async () => {
    const { run, said } = setUp();
    expect((await run()).built.sort()).toEqual(['core', 'parts', 'site']);
    said.length = 0;
    expect(await run()).toEqual({ built: [], failed: [] });
    expect(said).toEqual([]);
  });

  it('builds a changed package and what depends on it, and leaves the rest', async () => {
    const { run, write, base } = setUp();
    await run();
    write('packages/parts/src/parts.txt', 'new parts');
    expect((await run()).built).toEqual(['parts', 'site']);
    expect(readFileSync(path.join(base, 'packages/site/dist/parts.txt'), 'utf8')).toBe('new parts');
  });

  it('does not build for a test file', async () => {
    const { run, write } = setUp();
    await run();
    write('packages/core/src/core.test.ts', 'export {};');
    expect((await run()).built).toEqual([]);
  });

  it('builds again when somebody touched what was built', async () => {
    const { run, base } = setUp();
    await run();
    rmSync(path.join(base, 'packages/site/dist/site.txt'));
    expect((await run()).built).toEqual(['site']);
  });

  it('shows a failure in full, does not build what depends on it, and tries again', async () => {
    const { run, write, said } = setUp();
    write('packages/parts/build.config.js', `console.log('line one'); console.error('the reason'); process.exit(2);`);
    const first = await run();
    expect(first.built).toEqual(['core']);
    expect(first.failed.sort()).toEqual(['parts', 'site']);
    expect(said.join('\n')).toMatch(/line one[^]*the reason[^]*exit code 2/);
    expect((await run()).failed.sort()).toEqual(['parts', 'site']);
  });
});
