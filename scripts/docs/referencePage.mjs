// The names of one package entry as a page of the documentation.
import ts from 'typescript';
import { statementsOf } from '../check/publicNames.mjs';

/** The groups of a page, in their order, and what belongs to each: the first that fits. */
const GROUPS = [
  ['Hooks', ({ name, kind }) => kind === 'function' && /^use[A-Z]/.test(name)],
  [
    'Components',
    ({ name, kind, text }) => kind === 'function' && /^[A-Z]/.test(name) && /JSX\.Element|ReactNode/.test(text),
  ],
  ['Functions', ({ kind }) => kind === 'function'],
  ['Classes', ({ kind }) => kind === 'class'],
  ['Constants', ({ kind }) => kind === 'constant'],
  ['Types', () => true],
];

/** `@sotto/widget-core/transports` → `widget-core-transports`. */
export function referenceName(title) {
  return title.replace(/^@sotto\//, '').replaceAll('/', '-');
}

/** The page that lists the entries of all packages. */
export function referenceIndex(packages) {
  const rows = packages.flatMap(({ entries, manifest }) =>
    entries.map(({ title, exported }) => {
      if (exported.length === 0)
        return `| \`${title}\` | an import of it defines the element \`<sotto-chat>\`; it exports no name |`;
      const about = title === manifest.name ? `${manifest.description} ` : '';
      return `| [\`${title}\`](${referenceName(title)}.md) | ${about}${count(exported.length, 'name')} |`;
    }),
  );
  return [
    '# TypeScript reference',
    '',
    'Every name that the packages export, with its type and its docstring. The pages are generated from the published ' +
      'declarations (`npm run api-report`).',
    'The guides show how to use them: [For integrators](../guides/integrator.md), [React](../guides/react.md), ' +
      '[Your own parts](../guides/parts.md), [Any backend](../guides/any-backend.md).',
    '',
    '| import from | what it is |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** One page: the exports in groups, then the types that these mention. */
export function referencePage({ title, exported, mentioned }) {
  const items = exported.map(({ name, symbol }) => describe(name, symbol)).sort(byName);
  const sections = GROUPS.map(([group, belongs]) => ({
    group,
    items: items.filter((item) => GROUPS.find(([, fits]) => fits(item))?.[1] === belongs),
  })).filter((section) => section.items.length > 0);
  const hidden = mentioned.map((symbol) => describe(symbol.name, symbol)).sort(byName);
  return [
    `# ${title}`,
    '',
    `Names that \`${title}\` exports. This page is generated from the declarations of the package; [all entries](index.md).`,
    '',
    ...sections.flatMap((section) => [`## ${section.group}`, '', ...section.items.flatMap(write)]),
    ...(hidden.length > 0
      ? [
          '## Mentioned types',
          '',
          'Parts of the types above. They cannot be imported by name.',
          '',
          ...hidden.flatMap(write),
        ]
      : []),
  ].join('\n');
}

const byName = (a, b) => a.name.localeCompare(b.name, 'en') || (a.text < b.text ? -1 : 1);

function describe(name, symbol) {
  const statements = statementsOf(symbol);
  const text = statements.map((statement) => statement.getText().replace(/^(?:export )?(?:declare )?/, '')).join('\n');
  const renamed = symbol.name !== name ? `// exported as ${name}\n` : '';
  return { name, kind: kindOf(statements[0]), text: renamed + text, ...commentOf(statements) };
}

function kindOf(statement) {
  if (!statement) return 'type';
  if (ts.isFunctionDeclaration(statement)) return 'function';
  if (ts.isClassDeclaration(statement)) return 'class';
  if (ts.isVariableStatement(statement)) return 'constant';
  return 'type';
}

/** The first docstring of a name: its text, and its tags as lines. */
function commentOf(statements) {
  for (const statement of statements) {
    const comment = ts.getJSDocCommentsAndTags(statement).find((node) => ts.isJSDoc(node));
    if (comment)
      return {
        comment: plain(ts.getTextOfJSDocComment(comment.comment) ?? ''),
        tags: (comment.tags ?? []).map(writeTag).filter((line) => line !== ''),
      };
  }
  return { comment: '', tags: [] };
}

function writeTag(tag) {
  const text = plain((ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^- /, '')).replaceAll('\n', ' ');
  if (ts.isJSDocParameterTag(tag)) return `- \`${tag.name.getText()}\`: ${text}`;
  if (ts.isJSDocReturnTag(tag)) return `- Returns ${text}`;
  if (ts.isJSDocThrowsTag(tag)) return `- Throws ${(tag.typeExpression?.getText() ?? '').replace(/[{}]/g, '')}${text}`;
  if (tag.tagName.text === 'default')
    return `- Default: ${/^[\w'"`.-]+$/.test(text) ? `\`${text.replaceAll('`', '')}\`` : text}`;
  if (tag.tagName.text === 'deprecated') return `- Deprecated: ${text}`;
  return text;
}

/** Text of a docstring as Markdown, without the lines of the checklist: what looks like a tag outside of code is text. */
function plain(text) {
  return text
    .replaceAll(/ ?\[[A-Z]{1,2}-\d+\]/g, '')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .trim();
}

function write({ name, text, comment, tags }) {
  return [
    `### ${name}`,
    '',
    ...(comment === '' ? [] : [comment, '']),
    ...(tags.length === 0 ? [] : [...tags, '']),
    '```ts',
    text,
    '```',
    '',
  ];
}
