// One sample of each kind of change that people make most often, with every file it touches. `check.mjs` proves that a
// sample is whole; the table in CONTRIBUTING.md is generated from this list.

const core = 'packages/widget-core/src';
const react = 'packages/widget-react/src';
const loader = 'packages/loader/src';
const server = 'packages/server/src';
const hub = 'packages/hub-site/src';

/**
 * Each change: the files that are edited by hand, as a new text or as replacements; those that `npm run generate`
 * then updates; the tests whose lists must be updated (`expectations`); the UI texts or documentation it also needs; and the unit tests that it affects.
 */
export const SAMPLE_CHANGES = [
  {
    name: 'An action below a reply',
    files: {
      [`${react}/messages/foot/QuoteButton.tsx`]: {
        content: `import type { Message } from '@sotto/widget-core';
import { CopyIcon } from '../../icons/icons';
import { useWidget } from '../../hooks/useWidget';
import { useWords } from '../../hooks/useWidgetStore';
import { ActionButton } from './ActionButton';

/** Puts the reply into the text box as a quotation. */
export function QuoteButton({ message }: { readonly message: Message }) {
  const widget = useWidget();
  const words = useWords();
  return (
    <ActionButton
      name={words.copy}
      onClick={() => {
        widget.draft.set(message.text.replaceAll(/^/gm, '> '));
      }}
    >
      <CopyIcon />
    </ActionButton>
  );
}
`,
      },
      [`${react}/messages/foot/MessageActions.tsx`]: [
        [
          "import { ActionButton } from './ActionButton';",
          "import { ActionButton } from './ActionButton';\nimport { QuoteButton } from './QuoteButton';",
        ],
        ['      {speaks && <SpeakButton', '      <QuoteButton message={message} />\n      {speaks && <SpeakButton'],
      ],
    },
    besides: 'a new UI text is a line in `config/words/wordKeys.ts` and in each language',
    tests: [`${react}/messages/MessageExtras.test.tsx`],
  },
  {
    name: 'A language',
    files: {
      [`${core}/config/words/cs.ts`]: {
        content: `import type { Translation } from './en';
import { words as polish } from './pl';

/** The words in Czech. */
export const words: Translation = { ...polish, name: 'Jméno', phone: 'Telefon' };
`,
      },
      [`${core}/config/intl.ts`]: [
        ["  ur: () => import('./words/ur'),", "  ur: () => import('./words/ur'),\n  cs: () => import('./words/cs'),"],
      ],
    },
    expectations: { [`${core}/config/intl.test.ts`]: [[" fa ur'.split", " fa ur cs'.split"]] },
    generated: [`${hub}/studio/studioFields.ts`],
    tests: [`${core}/config/intl.test.ts`],
  },
  {
    name: 'A place where files are stored',
    files: {
      [`${server}/uploads/archiveStore.ts`]: {
        content: `import { requireFileId, type FileStore } from './fileStore';

/** Keeps what is deleted: files of another store, of which none is ever lost. */
export function createArchiveStore(files: FileStore): FileStore {
  return {
    ...files,
    async delete(id) {
      requireFileId(id);
    },
  };
}
`,
      },
      [`${server}/setup/chooseFileStore.ts`]: [
        [
          "import { createDiskStore } from '../uploads/diskStore';",
          "import { createArchiveStore } from '../uploads/archiveStore';\nimport { createDiskStore } from '../uploads/diskStore';",
        ],
        [
          "Pick<ServerConfig, 'objectStore' | 'dataDir'>",
          "Pick<ServerConfig, 'objectStore' | 'dataDir' | 'keepsFiles'>",
        ],
        ['{ objectStore, dataDir }: F', '{ objectStore, dataDir, keepsFiles }: F'],
        [
          "createDiskStore(join(dataDir, 'files'));",
          "keepsFiles\n      ? createArchiveStore(createDiskStore(join(dataDir, 'files')))\n      : createDiskStore(join(dataDir, 'files'));",
        ],
      ],
      [`${server}/config/serverConfig.ts`]: [
        [
          '  readonly objectStore: ObjectStoreSettings | undefined;',
          '  readonly objectStore: ObjectStoreSettings | undefined;\n  /** Whether files ' +
            'stay when their message is deleted. */\n  readonly keepsFiles?: boolean;',
        ],
        [
          '    objectStore: readObjectStore(settings),',
          '    objectStore: readObjectStore(settings),\n    keepsFiles: settings.SOTTO_DATA_DIR !== undefined,',
        ],
      ],
    },
    besides: 'its variable is a row in `docs/guides/operator.md`',
    tests: [`${server}/uploads/fileStore.test.ts`],
  },
  {
    name: 'A page of the Hub',
    files: {
      [`${hub}/pages/StatusPage.tsx`]: {
        content: `import type { Route } from '../site/route';

/** Says that the site answers. */
export const statusRoute: Route = {
  path: '/status',
  show: () => ({
    shell: 'site',
    head: { title: 'Status | Sotto', canonical: '/status' },
    body: (
      <div className="column">
        <h1>Status</h1>
        <p>All systems are running.</p>
      </div>
    ),
  }),
};
`,
      },
      [`${hub}/routes.ts`]: [
        [
          "import { homeRoute } from './pages/HomePage';",
          "import { homeRoute } from './pages/HomePage';\nimport { statusRoute } from './pages/StatusPage';",
        ],
        ['    rankingRoute,', '    rankingRoute,\n    statusRoute,'],
      ],
    },
    tests: [`${hub}/app/createSite.test.ts`],
  },
  {
    name: 'A layout',
    files: {
      [`${core}/protocol/layoutWords.ts`]: [
        ["export type LayoutName = 'popover'", "export type LayoutName = 'shelf' | 'popover'"],
        ["  ['slideover'],", "  ['slideover'],\n  ['shelf', 'bottom'],"],
      ],
      [`${core}/config/layouts.ts`]: [
        ['  slideover: floating(', "  shelf: floating({ height: '30rem' }),\n  slideover: floating("],
      ],
      [`${react}/theme/layouts.css`]: [
        [
          '.sotto-slideover {\n  inset-block: 0;',
          '.sotto-shelf {\n  inset-inline: 0;\n  inset-block-end: 0;\n  block-size: 30rem;\n}\n.sotto-slideover {\n  inset-block: 0;',
        ],
      ],
      [`${loader}/panel/panelStyles.ts`]: [
        [
          '.slideover .panel{',
          '.shelf .panel{inset:auto 0 0;width:100vw;height:30rem;border-radius:0}\n.slideover .panel{',
        ],
      ],
    },
    expectations: {
      [`${core}/config/layouts.test.ts`]: [
        [
          "names('hasLauncher')).toEqual(['popover', 'popout', 'slideover']",
          "names('hasLauncher')).toEqual(['popover', 'popout', 'shelf', 'slideover']",
        ],
        [
          "names('canClose')).toEqual(['popover', 'popout', 'slideover']",
          "names('canClose')).toEqual(['popover', 'popout', 'shelf', 'slideover']",
        ],
      ],
      [`${core}/config/widgetConfig.test-d.ts`]: [
        [
          "  'popover' | 'popout' | 'slideover' | 'center'",
          "  'shelf' | 'popover' | 'popout' | 'slideover' | 'center'",
        ],
      ],
    },
    generated: [
      `${loader}/layoutNames.ts`,
      `${loader}/manifest/attributeTable.ts`,
      `${loader}/manifest/namedAttributes.ts`,
      'docs/guides/settings.md',
    ],
    besides:
      'its label in the studio is a line in `studio/StudioForm.tsx`; a layout that is neither floating nor inline ' +
      'is a component in `widget-react/src/layouts` and a line in `PageLayout.tsx`',
    tests: [`${core}/config/layouts.test.ts`, `${react}/layouts/PageLayout.test.tsx`],
  },
  {
    name: 'A block inside a message',
    files: {
      [`${core}/content/contentBlocks.ts`]: [
        ["export type RichBlockType = 'card'", "export type RichBlockType = 'notice' | 'card'"],
        [
          'Readonly<Record<RichBlockType, true>> = { card: true',
          'Readonly<Record<RichBlockType, true>> = { notice: true, card: true',
        ],
      ],
      [`${core}/content/rich/richBlocks.ts`]: [
        [
          'export type RichContent =\n',
          "export type RichContent =\n  | { readonly type: 'notice'; readonly text: string }\n",
        ],
        ["  card: 'a card is YAML", "  notice: 'a notice is YAML or JSON with a text.',\n  card: 'a card is YAML"],
        [
          "    case 'card': {\n      const card",
          "    case 'notice': {\n      const { text } = readKeys(NOTICE, value, context);\n      return text === " +
            "undefined ? undefined : { type, text };\n    }\n    case 'card': {\n      const card",
        ],
        ['const FORM = {\n', 'const NOTICE = { text: TEXT };\n\nconst FORM = {\n'],
        ['  card: CARD,\n', '  notice: NOTICE,\n  card: CARD,\n'],
      ],
      [`${react}/parts/rich/NoticePart.tsx`]: {
        content: `import { InlineContent } from '../InlineContent';
import { readInline } from './richInline';

/** A sentence that stands out. */
export function NoticePart({ text }: { readonly text: string }) {
  return (
    <p className="sotto-notice">
      <InlineContent inlines={readInline(text, { math: false })} />
    </p>
  );
}
`,
      },
      [`${react}/parts/rich/RichContentPart.tsx`]: [
        [
          "import { FormPart } from './FormPart';",
          "import { FormPart } from './FormPart';\nimport { NoticePart } from './NoticePart';",
        ],
        ["    case 'card':", "    case 'notice':\n      return <NoticePart text={content.text} />;\n    case 'card':"],
      ],
      [`${react}/theme/richParts.css`]: [
        [
          '/* Choices */',
          '.sotto-notice {\n  border-inline-start: 3px solid var(--sotto-accent);\n  padding-inline-start: 10px;\n}\n\n/* Choices */',
        ],
      ],
    },
    expectations: {
      [`${core}/content/blockBadInput.test.ts`]: [
        [
          '  card: (keys) => ({',
          "  notice: (keys) => ({ type: 'notice', at: '', body: { text: 'A', ...keys } }),\n  card: (keys) => ({",
        ],
      ],
    },
    besides: 'its syntax is a section in `docs/content.md`; bots need it in their instructions to use it',
    tests: [`${core}/content/rich/richBlocks.test.ts`, `${react}/parts/rich/RichPart.test.tsx`],
  },
  {
    name: 'A tool that a model can call',
    files: {
      [`${server}/model/tools/timeTool.ts`]: {
        content: `import type { Clock } from '@sotto/widget-core/api';
import type { Tool, ToolEvent } from './tool';

/** Tells a model what time it is. */
export function createTimeTool(clock: Clock): Tool {
  return {
    name: 'current_time',
    description: 'Says the current date and time in UTC.',
    parameters: { type: 'object', properties: {} },
    async *run() {
      yield* [] as ToolEvent[];
      return { type: 'value', value: new Date(clock.now()).toISOString() };
    },
  };
}
`,
      },
      [`${server}/domain/hub/profiles.ts`]: [
        [
          "import type { Tool } from '../../model/tools/tool';",
          "import { createTimeTool } from '../../model/tools/timeTool';\nimport type { Tool } from " +
            "'../../model/tools/tool';\nimport { systemClock } from '@sotto/widget-core/api';",
        ],
        ['const own = [...queries, ', 'const own = [createTimeTool(systemClock), ...queries, '],
      ],
    },
    tests: [`${server}/model/tools/checkArguments.test.ts`],
  },
  {
    name: 'An event for host pages',
    files: {
      [`${core}/protocol/payloads.ts`]: [['  onVote: {', '  onShelve: { conversationId: string };\n  onVote: {']],
      [`${core}/protocol/frameEvents.ts`]: [
        ['  onVote: event(', "  onShelve: event('shelve', v.object({ conversationId: idSchema })),\n  onVote: event("],
      ],
      [`${loader}/types.ts`]: [
        ['  vote: { messageId: string;', '  shelve: { conversationId: string };\n  vote: { messageId: string;'],
      ],
    },
    besides:
      'the last file describes it for integrators; the code that raises it calls `events.emit`; a ' +
      'listener prop of `<ChatWidget>` is a line in `hostedWidgetProps.ts` and in `HostedWidget.tsx`',
    tests: [`${core}/bridge/frameBridge.test.ts`],
  },
];

/** The table of CONTRIBUTING.md. */
export function sampleTable() {
  const code = (name) => `\`${name.replace(/^packages\//, '')}\``;
  const rows = SAMPLE_CHANGES.map(({ name, files, expectations = {}, generated = [], besides = '' }) => {
    const written = Object.entries(files).map(([file, edits]) => `${code(file)}${edits.content ? ' (new)' : ''}`);
    const places = [written, generated.map(code), Object.keys(expectations).map(code)].map((all) => all.join('<br>'));
    return `| ${[name, written.length, ...places, besides].join(' | ')} |`;
  });
  return [
    '| change | files | edited by hand | generated | tests with lists to update | also |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
