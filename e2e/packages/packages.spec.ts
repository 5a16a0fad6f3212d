import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOLUTIONS, SOURCES } from './fixtures';
import { COMPILERS_PLAYED, createStranger, useTarballs, type Stranger } from './stranger';

let stranger: Stranger;
beforeAll(async () => {
  stranger = await createStranger();
}, 180_000);
afterAll(() => {
  stranger.remove();
});

/** Every entry that is a script, as one imports it. */
function entries(): string[] {
  return stranger.packages.flatMap(({ name, exports }) =>
    Object.keys(exports)
      .filter((entry) => !/\.(css|json)$/.test(entry))
      .map((entry) => name + entry.slice(1)),
  );
}

/** A program that imports all there is, but what is for JSX of other libraries. */
function everyEntry(): string {
  const names = entries().filter((entry) => !/\/jsx-(?!react)/.test(entry));
  return (
    `${names.map((entry, index) => `import * as entry${String(index)} from ${JSON.stringify(entry)};`).join('\n')}\nexport ` +
    `const all = [${names.map((_, index) => `entry${String(index)}`).join(', ')}];\n`
  );
}

/**
 * Type-checks files under the options of a project, and every declaration they lead to: a mistake in ours is the
 * stranger's error.
 */
async function compiles(
  files: readonly string[],
  { type, ...options }: { type: string; module: string; moduleResolution: string; paths?: Record<string, string[]> },
  compiler = 'typescript',
): Promise<void> {
  stranger.write('package.json', JSON.stringify({ name: 'stranger', private: true, type }));
  for (const name of files) stranger.write(name, name === 'every.ts' ? everyEntry() : (SOURCES[name] ?? ''));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...options,
  };
  stranger.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const { code, output } = await stranger.run(
    process.execPath,
    join('node_modules', compiler, 'bin', 'tsc'),
    '--pretty',
    'false',
  );
  expect(output).toBe('');
  expect(code).toBe(0);
}

describe('packages in a project of somebody else', () => {
  it('are imported by ES modules, where there is no window', async () => {
    stranger.write(
      'all.mjs',
      `${entries()
        .map((entry) => `await import(${JSON.stringify(entry)});`)
        .join('\n')}
      const { loadWidget } = await import('@sotto/loader');
      console.log('loaded', typeof window, await loadWidget({ widget: 'demo' }));`,
    );
    const { code, output } = await stranger.run(process.execPath, 'all.mjs');
    expect(output).toContain('loaded undefined null');
    expect(code).toBe(0);
  });

  it('are required by CommonJS', async () => {
    stranger.write(
      'all.cjs',
      `const names = ${JSON.stringify(entries())}; for (const name of names) require(name);
      console.log('required', typeof require('@sotto/loader').loadWidget, typeof \
require('@sotto/widget-core').createWidget, typeof require('@sotto/widget-react').ChatWidget);`,
    );
    const { code, output } = await stranger.run(process.execPath, 'all.cjs');
    expect(output).toContain('required function function function');
    expect(code).toBe(0);
  });

  it.each(Object.entries(RESOLUTIONS))('are typed for TypeScript: %s', async (_name, { without, ...options }) => {
    await compiles(
      Object.keys(SOURCES).filter((name) => !(without as readonly string[]).includes(name)),
      options,
    );
  });

  it.each(['bundler', 'nodenext'])(
    'FI-5 every entry is typed, also where declarations are checked: %s',
    async (moduleResolution) => {
      await compiles(['every.ts'], {
        type: 'module',
        module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution,
      });
    },
  );

  it.each(COMPILERS_PLAYED)('FC-7 every declaration compiles with TypeScript %s', async (minor) => {
    const options = { type: 'module', module: 'esnext', moduleResolution: 'bundler' };
    await compiles(['every.ts'], options, `typescript-${minor}`);
  });

  it('FI-5 are typed for React 18', async () => {
    const place = './node_modules/types-react-18';
    await compiles(['react.tsx', 'every.ts'], {
      type: 'module',
      module: 'esnext',
      moduleResolution: 'bundler',
      paths: { react: [`${place}/index.d.ts`], 'react/jsx-runtime': [`${place}/jsx-runtime.d.ts`] },
    });
  });

  it('FI-7 are installed without a warning about the version of Node', () => {
    expect(stranger.installLog).not.toContain('EBADENGINE');
  });

  it('FI-7 formulas bring their styles and fonts, which a bundler finds', async () => {
    stranger.write(
      'app.js',
      `import { ChatWidget } from '@sotto/widget-react'; import '@sotto/widget-react/widget.css'; console.log(ChatWidget);`,
    );
    const { outputFiles } = await build({
      entryPoints: [join(stranger.folder, 'app.js')],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: join(stranger.folder, 'out'),
      write: false,
      loader: { '.woff2': 'file' },
      logLevel: 'silent',
    });
    const sheets = outputFiles.filter(({ path }) => path.endsWith('.css')).map(({ text }) => text);
    expect(sheets.some((text) => text.includes('.katex-display') && text.includes('@font-face'))).toBe(true);
    expect(outputFiles.filter(({ path }) => path.endsWith('.woff2')).length).toBeGreaterThan(10);
  });

  it('bring licence, readme and source maps, and files that are there', () => {
    for (const { name, exports } of stranger.packages) {
      const folder = join(stranger.folder, 'node_modules', name);
      const files = readdirSync(folder);
      expect(files, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']));
      if (Object.keys(exports).length > 0)
        expect(
          readdirSync(join(folder, 'dist')).some((file) => file.endsWith('.js.map')),
          `${name} has source maps`,
        ).toBe(true);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        exports?: unknown;
        bin?: Record<string, string>;
        customElements?: string;
      };
      const named = [
        ...(JSON.stringify([manifest.exports, manifest.bin, manifest.customElements]).match(
          /"\.?\/?(dist|bin)\/[^"]+"/g,
        ) ?? []),
      ].map((path) => JSON.parse(path) as string);
      for (const path of named) expect(existsSync(join(folder, path)), `${name} ${path}`).toBe(true);
    }
  });
});

