import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './copyTemplates';
import type { Template } from './templates';
import { UsageError } from './usageError';

/** Address and widget used in the examples; replaced in a new app. */
const EXAMPLE_SERVER = 'https://chat.example.com';
const EXAMPLE_WIDGET = 'widget="demo"';

const IGNORED = ['node_modules/', 'dist/', '.next/', 'next-env.d.ts', '.sotto-data/', 'settings.env'];

/** Options of a new app. */
export interface AppOptions {
  /** The folder, absolute. */
  readonly folder: string;
  /** The name in its package.json. */
  readonly name: string;
  readonly template: Template;
  /** Folder that holds the templates. */
  readonly templates: string;
  /** Address of the Sotto server, without a slash at the end. */
  readonly server: string;
  /** Id of the widget. */
  readonly widget: string;
}

/**
 * Writes a new app into a folder that does not exist or is empty.
 *
 * @throws UsageError if the folder is not empty
 */
export function createApp({ folder, name, template, templates, server, widget }: AppOptions): void {
  requireEmpty(folder);
  mkdirSync(folder, { recursive: true });
  const source = join(templates, template.name);
  cpSync(source, folder, { recursive: true });
  for (const file of listFiles(source)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const replaced = text
      .replaceAll(EXAMPLE_SERVER, () => server)
      .replaceAll(EXAMPLE_WIDGET, () => `widget="${widget}"`);
    if (replaced !== text) writeFileSync(path, replaced);
  }
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) {
    const content = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
    writeFileSync(manifest, `${JSON.stringify({ ...content, name }, undefined, 2)}\n`);
  }
  writeFileSync(join(folder, '.gitignore'), `${IGNORED.join('\n')}\n`);
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  let found: string[];
  try {
    found = readdirSync(folder);
  } catch {
    throw new UsageError(`${folder} is a file, not a folder.`);
  }
  const files = found.filter((file) => file !== '.git');
  if (files.length > 0)
    throw new UsageError(
      `The folder ${folder} is not empty: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`,
    );
}
