import { parseArgs } from 'node:util';
import { TEMPLATES, type Template } from './templates';
import { UsageError } from './usageError';

/** What was said on the command line; what is missing is asked for. */
export interface Options {
  readonly help: boolean;
  readonly name?: string;
  readonly template?: Template;
  /** @default 'http://localhost:3000', where `npx @sotto/server` listens */
  readonly server?: string;
  /** @default 'demo' */
  readonly widget?: string;
}

/** Longest name that npm takes. */
const MAX_NAME = 214;

/**
 * The words of the command line → options.
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
 * A name for a folder that npm also takes as the name of a package; `.` is the folder one is in.
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
 * A template by its name, or by its number in the list.
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