describe('FI-6 an example that is copied out of the repository', () => {
  const source = fileURLToPath(new URL('../../examples', import.meta.url));
  const names = readdirSync(source).filter((name) => existsSync(join(source, name, 'package.json')));

  it.each(names)(
    '%s: npm finds everything that it asks for',
    async (name) => {
      const folder = join(stranger.folder, 'examples', name);
      cpSync(join(source, name), folder, {
        recursive: true,
        filter: (path) => !/[\\/](?:node_modules|dist|\.next)$/.test(path),
      });
      const own = useTarballs(folder, stranger.tarballs);
      // Everything is looked up and nothing but our own packages is fetched: whether a build of it works is told by the
      // situation `examples`.
      const { code, output } = await stranger.run(
        'npm',
        'install',
        '--prefix',
        folder,
        '--package-lock-only',
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      );
      expect([output, code]).toEqual([expect.not.stringContaining('npm error'), 0]);
      expect(own.length).toBeGreaterThan(0);
    },
    180_000,
  );
});

describe('A504 npx @sotto/loader csp', () => {
  it('prints the policy, and complains with exit code 2', async () => {
    const bin = join('node_modules', '.bin', 'sotto-loader');
    expect(await stranger.run(bin, 'csp', '--base', 'https://chat.example.com', '--format', 'json')).toEqual({
      code: 0,
      output: `${JSON.stringify({ 'Content-Security-Policy': 'script-src https://chat.example.com; frame-src https://chat.example.com' }, undefined, 2)}\n`,
    });
    expect(await stranger.run(bin, 'csp')).toMatchObject({ code: 2 });
  });
});

describe('the custom-elements manifest', () => {
  it('knows the element, its attributes, methods, events, parts and properties', () => {
    const folder = join(stranger.folder, 'node_modules', '@sotto/loader');
    const { customElements } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      customElements: string;
    };
    const manifest = JSON.parse(readFileSync(join(folder, customElements), 'utf8')) as {
      schemaVersion: string;
      modules: { path: string; declarations: Record<string, { name: string }[] | string>[] }[];
    };
    const [module] = manifest.modules;
    const element = module?.declarations[0] ?? {};
    const names = (list: string): string[] => (element[list] as { name: string }[]).map(({ name }) => name);
    expect(existsSync(join(folder, module?.path ?? 'none'))).toBe(true);
    expect(element).toMatchObject({ kind: 'class', customElement: true, tagName: 'sotto-chat' });
    expect(names('attributes')).toEqual(expect.arrayContaining(['widget', 'bar-title', 'color-scheme', 'debug']));
    expect(names('members')).toEqual(expect.arrayContaining(['open', 'sendMessage', 'registerFunctions', 'unread']));
    expect(names('events')).toEqual(expect.arrayContaining(['ready', 'receive', 'error']));
    expect(names('cssParts')).toEqual(['badge', 'frame', 'launcher', 'notices', 'panel']);
    expect(names('cssProperties')).toContain('--sotto-button-primary');
  });
});
