import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const squeeze = (code: string): string => code.replace(/\s+/g, ' ').trim();

const guide = read('docs/guides/migrate.md');
const added = [...guide.matchAll(/```diff\n([^]*?)```/g)].map(([, diff = '']) =>
  diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1)),
);
const compiled = [
  'packages/widget-react/src/anyReact/migrationSamples.tsx',
  'packages/loader/src/migrationSamples.test-d.ts',
].flatMap((file) =>
  [...read(file).matchAll(/\/\/ docs: [\w-]+\n([^]*?)\/\/ \/docs/g)].map(([, code = '']) => squeeze(code)),
);

describe('the guide to moving from another chat', () => {
  it('adds only code that compiles, and all of it is on the page', () => {
    const scripts = added.filter(([line = '']) => !line.startsWith('<'));
    expect(scripts.length).toBe(4);
    for (const lines of scripts) {
      let rest = squeeze(lines.join('\n'));
      for (const code of compiled) rest = rest.replace(code, '');
      expect(squeeze(rest)).toBe('');
    }
    const page = squeeze(added.flat().join('\n'));
    expect(compiled.filter((code) => !page.includes(code))).toEqual([]);
  });

  it('shows a line of HTML with attributes that are there', () => {
    const [line = ''] = added.flat().filter((each) => each.startsWith('<'));
    const table = read('packages/loader/src/manifest/attributeTable.ts');
    const names = [...line.matchAll(/data-([\w-]+)=/g)].map(([, name = '']) => name);
    expect(names).toEqual(['widget', 'transport']);
    for (const name of names) expect(table).toContain(`'${name}'`);
  });
});
