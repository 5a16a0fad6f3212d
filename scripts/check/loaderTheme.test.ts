import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LOADER_THEME_FIELDS } from '../../packages/widget-core/src/config/index';
import { describe, expect, it } from 'vitest';
import { toPropertyName } from '../../packages/loader/src/appearance';

const SOURCES = `${path.resolve(import.meta.dirname, '../../packages/loader/src')}/`;

describe('FH-1 the theme fields of the loader', () => {
  it('are those that its style sheets read: the server resolves no other', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const read = files.flatMap((file) =>
      [...readFileSync(SOURCES + file, 'utf8').matchAll(/var\((--sotto-[a-z-]+)/g)].map(([, name]) => name),
    );
    expect([...new Set(read)].sort()).toEqual(LOADER_THEME_FIELDS.map(toPropertyName).sort());
  });
});
