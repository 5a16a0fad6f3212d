import { basename, resolve } from 'node:path';
import { createApp } from './createApp';
import { readName, readOptions, readTemplate, type Options } from './readOptions';
import { TEMPLATES, type Template } from './templates';
import { UsageError } from './usageError';

/** Where `npx @sotto/server` listens, and the widget that every server has. */
const DEFAULT_SERVER = 'http://localhost:3000';
const DEFAULT_WIDGET = 'demo';

/** The output of `--help`. */
export const HELP = `Makes a new folder with the Sotto chat widget.

  npm create sotto [name] -- [options]

  -t, --template <name>  ${TEMPLATES.map(({ name }) => name).join(', ')}
  --server <address>     address of your Sotto server (default: ${DEFAULT_SERVER})
  --widget <id>          id of your widget (default: ${DEFAULT_WIDGET})
  -h, --help             this text

What is missing is asked for. "." as the name is the folder you are in; it must be empty.`;

/** Environment of the command. */
export interface Surroundings {
  readonly cwd: string;
  /** Folder that holds the templates. */
  readonly templates: string;
  /** `npm_config_user_agent`, which identifies the package manager. */
  readonly userAgent?: string | undefined;
  /** Asks at the terminal; undefined if it is not interactive. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly out: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Runs the command. @returns exit code: 0, or 2 for invalid arguments */
export async function runCreate(words: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const options = readOptions(words);
    if (options.help) surroundings.out(HELP);
    else surroundings.out(await create(options, surroundings));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    surroundings.complain(error.message);
    return 2;
  }
}

async function create(options: Options, { cwd, templates, userAgent, ask, complain }: Surroundings): Promise<string> {
  const isComplete = options.name !== undefined && options.template !== undefined;
  if (!isComplete && !ask) throw new UsageError(`Nobody can be asked here: give a name and a template.\n\n${HELP}`);
  const askFor = async <T>(question: string, read: (answer: string) => T): Promise<T> => {
    for (;;) {
      try {
        return read((await ask?.(question)) ?? '');
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        complain(error.message);
      }
    }
  };
  const name =
    options.name ?? (await askFor('Name of the new folder (my-chat): ', (answer) => readName(answer || 'my-chat')));
  const template = options.template ?? (await askFor(menu(), (answer) => readTemplate(answer || '1')));
  const folder = resolve(cwd, name);
  createApp({
    folder,
    name: name === '.' ? readName(basename(cwd).toLowerCase()) : name,
    template,
    templates,
    server: options.server ?? DEFAULT_SERVER,
    widget: options.widget ?? DEFAULT_WIDGET,
  });
  return nextSteps(name, template, commandsOf(userAgent), options.server);
}

function menu(): string {
  const lines = TEMPLATES.map(({ name, title }, index) => `  ${String(index + 1)}  ${name.padEnd(8)} ${title}`);
  return `Template:\n${lines.join('\n')}\nNumber or name (1): `;
}

/** Commands of the package manager to install, and to run a package without installing it. */
function commandsOf(userAgent = ''): { manager: string; execute: string } {
  const [manager = ''] = userAgent.split('/');
  const execute = { pnpm: 'pnpm dlx', yarn: 'yarn dlx', bun: 'bunx' }[manager];
  return execute === undefined ? { manager: 'npm', execute: 'npx' } : { manager, execute };
}

function nextSteps(
  name: string,
  { script, firstFile, name: template }: Template,
  { manager, execute }: ReturnType<typeof commandsOf>,
  server: string | undefined,
): string {
  const commands = [
    ...(name === '.' ? [] : [`cd ${name}`]),
    ...(script === undefined ? [`${execute} vite`] : [`${manager} install`, `${manager} run ${script}`]),
  ];
  const after =
    template === 'server'
      ? [`Then open ${DEFAULT_SERVER}/demo. A language model is set in ${firstFile}.`]
      : [
          ...(server === undefined
            ? [
                `The chat is answered by the server at ${DEFAULT_SERVER}. Start it in a second terminal:`,
                '',
                `  ${execute} @sotto/server`,
              ]
            : [`The chat is answered by the server at ${server}.`]),
          '',
          `Its address and the id of the widget are in ${firstFile}.`,
        ];
  return [`Made from the template ${template}. Next:`, '', ...commands.map((line) => `  ${line}`), '', ...after].join(
    '\n',
  );
}
