import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = path.resolve(import.meta.dirname, '../../packages');
const sheets = ['widget-react/src/theme', 'hub-site/src/styles', 'frame/src'].flatMap((folder) =>
  readdirSync(path.join(packages, folder))
    .filter((name) => name.endsWith('.css'))
    .map((name) => path.join(packages, folder, name)),
);

describe('animations', () => {
  it('have a name of their own in each package: of two with the same one, a page plays the last for both', () => {
    const names = sheets.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/@keyframes ([\w-]+)/g)].map(
        ([, name]) => `${path.relative(packages, file).split(path.sep)[0] ?? ''} ${name ?? ''}`,
      ),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("styles that a stranger's text cannot end the page with", () => {
  it('have no `text-wrap: pretty`: WebKitGTK 2.50 crashes with it on some long texts of several scripts', () => {
    expect(sheets.length).toBeGreaterThan(8);
    expect(sheets.filter((file) => /text-wrap(?:-style)?:\s*pretty/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the ring around a field that has the focus (W-5)', () => {
  it('is an outline: Firefox lays it on whole pixels, and blurs a shadow at a field that stands between two', () => {
    const rules = sheets.flatMap((file) => readFileSync(file, 'utf8').match(/[^{}]*:focus[^{}]*\{[^{}]*\}/g) ?? []);
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.filter((rule) => /box-shadow:[^;}]*var\(--sotto-accent\)/.test(rule))).toEqual([]);
  });

  it("says how far it stands from a field: WebKit's own styles lay it over the edge, where half of it is not seen", () => {
    const rules = sheets.flatMap(
      (file) =>
        readFileSync(file, 'utf8').match(
          /[^{}]*(?:form-control|input):focus-visible[^{}]*\{[^{}]*outline: \d[^{}]*\}/g,
        ) ?? [],
    );
    expect(rules.filter((rule) => !rule.includes('Highlight')).length).toBeGreaterThan(2);
    expect(rules.filter((rule) => !rule.includes('Highlight') && !rule.includes('outline-offset'))).toEqual([]);
  });
});

describe('a list at its end (W-31)', () => {
  it('stands in no query container: WebKit lays out once without what has just been put into one, and that moves the list up', () => {
    const own = sheets.filter((file) => file.includes('widget-react'));
    expect(
      own.filter((file) =>
        /container(?:-type)?:|\d+cq(?:[wihb]|min|max)\b|@container \(/.test(readFileSync(file, 'utf8')),
      ),
    ).toEqual([]);
  });
});

describe('OW-9 the sheets of a workspace, which every page of the site loads after the public ones', () => {
  const selectorsOf = (name: string): string[] =>
    [
      ...readFileSync(path.join(packages, 'hub-site/src/styles', name), 'utf8')
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .matchAll(/([^{}]+)\{/g),
    ]
      .flatMap(([, selectors = '']) => selectors.split(','))
      .map((selector) => selector.trim());

  it('style no class of a public page without naming a place', () => {
    const open = new Set(['base.css', 'shell.css', 'pages.css', 'docs.css', 'item.css'].flatMap(selectorsOf));
    expect(open.size).toBeGreaterThan(400);
    expect(
      ['workspace.css', 'inbox.css', 'insights.css', 'conversations.css']
        .flatMap(selectorsOf)
        // The menu's place on a phone is the shell's, beside that of the other menus.
        .filter((selector) => /^\.[\w-]+$/.test(selector) && selector !== '.workspace-menu' && open.has(selector)),
    ).toEqual([]);
  });
});
