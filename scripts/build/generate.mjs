// Writes the files that are made from the tables of the core (npm run generate). With --check it writes nothing, and
// fails when one of them is not current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { runnerImport } from 'vite';
import { chartSchema, chartValues } from '../release/chart.mjs';
import { readJson, root } from '../machine/workspace.mjs';

const GENERATED_NOTICE = 'Made by `npm run generate` from packages/widget-core/src/config/settings.ts.';
/** Longest text of a setting that only a page has, in characters: enough for any selector or media query. */
const MAX_PAGE_TEXT = 500;
const plain = (name) => name.toLowerCase();
const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** Words as one text between spaces, in pieces that fit on a line; the build joins them. */
const listWords = (words) => {
  const pieces = (words.join(' ').match(/.{1,90}(?: |$)/g) ?? []).map(quote);
  return `(${pieces.join(' + ')}).split(' ')`;
};

/** Every row with its name, its attribute (undefined: it has none) and what holds without it, as text. */
export function readRows({ WIDGET_SETTINGS, LOADER_SETTINGS, SERVER_SETTINGS = {} }, { CONFIG_FIELDS }) {
  const toRow =
    (owner) =>
    ([name, row]) => {
      const fallback = CONFIG_FIELDS[name]?.fallback;
      const otherwise =
        typeof fallback === 'boolean' || typeof fallback === 'number' ? String(fallback) : row.otherwise;
      const attribute =
        row.attribute === false
          ? undefined
          : (row.attribute ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
      return { ...row, name, owner, attribute, otherwise };
    };
  return [
    ...Object.entries(LOADER_SETTINGS).map(toRow('loader')),
    ...Object.entries(WIDGET_SETTINGS).map(toRow('widget')),
    ...Object.entries(SERVER_SETTINGS).map(toRow('server')),
  ];
}

/** Imports of our own packages resolve to their sources, so that nothing has to be built first. */
const SOURCES_ONLY = {
  configFile: false,
  logLevel: 'error',
  environments: { inline: { resolve: { conditions: ['@sotto/source'], noExternal: [/^@sotto\//] } } },
};

/** Path and content of each generated file. */
export async function generate() {
  const load = async (file) => (await runnerImport(path.join(root, file), SOURCES_ONLY)).module;
  const { CONFIG_FIELDS } = await load('packages/widget-core/src/config/widgetConfig.ts');
  const { HOST_METHODS } = await load('packages/widget-core/src/protocol/hostMethods.ts');
  const { hostToFrame } = await load('packages/widget-core/src/protocol/messages.ts');
  const { LAYOUTS } = await load('packages/widget-core/src/config/layouts.ts');
  const { LAYOUT_WORDS } = await load('packages/widget-core/src/protocol/layoutWords.ts');
  const { SHIPPED_LANGUAGES } = await load('packages/widget-core/src/config/intl.ts');
  const rows = readRows(await load('packages/widget-core/src/config/settings.ts'), { CONFIG_FIELDS });
  const studio = await load('packages/widget-core/src/config/studioSettings.ts');
  const { ENVIRONMENT_NAMES, SITE_NAMES } = await load('packages/server/src/config/serverConfig.ts');
  const { MODEL_PROVIDERS } = await load('packages/server/src/config/modelProviders.ts');
  const variables = [...ENVIRONMENT_NAMES, ...SITE_NAMES];
  const sources = {
    'deploy/chart/values.yaml': chartValues(variables),
    'deploy/chart/values.schema.json': chartSchema(variables),
    'packages/loader/src/settingNames.ts': settingNames(rows),
    'packages/loader/src/element/elementSettingNames.ts': elementSettingNames(rows),
    'packages/loader/src/manifest/attributeTable.ts': attributeTable(rows),
    'packages/loader/src/manifest/namedAttributes.ts': namedAttributes(rows),
    'packages/loader/src/layoutNames.ts': layoutNames(Object.keys(LAYOUTS), LAYOUT_WORDS),
    'packages/loader/src/methodNames.ts': methodNames(HOST_METHODS),
    'packages/loader/src/element/frameMethodRows.ts': frameMethodRows(HOST_METHODS, hostToFrame),
    'packages/widget-core/src/config/loaderKeys.ts': loaderKeys(rows),
    'packages/loader/src/panel/loaderOnly.ts': loaderOnly(rows),
    'packages/hub-site/src/studio/studioFields.ts': studioFields(rows, CONFIG_FIELDS, studio, SHIPPED_LANGUAGES),
  };
  const { ignorePatterns: _, ...style } = readJson('.oxfmtrc.json');
  const formatted = Object.entries(sources).map(async ([name, text]) => {
    const { code, errors } = await format(name, text, style);
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
    return [name, code];
  });
  return {
    ...Object.fromEntries(await Promise.all(formatted)),
    'docs/guides/settings.md': settingsGuide(rows),
    'docs/guides/models.md': modelsGuide(MODEL_PROVIDERS),
  };
}

/** The shortest beginning that no other name has; seven letters at least, for a page has attributes of its own. */
function ownBeginning(name, others) {
  let length = 7;
  while (others.some((other) => other.startsWith(name.slice(0, length)))) length += 1;
  return name.slice(0, length);
}

function settingNames(rows) {
  const names = rows
    .filter(({ needsElement }) => needsElement)
    .map(({ name, partOf }) => (partOf?.startsWith('triggers.') ? 'trigger' : plain(name)));
  // Sorted by length the script compresses best.
  const sorted = [...new Set([...names, 'theme.'])].sort(
    (one, other) => one.length - other.length || one.localeCompare(other, 'en'),
  );
  const others = rows.filter(({ needsElement }) => !needsElement).map(({ name }) => plain(name));
  return `// ${GENERATED_NOTICE}
/**
 * Settings that need the rest of the element before the visitor shows intent, where they are set. By the beginnings of
 * their names that no other setting shares, without dashes and capitals; \`theme.\` is a field of the theme in an
 * attribute of its own.
 */
export const NEEDED_AT_ONCE = /^(${sorted.map((name) => ownBeginning(name, others)).join('|')})/;
`;
}

function elementSettingNames(rows) {
  const read = rows.filter(
    ({ owner, loaderReads, partOf }) => (owner === 'loader' || loaderReads) && !partOf?.startsWith('triggers.'),
  );
  const names = read.map(({ name }) => name).filter((name) => plain(name) !== name);
  const json = rows
    .filter(({ kind, name, attribute }) => attribute && (kind === 'json' || name === 'theme'))
    .map(({ name }) => name);
  const triggers = rows
    .filter(({ partOf }) => partOf?.startsWith('triggers.'))
    .map(({ name, partOf }) => `${plain(name)}: ${quote(partOf.split('.')[1])}`);
  return `// ${GENERATED_NOTICE}
/**
 * Settings with capitals in their names that the loader reads. All others go to the frame as they are: it knows the
 * whole list.
 */
export const NAMES = ${listWords(names)};

/** Attributes of the triggers, without dashes, and the fields they stand for. */
export const TRIGGERS: Readonly<Record<string, string>> = { ${triggers.join(', ')} };

/** Settings that an attribute writes as JSON. */
export const JSON_NAMES = /^(${json.join('|')})$/;
`;
}

const SAYS_METHODS = GENERATED_NOTICE.replace('config/settings.ts', 'protocol/hostMethods.ts');

function methodNames(methods) {
  const onGlobal = Object.keys(methods).filter((name) => methods[name].onGlobal !== false);
  return `// ${SAYS_METHODS}
/** Every method that brings the rest of the element with it. */
export type MethodName = ${Object.keys(methods).map(quote).join(' | ')};

/** Those that \`window.sotto\` has as well, for the first widget. */
export type GlobalMethodName = ${onGlobal.map(quote).join(' | ')};

export const METHODS = ${listWords(Object.keys(methods))};
`;
}

function layoutNames(names, words) {
  const union = (chosen) => chosen.map(quote).join(' | ');
  return `// ${GENERATED_NOTICE.replace('config/settings.ts', 'protocol/layoutWords.ts')}
/** Where the chat stands. */
export type LayoutName = ${union(names)};

/** Other words for a layout. */
export type LayoutAlias = ${union(words.filter((word) => !names.includes(word)))};
`;
}

function frameMethodRows(methods, messages) {
  const lines = Object.entries(methods)
    .filter(([, { message }]) => message)
    .map(([name, { message, takes = [], gives }]) => {
      if (!Object.hasOwn(messages, message)) throw new Error(`${name}: the frame hears no message ${message}`);
      const isNote = messages[message].kind === 'note';
      if (isNote && gives) throw new Error(`${name}: ${message} has no answer`);
      const fields = [
        message !== name && `message: ${quote(message)}`,
        isNote && 'isNote: true',
        takes.length > 0 && `takes: [${takes.map(quote).join(', ')}]`,
        gives && `gives: ${quote(gives)}`,
      ];
      return `  ${name}: { ${fields.filter(Boolean).join(', ')} },`;
    });
  return `// ${SAYS_METHODS}
/** A method that is one message to the frame. */
export interface FrameMethodRow {
  /** The message's name. @default that of the method */
  readonly message?: string;
  /** Whether it has no answer. */
  readonly isNote?: boolean;
  /** Which fields the arguments are; \`...\` is all of them. @default none */
  readonly takes?: readonly string[];
  /** The field of the answer that the method gives; \`...\` is the whole answer. */
  readonly gives?: string;
}

/** Methods that are one message to the frame, by their names. */
export const FRAME_METHODS: Readonly<Record<string, FrameMethodRow>> = {
${lines.join('\n')}
};
`;
}

function attributeTable(rows) {
  const lines = rows
    .filter(({ attribute }) => attribute)
    .map(({ attribute, name, kind, description, otherwise }) => {
      const written = Array.isArray(kind) ? `[${kind.map(quote).join(', ')}]` : quote(kind);
      return (
        `  { name: ${quote(attribute)}, setting: ${quote(name)}, kind: ${written}, description: ${quote(description)}, ` +
        `fallback: ${otherwise === undefined ? 'undefined' : quote(otherwise)} },`
      );
    });
  return `// ${GENERATED_NOTICE}
/** The documentation of one attribute. */
export interface AttributeEntry {
  readonly name: string;
  /** Its name in \`WidgetConfig\`. */
  readonly setting: string;
  /** Any text, a switch (present or \`true\` is on, \`false\` is off), a number, JSON text, or one of some words. */
  readonly kind: 'text' | 'flag' | 'number' | 'json' | readonly string[];
  /** One line for the documentation. */
  readonly description: string;
  /** The default, as text; undefined: none, or the one in the server's settings. */
  readonly fallback: string | undefined;
}

/**
 * Every attribute of \`<sotto-chat>\`, and with \`data-\` before it of the script tag.
 *
 * Colours and sizes are attributes of the form \`theme-*\` besides, one for each field of a theme
 * (\`theme-button-primary\`).
 */
export const ATTRIBUTES: readonly AttributeEntry[] = [
${lines.join('\n')}
];
`;
}

/**
 * What may be written for an attribute of a kind, in JSX. Lists and objects are JSON text there; as values they are
 * properties of the element.
 */
const WRITTEN = {
  text: 'string',
  flag: "boolean | '' | 'true' | 'false'",
  number: 'number | `${number}`',
  json: 'string',
};

function namedAttributes(rows) {
  const lines = rows
    .filter(({ attribute }) => attribute)
    .map(({ attribute, kind, description, otherwise }) => {
      const name = /^\w+$/.test(attribute) ? attribute : quote(attribute);
      return (
        `  /** ${description}${otherwise === undefined ? '' : ` @default ${otherwise}`} */\n  ${name}?: ` +
        `${WRITTEN[kind] ?? kind.map(quote).join(' | ')} | undefined;`
      );
    });
  return `// ${GENERATED_NOTICE}
/** Every attribute of \`<sotto-chat>\` that has a name of its own, as JSX writes it. */
export interface NamedAttributes {
${lines.join('\n')}
}
`;
}

const settingsOf = (rows) => [...new Set(rows.map(({ name, partOf }) => partOf?.split('.')[0] ?? name))];

function loaderOnly(rows) {
  const names = settingsOf(
    rows.filter(({ owner, frameReads, isSentApart }) => (owner === 'loader' ? !frameReads : isSentApart)),
  );
  return `// ${GENERATED_NOTICE}
/** Settings that the frame does not get with the others: the loader's own, and those that reach it in another way. */
export const LOADER_ONLY: ReadonlySet<string> = new Set(${listWords(names)});
`;
}

function loaderKeys(rows) {
  const names = settingsOf(rows.filter(({ owner, isSetting }) => owner === 'loader' && isSetting !== false));
  return `// ${GENERATED_NOTICE}
/** Settings that the loader keeps for itself: known here so that nobody is warned of them. */
export const LOADER_KEYS: ReadonlySet<string> = new Set(${listWords(names)});
`;
}

/** The longest text that the check of a setting lets through, in characters. */
function maxLengthOf(field) {
  const { requirement } = field?.schema.pipe?.find(({ type }) => type === 'max_length') ?? {};
  return typeof requirement === 'number' ? requirement : undefined;
}

function studioFields(rows, fields, { STUDIO_GROUPS, STUDIO_SETTINGS }, languages) {
  const offered = ['widget', 'server', 'loader'].flatMap((side) =>
    rows
      .map((row) => ({ ...row, studio: STUDIO_SETTINGS[row.name] }))
      .filter(({ owner, studio }) => owner === side && !studio.without),
  );
  const lines = offered.map(({ name, kind, owner, partOf, attribute, otherwise, studio }) => {
    const fallback =
      fields[name]?.fallback ?? (kind === 'flag' ? otherwise === 'true' : kind === 'text' ? '' : otherwise);
    const row = {
      name,
      attribute,
      kind: studio.control === 'own' && Array.isArray(kind) ? 'text' : kind,
      owner: owner === 'loader' ? 'page' : owner,
      ...(partOf && { partOf }),
      ...studio,
      fallback:
        studio.control === 'own'
          ? undefined
          : kind === 'number'
            ? fallback === undefined
              ? ''
              : Number(fallback)
            : fallback,
      ...(kind === 'text' && { maxLength: maxLengthOf(fields[name]) ?? MAX_PAGE_TEXT }),
    };
    return JSON.stringify(row);
  });
  return `// ${GENERATED_NOTICE}
/** Groups of the form, in order, with their titles. */
export const STUDIO_GROUPS = ${JSON.stringify(STUDIO_GROUPS)} as const;
export type StudioGroup = keyof typeof STUDIO_GROUPS;

/** A setting that the studio offers. */
export interface StudioRow {
  readonly name: string;
  readonly attribute?: string;
  /** Any text, a switch, a number, JSON, or one of some words. */
  readonly kind: 'text' | 'flag' | 'number' | 'json' | readonly string[];
  /** \`page\`: part of the code on the page; \`widget\`: the server sends it to pages; \`server\`: no page gets it. */
  readonly owner: 'widget' | 'page' | 'server';
  /** The part of a setting that it is. */
  readonly partOf?: string;
  readonly group: StudioGroup;
  readonly label: string;
  readonly hint?: string;
  /** Labels of the values. @default the values */
  readonly values?: Readonly<Record<string, string>>;
  readonly isAdvanced?: boolean;
  readonly control?: 'lines' | 'picture' | 'icon' | 'own';
  /** How much of the setting's unit the field's unit is. @default 1 */
  readonly unit?: number;
  /** Its value if nobody has set it. */
  readonly fallback?: string | number | boolean;
  /** Longest text, in characters. */
  readonly maxLength?: number;
}

/** Every setting that the studio offers. */
export const STUDIO_ROWS: readonly StudioRow[] = [
${lines.join(',\n')}
];

/** Languages included in the widget. */
export const LANGUAGES = [${languages.map(quote).join(', ')}] as const;
`;
}

function settingsGuide(rows) {
  const cell = (text) => text.replaceAll('|', '\\|');
  const line = ({ owner, attribute, name, kind, description, otherwise }) =>
    `| ${owner === 'server' ? '' : `${attribute ? `\`${attribute}\`` : ''} | `}\`${name}\` | ` +
    `${cell(Array.isArray(kind) ? kind.map((word) => `\`${word}\``).join(', ') : kind)} | ${cell(description)} ` +
    `| ${otherwise === undefined ? '' : `\`${cell(otherwise)}\``} |`;
  const table = (chosen, names = ['attribute', 'in scripts']) =>
    `| ${names.join(' | ')} | type | description | default |\n${'|---'.repeat(names.length + 3)}|\n${chosen.map(line).join('\n')}`;
  return `<!-- ${GENERATED_NOTICE} -->
# Every setting

Use the attributes on \`<sotto-chat>\` as listed here, and on the script tag with the prefix \`data-\`. A \
flag is on if it is present or \`true\`, and off if it is \`false\`. Settings of the page override
those that the owner has set in the studio, within the owner's limits. Theme fields are attributes too: \`theme-button-primary\`.

## Settings of the chat

${table(rows.filter(({ owner }) => owner === 'widget'))}

## Settings of the script

The script uses these settings itself and does not send them to the chat.

${table(rows.filter(({ owner }) => owner === 'loader'))}

## Settings of the server

The owner sets them in the studio, or in the widget's \`config\` through [the API](../api.md). No page gets or changes them.

${table(
  rows.filter(({ owner }) => owner === 'server'),
  ['setting'],
)}
`;
}

function modelsGuide(providers) {
  const lines = providers.map(
    ({ name, baseUrl, needsKey, whenMissing, note }) =>
      `| ${name} | \`${baseUrl}\` | ${needsKey ? 'yes' : 'no'} | ` +
      `${[note, whenMissing && `If the model is missing: ${whenMissing.replace(/^./, (first) => first.toLowerCase())}.`]
        .filter(Boolean)
        .join(' ')} |`,
  );
  return `<!-- ${GENERATED_NOTICE.replace('widget-core/src/config/settings.ts', 'server/src/config/modelProviders.ts')} -->
# Models and providers

The server asks any endpoint that implements OpenAI's chat completions. Set its address, a key if it needs one, and the \
name of the model:

\`\`\`sh
OPENAI_BASE_URL=http://localhost:11434/v1 OPENAI_MODEL=llama3.2 npx @sotto/server
\`\`\`

Words in capitals stand for your own. \`npx @sotto/server doctor\` checks the address, the key and the name of the model, \
and prints notes about the provider.

| provider | \`OPENAI_BASE_URL\` | needs a key | good to know |
|---|---|---|---|
${lines.join('\n')}

Anthropic's models have an API of their own: set \`ANTHROPIC_API_KEY\` and \`ANTHROPIC_MODEL\`. Other settings of models \
are in [For operators](operator.md#choosing-a-model).

## What needs no setting

Providers differ in how they stream an answer. Sotto handles these differences by itself:

- Thinking that comes in a field of its own (\`reasoning\`, \`reasoning_content\`), in typed parts, or between \`<think>\` tags \
is never shown as the answer.
- Where the model's chat template supplies the opening \`<think>\`, only \`</think>\` comes, alone on a line. \
The first such reply of a model shows the thinking until the reply ends, and then only the answer. The next replies are \
held until the tag comes: if a model then \
answers without one, its replies appear when they are complete, and are streamed again after eight of them.
- Several tool calls with the same index or without one, calls in pieces, and calls without an id are told apart.
- An error in the middle of a stream, and a stream that stops without an end, are shown as a reply that broke off.
- A field that an endpoint refuses (\`stream_options\`, \`temperature\`, \`tool_choice\`, \`tools\`) is left out from then on.
- Fields of the provider's own in a tool call, such as Gemini's thought signature, go back to it with the call.
`;
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('generate.mjs')) {
  let stale = 0;
  const isCheck = process.argv.includes('--check');
  const files = Object.entries(await generate());
  for (const [name, text] of files) {
    const file = path.join(root, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale += 1;
    if (isCheck) console.log(`${name} is not what the tables say. Run npm run generate.`);
    else writeFileSync(file, text);
  }
  console.log(`${files.length} generated files, ${stale} ${isCheck ? 'out of date' : 'written'}.`);
  process.exit(isCheck && stale > 0 ? 1 : 0);
}
