import { parseArgs } from 'node:util';
import { TEMPLATES, type Template } from './templates';
import { UsageError } from './usageError';

/** Options from the command line; missing ones are asked for. */
export interface Options {
  readonly help: boolean;
  readonly name?: string;
  readonly template?: Template;
  /** @default 'http://localhost:3000', where `npx @sotto/server` listens */
  readonly server?: string;
  /** @default 'demo' */
  readonly widget?: string;
}

/** Maximum length of a package name in npm. */
const MAX_NAME = 214;

/**
 * Parses the command line.
 *
 * @throws UsageError
 */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parse(words);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Unexpected "${more.join(' ')}": one folder is made at a time.`);
  return {
    help: values.help === true,
    ...(name !== undefined && { name: readName(name) }),
    ...(values.template !== undefined && { template: readTemplate(values.template) }),
    ...(values.server !== undefined && { server: readServer(values.server) }),
    ...(values.widget !== undefined && { widget: readWidget(values.widget) }),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        template: { type: 'string', short: 't' },
        server: { type: 'string' },
        widget: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Validates a folder name, which must also be a valid package name; `.` is the current folder.
 *
 * @throws UsageError
 */
export function readName(written: string): string {
  const name = written.trim();
  if (name === '.') return name;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name) || name.length > MAX_NAME || ['node_modules', 'favicon.ico'].includes(name))
    throw new UsageError(
      `"${written}" cannot be the name of an app: use small letters, digits, hyphens, dots and underscores, and begin with a letter or digit.`,
    );
  return name;
}

/**
 * Finds a template by its name or its number in the list.
 *
 * @throws UsageError
 */
export function readTemplate(written: string): Template {
  const wanted = written.trim().toLowerCase();
  const template = TEMPLATES.find(({ name }, index) => name === wanted || String(index + 1) === wanted);
  if (!template)
    throw new UsageError(
      `There is no template "${written}". Templates: ${TEMPLATES.map(({ name }) => name).join(', ')}.`,
    );
  return template;
}

function readServer(written: string): string {
  const url = /^https?:\/\//i.test(written) && URL.canParse(written) ? new URL(written) : undefined;
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`--server needs an address such as https://chat.example.com, not "${written}"`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function readWidget(written: string): string {
  if (!/^[\w-]+$/.test(written)) throw new UsageError(`--widget needs the id of a widget, not "${written}"`);
  return written;
}
