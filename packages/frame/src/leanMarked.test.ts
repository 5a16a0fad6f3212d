// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { leaveOutOfMarked } from '../leanMarked';

const file = join(import.meta.dirname, '..', '..', 'widget-core', 'node_modules', 'marked', 'lib', 'marked.esm.js');
const folder = mkdtempSync(join(tmpdir(), 'marked-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Marked {
  readonly Lexer: new (options: object) => {
    readonly tokenizer: { readonly rules: Record<'block' | 'inline' | 'other', Record<string, RegExp>> };
  };
}

/** Rules that `markdownRules.ts` replaces, and those of blocks of HTML, which it does not read. */
const REPLACED = new Set(['html', 'emStrongLDelim', 'punctuation', 'delLDelim']);

describe('marked as the frame has it', () => {
  it('has every rule that is in use, as the library has it', async () => {
    const transform = leaveOutOfMarked().transform as (code: string, id: string) => { readonly code: string };
    const lean = join(folder, 'marked.mjs');
    writeFileSync(lean, transform(readFileSync(file, 'utf8'), file).code.replace(/\/\/# sourceMappingURL.*/, ''));
    const [ours, theirs] = (await Promise.all([lean, file].map((name) => import(pathToFileURL(name).href)))) as [
      Marked,
      Marked,
    ];
    const rulesOf = ({ Lexer }: Marked) => {
      const { block, inline, other } = new Lexer({ gfm: true, breaks: true }).tokenizer.rules;
      return [block, inline, other].map((rules) =>
        Object.fromEntries(
          Object.entries(rules)
            .filter(([name]) => !REPLACED.has(name))
            .map(([name, rule]) => [name, String(rule)]),
        ),
      );
    };
    expect(rulesOf(ours)).toEqual(rulesOf(theirs));
  });
});
