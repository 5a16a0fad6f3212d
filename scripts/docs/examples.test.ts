import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { Parser } from 'acorn';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles, readMembers, root } from '../machine/workspace.mjs';

const GUIDES = join(root, 'docs/guides');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What stands between `docs: name` and `/docs` in the examples, and whole files that are copied whole. */
function readSnippets(): Map<string, string> {
  const snippets = new Map([['wordpress', read('examples/wordpress/sotto-chat/sotto-chat.php').trim()]]);
  const skip = (name: string): boolean => ['node_modules', 'dist', '.next'].includes(name);
  for (const file of listFiles(join(root, 'examples'), skip)) {
    for (const [, name = '', text = ''] of read(join('examples', file)).matchAll(
      /docs: ([\w-]+).*\n([\s\S]*?)\n.*\/docs/g,
    ))
      snippets.set(name, outdent(text));
  }
  return snippets;
}

/** Takes away the indentation that all lines share. */
function outdent(text: string): string {
  const lines = text.split('\n');
  const depth = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines
    .map((line) => line.slice(depth))
    .join('\n')
    .trim();
}

/** The code of the install pages; commands for a shell are no example. */
function readBlocks(): string[] {
  const pages = readdirSync(GUIDES).filter((name) => /^(install-.*|react)\.md$/.test(name));
  return pages.flatMap((name) =>
    [...readFileSync(join(GUIDES, name), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)]
      .filter(([, language]) => language !== 'sh')
      .map(([, , text = '']) => text),
  );
}

describe('the code in the install guides', () => {
  it('is the code of the examples, letter for letter', () => {
    const snippets = new Set(readSnippets().values());
    expect(readBlocks().filter((block) => !snippets.has(block))).toEqual([]);
  });

  it('shows every example', () => {
    const blocks = new Set(readBlocks());
    expect([...readSnippets()].filter(([, text]) => !blocks.has(text)).map(([name]) => name)).toEqual([]);
  });
});

/** TypeScript's words for a name that nothing in the text brings. */
const UNKNOWN_NAME = [2304, 2503, 2552, 2580, 2591];

/**
 * Names that samples use and do not bring: what a reader would have to find out. Modules and JSX are taken on trust;
 * builds of the examples read those.
 */
function missingNames(samples: readonly string[]): string[][] {
  const files = new Map(samples.map((code, index) => [`/sample${String(index)}.tsx`, code]));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.Preserve,
    allowJs: true,
    noResolve: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const code = files.get(name);
    return code === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) => {
    const source = program.getSourceFile(name);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source).filter(({ code }) => UNKNOWN_NAME.includes(code)),
    ];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}

describe('FI-6 an install guide', () => {
  it('brings every name that its samples use', () => {
    const samples = readBlocks()
      .flatMap((block) => [
        /<script setup[^>]*>\n([\s\S]*?)<\/script>/.exec(block)?.[1] ??
          (/^(?:import|'use client')/.test(block) ? block : undefined),
      ])
      .filter((code) => code !== undefined);
    expect(samples.length).toBeGreaterThan(6);
    const [wrong, ...missing] = missingNames([
      'export const page = ({ children }: { children: ReactNode }) => children;',
      ...samples,
    ]);
    expect(wrong).toEqual(["Cannot find name 'ReactNode'."]);
    expect(samples.flatMap((code, index) => (missing[index] ?? []).map((message) => `${message}\n${code}`))).toEqual(
      [],
    );
  });
});

describe('FI-6 an example that is copied out of the repository', () => {
  const examples = readMembers().filter(({ folder }) => folder.startsWith('examples/'));

  it('asks for versions that npm understands', () => {
    expect(examples.length).toBeGreaterThan(4);
    for (const { folder, manifest } of examples) {
      const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
      expect([folder, ranges.filter(([, range]) => !/^[\^~]?\d+\.\d+\.\d+$/.test(String(range)))]).toEqual([
        folder,
        [],
      ]);
    }
  });

  it('names no file outside of its folder', () => {
    const skip = (name: string): boolean => ['node_modules', 'dist', '.next', 'README.md'].includes(name);
    const reaching = listFiles(join(root, 'examples'), skip).filter(
      (file: string) => /\.json$/.test(file) && read(join('examples', file)).includes('../..'),
    );
    expect(reaching).toEqual([]);
  });
});

describe('examples that no bundler reads', () => {
  it('tag manager: the tag is ES5', () => {
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(read('examples/tag-manager/tag.html')) ?? [];
    expect(() => Parser.parse(script, { ecmaVersion: 5 })).not.toThrow();
    expect(() => transformSync(script, { target: 'es5' })).not.toThrow();
    expect(() => Parser.parse('let a;', { ecmaVersion: 5 })).toThrow();
  });

  it('shopify: the schema is JSON of an app embed block, and every setting is used', () => {
    const liquid = read('examples/shopify/blocks/sotto-chat.liquid');
    const [, text = ''] = /{% schema %}([\s\S]*){% endschema %}/.exec(liquid) ?? [];
    const schema = JSON.parse(text) as {
      name: string;
      target: string;
      settings: { type: string; id: string; label: string; default?: string; options?: { value: string }[] }[];
    };
    expect(schema.target).toBe('body');
    expect(schema.name.length).toBeLessThanOrEqual(25);
    for (const { id, label, type, options, default: chosen } of schema.settings) {
      expect(label).not.toBe('');
      expect(liquid).toContain(`block.settings.${id}`);
      if (type === 'select') expect(options?.map(({ value }) => value)).toContain(chosen);
    }
  });
});
