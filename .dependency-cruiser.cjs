// The import lanes as errors: rooms of core, server and Hub, directions between packages, no circles.
// Type imports count. Tests and testing/ may look anywhere.

const core = '^packages/widget-core/src/';
const tests = '\\.test(-d)?\\.tsx?$|/src/testing/';
const tools = '(^|/)[^/]+\\.config\\.ts$';

/**
 * The lanes of a package, bottom to top: a lane imports itself and the lanes below it, and every file has a lane.
 *
 * @param rooms - for each lane the paths below `src/`, as regular expressions
 */
function lanesOf(name, folder, rooms) {
  const inside = (chosen) => `^${folder}/src/(${chosen.flat().join('|')})`;
  return [
    ...rooms.slice(0, -1).map((lane, index) => ({
      name: `${name}-lane-${index}`,
      comment: `${lane.join(', ').replaceAll('\\.ts$', '.ts')} may import only its own lane and the lanes below it`,
      severity: 'error',
      from: { path: inside([lane]), pathNot: tests },
      to: { path: inside(rooms.slice(index + 1)) },
    })),
    {
      name: `${name}-every-file-has-a-lane`,
      comment: `a new room or root file of ${folder} needs a place in the lanes of .dependency-cruiser.cjs`,
      severity: 'error',
      from: { path: `^${folder}/src/`, pathNot: tests },
      to: { path: `^${folder}/src/`, pathNot: [inside(rooms), tests] },
    },
  ];
}

const laneRules = [
  ...lanesOf('core', 'packages/widget-core', [
    ['errors\\.ts$', 'lib/', 'completions/'],
    ['protocol/', 'api/'],
    ['config/', 'storage/', 'sync/', 'content/', 'http/'],
    ['session/', 'transport/', 'transports/'],
    ['conversation/', 'widget/', 'features/', 'tracking\\.ts$'],
    ['bridge/', 'handlers/', 'conformance/'],
    ['createWidget\\.ts$', 'index\\.ts$', 'internal\\.ts$'],
  ]),
  ...lanesOf('server', 'packages/server', [
    ['lib/', 'config/', 'encodings/'],
    ['db/'],
    [
      'accounts/',
      'backup/',
      'billing/',
      'datasets/',
      'events/',
      'hubSeed/',
      'model/',
      'reading/',
      'readingWorker/',
      'unfurl/',
      'uploads/',
      'telemetry/',
    ],
    ['domain/'],
    ['http/'],
    ['routes/', 'graphql/'],
    ['app/'],
    ['setup/', 'cli/', 'createServer\\.ts$', 'cli\\.ts$', 'index\\.ts$'],
  ]),
  ...lanesOf('hub', 'packages/hub-site', [
    ['site/', 'content/', 'docs/', 'styles/', 'client/styles\\.d\\.ts$'],
    ['head/', 'shell/', 'account/forms/', 'alerts/[^/]+$', 'assistant/', 'browser/'],
    [
      'account/(checks|inbox|insights|operator|settings|pages|resources|visitorMail|webhooks|workspace|team)/',
      'catalogue/',
      'seo/',
      'marketing/',
      'pages/',
      'skillset/',
      'studio/(start/)?[^/]+$',
    ],
    ['accountRoutes\\.ts$', 'routes\\.ts$'],
    // What makes pages on the server, and the scripts that wake parts of them in the browser.
    ['app/', '(account/|alerts/|studio/)?client/(?!styles)', 'index\\.ts$'],
  ]),
];

/** Which packages' entries a package may import. Entries are sources here, because development reads sources. */
const entries = {
  'widget-core': 'packages/widget-core/src/index\\.ts',
  'widget-core/internal': 'packages/widget-core/src/internal\\.ts',
  'widget-core/internal/arguments': 'packages/widget-core/src/lib/findMisfit\\.ts',
  'widget-core/internal/completions': 'packages/widget-core/src/completions/index\\.ts',
  'widget-core/internal/config': 'packages/widget-core/src/config/index\\.ts',
  'widget-core/internal/layouts': 'packages/widget-core/src/protocol/layoutWords\\.ts',
  'widget-core/internal/protocol': 'packages/widget-core/src/protocol/index\\.ts',
  'widget-core/internal/server': 'packages/widget-core/src/server\\.ts',
  'widget-core/api': 'packages/widget-core/src/api/index\\.ts',
  'widget-core/content': 'packages/widget-core/src/content/index\\.ts',
  'widget-core/transports': 'packages/widget-core/src/transports/index\\.ts',
  'widget-core/handlers': 'packages/widget-core/src/handlers/index\\.ts',
  'widget-core/conformance': 'packages/widget-core/src/conformance/index\\.ts',
  'widget-react':
    'packages/widget-react/src/(index\\.ts|theme/styles\\.css|embed/index\\.ts|parts/index\\.ts|hooks/index\\.ts)',
  loader: 'packages/loader/src/(index|element|jsx/jsx-[a-z]+)\\.ts',
  'loader/csp': 'packages/loader/src/csp/writePolicy\\.ts',
  'hub-api': 'packages/hub-api/src/index\\.ts',
  'hub-site': 'packages/hub-site/src/index\\.tsx?',
  server: 'packages/server/src/index\\.ts',
};
const may = (name, allowed, { from = `^packages/${name}/src/`, except } = {}) => ({
  name: `imports-of-${name}`,
  comment:
    allowed.length > 0
      ? `${name} may import ${allowed.join(', ')}, through their entries`
      : `${name} imports no other package`,
  severity: 'error',
  from: { path: from, pathNot: [tests, ...(except ? [except] : [])].join('|') },
  to: {
    path: '^packages/',
    pathNot: [`^packages/${name}/`, 'node_modules', ...allowed.map((entry) => `^${entries[entry]}$`)],
  },
});

