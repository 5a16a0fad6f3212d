import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { build } from './build.mjs';
import { createProcesses } from '../machine/processes.mjs';

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
    write(
      `packages/${name}/package.json`,
      JSON.stringify({
        name,
        type: 'module',
        scripts: { build: 'node build.config.js' },
        dependencies: dependency ? { [dependency]: 'workspace:*' } : {},
      }),
    );
    write(`packages/${name}/build.config.js`, copy(name, dependency));
    write(`packages/${name}/src/${name}.txt`, name);
  };
  add('site', 'parts');
  add('parts', 'core');
  add('core');
  const output: string[] = [];
  const processes = createProcesses();
  const run = (options = {}) =>
    build(processes, {
      base,
      stamps: path.join(base, '.stamps'),
      log: (line: string) => output.push(line),
      ...options,
    });
  return { base, write, run, said: output, processes };
}

/** A fourth package, `server`, which takes over what `site` is built to as files. */
function setUpAssembled() {
  const made = setUp();
  const { base, write, said: output, processes } = made;
  write(
    'packages/server/package.json',
    JSON.stringify({
      name: 'server',
      type: 'module',
      scripts: { build: 'node build.config.js', assemble: 'node assemble.js' },
      devDependencies: { site: 'workspace:*' },
    }),
  );
  write(
    'packages/server/build.config.js',
    "import { cpSync, mkdirSync, rmSync } from 'node:fs'; rmSync('dist', { recursive: true, force: true }" +
      "); mkdirSync('dist'); cpSync('src/server.txt', 'dist/server.txt');",
  );
  write(
    'packages/server/assemble.js',
    "import { cpSync } from 'node:fs'; cpSync('../site/dist/site.txt', 'dist/site.txt');",
  );
  write('packages/server/src/server.txt', 'server');
  const run = () =>
    build(processes, {
      base,
      stamps: path.join(base, '.stamps'),
      log: (line: string) => output.push(line),
      assembled: { server: { packages: ['site'] } },
    });
  return { ...made, run, shipped: 'packages/server/dist/site.txt' };
}

