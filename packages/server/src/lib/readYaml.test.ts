import { describe, expect, it } from 'vitest';
import { readYaml, YamlFault } from './readYaml';

const faultOf = (text: string): string => {
  try {
    readYaml(text);
    return '';
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return error.message;
  }
};
const MANY = 100_000;

describe('SV-1 YAML of a stranger', () => {
  it('is read, and JSON as well', () => {
    expect(readYaml('a: &x [1, true]\nb: *x\nc: "d"')).toEqual({ a: [1, true], b: [1, true], c: 'd' });
    expect(readYaml('{"a": [1, {"b": null}]}')).toEqual({ a: [1, { b: null }] });
  });

  it('names the place of a fault', () => {
    expect(faultOf('a: 1\nb: [')).toMatch(/ at line 2, column \d+$/);
    expect(faultOf('a: 1\nb: {c: 1, c: 2}')).toBe('Map keys must be unique at line 2, column 11');
    expect(faultOf('a: 1\n---\nb: 1')).toContain('multiple documents');
  });

  // The library itself ended the process at the first, and took minutes for the others.
  it.each<[name: string, text: string, fault: RegExp]>([
    ['lists in lists', '['.repeat(MANY) + ']'.repeat(MANY), /nested too deeply/],
    ['lists in lists, in lines', '- '.repeat(MANY), /nested too deeply/],
    ['lists after a key, in its line', `a: ${'- '.repeat(MANY)}`, /nested too deeply/],
    ['maps in maps', '{a: '.repeat(MANY), /nested too deeply/],
    [
      'maps in maps, in lines',
      Array.from({ length: 150 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
      /nested too deeply/,
    ],
    ['keys that are maps', '? '.repeat(MANY), /nested too deeply/],
    ['tags', '!!str '.repeat(MANY), /too many tags/],
    ['anchors', Array.from({ length: MANY }, (_, n) => `- &a${String(n)} b`).join('\n'), /too many tags/],
    ['directives', '%a\n'.repeat(MANY), /too many tags/],
    ['aliases', `a: &a [${'x,'.repeat(200)}]\nb: &b [${'*a,'.repeat(200)}]\nc: [${'*b,'.repeat(200)}]`, /alias/],
    ['the same key', `{${'k: 1,'.repeat(MANY)}}`, /must be unique/],
  ])('is refused: %s', (_name, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  it('may have many keys', () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `k${String(n)}: ${String(n)}`).join('\n');
    expect(Object.keys(readYaml(text) as object)).toHaveLength(50_000);
  });
});
