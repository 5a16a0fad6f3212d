import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOST_METHODS } from '../../packages/widget-core/src/protocol/hostMethods';
import { frameToHost, hostToFrame } from '../../packages/widget-core/src/protocol/messages';
import { generate } from '../build/generate.mjs';
import { root } from '../machine/workspace.mjs';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('FC-1 the table of methods', () => {
  it('names messages of the protocol and fields of their payloads', () => {
    for (const [name, row] of Object.entries(HOST_METHODS)) {
      if (!('message' in row)) continue;
      const { payload } = hostToFrame[row.message];
      const fields: readonly string[] = 'takes' in row ? row.takes : [];
      expect(
        fields.filter((field) => field !== '...' && !('entries' in payload && field in payload.entries)),
        name,
      ).toEqual([]);
    }
  });

  it('gives the loader every method, and only those', async () => {
    const files: Record<string, string> = await generate();
    const text = files['packages/loader/src/methodNames.ts'] ?? '';
    const forwarded = /METHODS = \(([\s\S]*)\)\.split/.exec(text)?.[1]?.match(/\w+/g) ?? [];
    expect(forwarded.sort()).toEqual(Object.keys(HOST_METHODS).sort());
  });

  it('has every message in the page about the protocol, in both directions', () => {
    const page = read('docs/protocol.md');
    const missing = [...Object.keys(hostToFrame), ...Object.keys(frameToHost)].filter(
      (name) => !page.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