describe('building the workspace', () => {
  it('builds dependencies first, and nothing a second time', async () => {
    const { run, said: output } = setUp();
    expect((await run()).built.sort()).toEqual(['core', 'parts', 'site']);
    output.length = 0;
    expect(await run()).toEqual({ built: [], declared: [], assembled: [], failed: [] });
    expect(output).toEqual([]);
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

  it('FC-2 builds a package whose comment changed, and nothing that depends on it', async () => {
    const { run, write } = setUp();
    const compile =
      "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'; mkdirSync('dist', { recursive: " +
      "true }); const text = readFileSync('src/core.txt', 'utf8'); writeFileSync('dist/core.d.ts', text); " +
      "writeFileSync('dist/core.txt', text.replaceAll(/\\/\\*.*?\\*\\//g, '')); writeFileSync('dist/core.js.map', text);";
    write('packages/core/build.config.js', compile);
    write('packages/core/src/core.txt', "/* first */ type Star = '/*' | 1 | '*/';");
    await run();
    write('packages/core/src/core.txt', "/* second, and longer */ type Star = '/*' | 1 | '*/';");
    expect((await run()).built).toEqual(['core']);
    write('packages/core/src/core.txt', "/* second, and longer */ type Star = '/*' | 2 | '*/';");
    expect((await run()).built.sort()).toEqual(['core', 'parts', 'site']);
  });

  it('FC-2 counts no hash that a bundler made of comments', async () => {
    const { run, write } = setUp();
    write(
      'packages/core/build.config.js',
      "import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'; import { createHash } " +
        "from 'node:crypto'; rmSync('dist', { recursive: true, force: true }); mkdirSync('dist'); const text " +
        "= readFileSync('src/core.txt', 'utf8'); const name = 'chunk-' + " +
        "createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase() + '.js'; " +
        "writeFileSync('dist/core.txt', ''); writeFileSync('dist/' + name, text.split('//')[0]); " +
        "writeFileSync('dist/index.js', 'export * from \"./' + name + '\"');",
    );
    write('packages/core/src/core.txt', 'one() // first');
    await run();
    write('packages/core/src/core.txt', 'one() // second');
    expect((await run()).built).toEqual(['core']);
    write('packages/core/src/core.txt', 'two() // second');
    expect((await run()).built.sort()).toEqual(['core', 'parts', 'site']);
  });

  it('FC-7 builds a package again when the sources of one that has no build have changed', async () => {
    const { run, write } = setUp();
    write('packages/words/package.json', JSON.stringify({ name: 'words', type: 'module' }));
    write('packages/words/src/words.txt', 'words');
    write(
      'packages/site/package.json',
      JSON.stringify({
        name: 'site',
        type: 'module',
        scripts: { build: 'node build.config.js' },
        dependencies: { parts: 'workspace:*' },
        devDependencies: { words: 'workspace:*' },
      }),
    );
    await run();
    expect((await run()).built).toEqual([]);
    write('packages/words/src/words.txt', 'other words');
    expect((await run()).built).toEqual(['site']);
  });

  it('FC-2 assembles a package anew, without building it, when what it only copies has changed', async () => {
    const { write, run, base, shipped } = setUpAssembled();
    expect((await run()).assembled).toEqual(['server']);
    write('packages/site/src/site.txt', 'new site');
    expect(await run()).toMatchObject({ built: ['site'], assembled: ['server'] });
    expect(readFileSync(path.join(base, shipped), 'utf8')).toBe('new site');
    write('packages/server/src/server.txt', 'new server');
    expect(await run()).toMatchObject({ built: ['server'], assembled: ['server'] });
    expect(readFileSync(path.join(base, shipped), 'utf8')).toBe('new site');
    expect(await run()).toEqual({ built: [], declared: [], assembled: [], failed: [] });
    rmSync(path.join(base, shipped));
    expect(await run()).toMatchObject({ assembled: ['server'] });
  });

  it('writes types in a step of their own, which what runs does not need', async () => {
    const { write, run, base } = setUp();
    for (const [name, dependencies] of [
      ['core', {}],
      ['parts', { core: 'workspace:*' }],
    ] as const) {
      const scripts = { build: 'node build.config.js', declarations: 'node types.js' };
      write(`packages/${name}/package.json`, JSON.stringify({ name, type: 'module', scripts, dependencies }));
      write(
        `packages/${name}/types.js`,
        `import { cpSync } from 'node:fs'; cpSync('src/types.ts', 'dist/index.d.ts');`,
      );
      write(`packages/${name}/src/types.ts`, `/** First. */ type Name = '${name}';`);
    }
    const types = path.join(base, 'packages/core/dist/index.d.ts');
    expect(await run({ declarations: false, only: 'parts' })).toMatchObject({ built: ['core', 'parts'], declared: [] });
    expect(existsSync(types)).toBe(false);
    expect(await run()).toMatchObject({ built: ['site'], declared: ['core', 'parts'] });
    expect(readFileSync(types, 'utf8')).toBe("/** First. */ type Name = 'core';");
    expect(await run()).toEqual({ built: [], declared: [], assembled: [], failed: [] });
    rmSync(types);
    expect(await run({ declarations: false })).toMatchObject({ built: [] });
    expect(await run()).toMatchObject({ built: [], declared: ['core'] });
    write('packages/core/src/types.ts', "/** Second. */ type Name = 'core';");
    expect(await run()).toMatchObject({ built: ['core'], declared: ['core'] });
    write('packages/core/src/types.ts', "/** Second. */ type Name = 'other';");
    expect(await run()).toMatchObject({ built: ['core'], declared: ['core', 'parts'] });
    write('packages/core/types.js', 'process.exit(1);');
    expect(await run()).toMatchObject({ built: ['core'], declared: [], failed: ['core', 'parts'] });
  });

  it('shows a failure in full, does not build what depends on it, and tries again', async () => {
    const { run, write, said: output } = setUp();
    write('packages/parts/build.config.js', `console.log('line one'); console.error('the reason'); process.exit(2);`);
    const first = await run();
    expect(first.built).toEqual(['core']);
    expect(first.failed.sort()).toEqual(['parts', 'site']);
    expect(output.join('\n')).toMatch(/line one[^]*the reason[^]*exit code 2/);
    expect((await run()).failed.sort()).toEqual(['parts', 'site']);
  });
});
