import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../machine/workspace.mjs';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe("the guide to parts of one's own", () => {
  it('FI-8: shows the samples that are compiled and drawn in widget-react, letter for letter', () => {
    const source = read('packages/widget-react/src/anyReact/partSamples.tsx');
    const samples = [...source.matchAll(/^\/\/ docs: \S+\n([\s\S]*?)\n\/\/ \/docs$/gm)].map(([, text = '']) =>
      text.replace(/^export /gm, ''),
    );
    const blocks = [...read('docs/guides/parts.md').matchAll(/^```tsx\n([\s\S]*?)\n```$/gm)].map(([, text]) => text);
    expect(samples.length).toBeGreaterThan(15);
    expect(blocks.sort()).toEqual(samples.sort());
  });
});
