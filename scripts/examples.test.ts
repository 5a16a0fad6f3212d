import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { Parser } from 'acorn';
import { describe, expect, it } from 'vitest';
import { listFiles, root } from './workspace.mjs';

const GUIDES = join(root, 'docs/guides');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What stands between `docs: name` and `/docs` in the examples, and whole files that are copied whole. */
function readSnippets(): Map<string, string> {
  const snippets = new Map([['wordpress', read('examples/wordpress/sotto-chat/sotto-chat.php').trim()]]);
  const skip = (name: string): boolean => ['node_modules', 'dist', '.next'].includes(name);
  for (const file of listFiles(join(root, 'examples'), skip)) {
    for (const [, name = '', text = ''] of read(join('examples', file)).matchAll(/docs: ([\w-]+).*\n([\s\S]*?)\n.*\/docs/g)) snippets.set(name, outdent(text));
  }
  return snippets;
}

/** Takes away the indentation that all lines share. */
function outdent(text: string): string {
  const lines = text.split('\n');
  const depth = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth)).join('\n').trim();
}

/** The code of the install pages; commands for a shell are no example. */
function readBlocks(): string[] {
  const pages = readdirSync(GUIDES).filter((name) => /^(install-.*|react)\.md$/.test(name));
  return pages.flatMap((name) => [...readFileSync(join(GUIDES, name), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].filter(([, language]) => language !== 'sh').map(([, , text = '']) => text));
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
    const schema = JSON.parse(text) as { name: string; target: string; settings: { type: string; id: string; label: string; default?: string; options?: { value: string }[] }[] };
    expect(schema.target).toBe('body');
    expect(schema.name.length).toBeLessThanOrEqual(25);
    for (const { id, label, type, options, default: chosen } of schema.settings) {
      expect(label).not.toBe('');
      expect(liquid).toContain(`block.settings.${id}`);
      if (type === 'select') expect(options?.map(({ value }) => value)).toContain(chosen);
    }
  });
});