module.exports = {
  forbidden: [
    ...laneRules,
    {
      name: 'core-no-react',
      severity: 'error',
      from: { path: core },
      to: { path: '(^|node_modules/)(react|react-dom|preact|vue)(/|$)' },
    },
    may('widget-core', []),
    // What the panel is built with in the place of a module of the core imports the module that it stands for.
    may(
      'loader',
      [
        'widget-core/internal/arguments',
        'widget-core/internal/layouts',
        'widget-core/internal/protocol',
        'widget-core/transports',
      ],
      {
        except: '^packages/loader/src/(panel/leanMessage|types)\\.ts$',
      },
    ),
    // Types alone: what integrators meet is what the API says.
    {
      ...may('loader', ['widget-core/api', 'widget-core/transports'], { from: '^packages/loader/src/types\\.ts$' }),
      name: 'imports-of-loader-types',
    },
    may(
      'widget-react',
      ['widget-core', 'widget-core/api', 'widget-core/transports', 'widget-core/internal', 'widget-core/content'],
      {
        except: '^packages/widget-react/src/embed/',
      },
    ),
    {
      ...may('widget-react', ['widget-core', 'widget-core/content', 'widget-core/internal/layouts', 'loader'], {
        from: '^packages/widget-react/src/embed/',
      }),
      name: 'imports-of-widget-react-embed',
    },
    may('frame', ['widget-react', 'widget-core', 'widget-core/internal', 'widget-core/internal/protocol']),
    may('create-sotto', []),
    may('hub-api', ['widget-core/api', 'widget-core/internal/server']),
    may('hub-site', [
      'hub-api',
      'widget-react',
      'loader',
      'loader/csp',
      'widget-core/api',
      'widget-core/internal/server',
      'widget-core/internal/config',
      'widget-core/content',
      'widget-core/internal/layouts',
    ]),
    may('server', [
      'hub-api',
      'widget-core/api',
      'widget-core/internal/completions',
      'widget-core/internal/server',
      'widget-core/internal/config',
      'widget-core/content',
      'widget-core/conformance',
    ]),
    {
      name: 'strangers-use-entries',
      comment:
        'e2e, bench and examples import published entries, like any stranger; e2e may also use the testing rooms of server and core',
      severity: 'error',
      from: { path: '^(e2e|bench|examples)/' },
      to: {
        path: '^packages/',
        pathNot: [
          'node_modules',
          '/dist/',
          '^packages/(server|widget-core)/src/testing/',
          `^(${Object.values(entries).join('|')})$`,
        ],
      },
    },
    {
      name: 'loader-phase-1-alone',
      comment:
        'what every page view pays for imports nothing but its own files and the words for layouts, which it shares with the frame; types are free',
      severity: 'error',
      from: {
        path: '^packages/loader/src/[^/]+\\.ts$',
        pathNot: `${tests}|/(index|element)\\.ts$`,
      },
      to: {
        pathNot: '^packages/loader/(src/|package\\.json$)|^packages/widget-core/src/protocol/layoutWords\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'loader-phase-2-on-intent',
      comment: 'panel/ is fetched with import(), so that v2.js stays small',
      severity: 'error',
      from: {
        path: '^packages/loader/src/[^/]+\\.ts$',
        pathNot: `${tests}|/(index|element)\\.ts$`,
      },
      to: { path: '^packages/loader/src/panel/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-testing-in-products',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '/src/testing/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: { pathNot: tools },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // The peers that bench/browser compares and the Lighthouse of bench/hub are installed by their own commands only.
    exclude: { path: ['/dist/', '^bench/browser/', '^bench/hub/', '/next-env[.]d[.]ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@sotto/source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
