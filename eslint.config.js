import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.test-d.ts', 'packages/*/src/testing/**', 'e2e/**'];
const tools = ['**/*.config.{ts,js,mjs}', 'scripts/**', 'bench/**', '**/.dependency-cruiser.cjs', '**/.pnpmfile.cjs'];

const namedExports = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing is called the same everywhere.' },
  {
    selector: 'ExportSpecifier[exported.name="default"]',
    message: 'Export by name, so that a thing is called the same everywhere.',
  },
];
const htmlName =
  '/^(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|createContextualFragment|srcdoc)$/';
const htmlMessage = 'HTML is written in parts/SafeHtml.tsx only.';
const noHtml = [
  { selector: `MemberExpression[property.name=${htmlName}]`, message: htmlMessage },
  { selector: `MemberExpression[computed=true] > Literal[value=${htmlName}]`, message: htmlMessage },
  { selector: `JSXAttribute[name.name=${htmlName}]`, message: htmlMessage },
  { selector: `Property[key.name=${htmlName}]`, message: htmlMessage },
  {
    selector: 'CallExpression[callee.object.name="document"][callee.property.name=/^writeln?$/]',
    message: htmlMessage,
  },
];

const noHttp = 'HTTP belongs to http/, routes/ and app/: what stands below them works without it.';

const ownEntry = (name, { folder = `packages/${name}/src`, also = [] } = {}) => ({
  files: [`${folder}/**`],
  ignores: tests,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: `^@sotto/${name}(/|$)`, message: 'Inside a package import the file itself, not the entry.' },
          {
            regex: '^\\.\\.?(/\\.\\.)*/?$|^\\.\\.?/(.*/)?index(\\.[jt]sx?)?$',
            message: 'index.ts is for outsiders: import the file itself.',
          },
          ...also,
        ],
      },
    ],
  },
});

const arrivesAsArgument = (name) => ({
  name,
  message:
    'In the core, time, storage, network and window arrive as arguments (lib/clock.ts, lib/browserEnvironment.ts).',
});
const surroundings = [
  'Date',
  'window',
  'document',
  'self',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'BroadcastChannel',
  'performance',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '**/output/',
      'bench/browser/',
      'docs/',
      'packages/server/src/db/migrations/',
      '**/.sotto-data/',
      '**/*.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An async function that happens not to wait keeps its promise of a type; fakes do it all the time.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-syntax': ['error', ...namedExports, ...noHtml],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
      // `'stop' | (string & {})` in another spelling: the known words are documentation.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      'no-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['packages/{widget-react,frame,hub-site}/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['packages/*/src/**'], ignores: ['packages/server/src/cli.ts', ...tests], rules: { 'no-console': 'error' } },
  {
    files: ['packages/loader/src/**'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...namedExports,
        ...noHtml,
        {
          selector: 'TSAsExpression > TSNeverKeyword',
          message: 'A value of type never fits everywhere: say what it is.',
        },
      ],
    },
  },
  ...['widget-core', 'widget-react', 'frame', 'loader', 'server', 'create-sotto', 'hub-api', 'hub-site'].map((name) =>
    ownEntry(name),
  ),
  ...['lib', 'config', 'db', 'domain', 'events'].map((room) =>
    ownEntry('server', {
      folder: `packages/server/src/${room}`,
      also: [{ regex: '^(hono|@hono/.+)(/|$)', message: noHttp }],
    }),
  ),
  {
    files: ['packages/widget-core/src/**'],
    ignores: ['packages/widget-core/src/lib/clock.ts', 'packages/widget-core/src/**/*[bB]rowser*.ts', ...tests],
    rules: {
      'no-restricted-globals': ['error', { globals: surroundings.map(arrivesAsArgument), checkGlobalObject: true }],
    },
  },
  {
    files: ['packages/server/src/domain/**'],
    ignores: tests,
    rules: {
      'no-restricted-globals': [
        'error',
        {
          globals: ['Request', 'Response', 'Headers', 'fetch'].map((name) => ({
            name,
            message: noHttp,
          })),
        },
      ],
    },
  },
  {
    files: ['packages/widget-react/src/parts/SafeHtml.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...namedExports] },
  },
  // Data, not code: one long list.
  { files: ['**/blockedEmailDomains.ts', '**/words/*.ts', '**/attributeTable.ts'], rules: { 'max-lines': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', ...namedExports],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  // A page of Next.js is found by its default export.
  { files: ['examples/next/**'], rules: { 'no-restricted-syntax': ['error', ...noHtml] } },
  { files: tools, rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'prefer-const': 'error', 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] },
  },
);
