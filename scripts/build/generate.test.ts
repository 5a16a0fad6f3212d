import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_FIELDS } from '../../packages/widget-core/src/config/widgetConfig';
import * as settings from '../../packages/widget-core/src/config/settings';
import { generate, readRows } from './generate.mjs';
import { root } from '../machine/workspace.mjs';

describe('FC-1 files that are made from the tables', () => {
  it('are what the tables say now', async () => {
    const files = Object.entries(await generate());
    expect(files.length).toBeGreaterThan(4);
    for (const [name, text] of files)
      expect(readFileSync(path.join(root, name), 'utf8') === text, `${name} is current (npm run generate)`).toBe(true);
  });

  it('take a default from the check of a setting, and its name from the table', () => {
    const rows = readRows(
      {
        WIDGET_SETTINGS: {
          barTitle: settings.WIDGET_SETTINGS.barTitle,
          stream: settings.WIDGET_SETTINGS.stream,
          functions: settings.WIDGET_SETTINGS.functions,
        },
        LOADER_SETTINGS: { timeoutMs: settings.LOADER_SETTINGS.timeoutMs },
      },
      { CONFIG_FIELDS },
    );
    expect(rows.map(({ name, attribute, otherwise }: Record<string, unknown>) => [name, attribute, otherwise])).toEqual(
      [
        ['timeoutMs', 'timeout', settings.LOADER_SETTINGS.timeoutMs.otherwise],
        ['barTitle', 'bar-title', settings.WIDGET_SETTINGS.barTitle.otherwise],
        ['stream', 'stream', String(CONFIG_FIELDS.stream.fallback)],
        ['functions', undefined, undefined],
      ],
    );
  });
});
