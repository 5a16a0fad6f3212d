import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { leaveOutOfMarked } from './leanMarked';

/**
 * What is fetched when it is first needed, because it is large and most conversations never need it. Everything else
 * is in one file: each step from one file to the next is a way to the server and back.
 */
const LATER = new RegExp(
  [
    'node_modules/(?:\\.pnpm/)?(?:katex|highlight\\.js|js-yaml|yaml|dompurify|tabbable|@floating-ui)[@/+]',
    'widget-core/src/config/words/(?!en|wordKeys)',
    'widget-core/src/(?:api/(?:apps|blockedEmailDomains|takenText)|lib/(?:leaseLocks|addresses|findMisfit|cutText))',
    'widget-core/src/(?:session/ownSource|storage/callNotes|widget/(?:functionQuestions|actions/exportTranscript))',
    'widget-core/src/(?:content/(?:rich/|transcript|blockKeys)|conversation/runners/functions|transport/(?:ownTransport|replyWriter|uploads))',
    'widget-core/src/(?:transports/|completions/|bridge/hostTransport|features/(?!followLive))',
    'widget-react/src/(?:composer/(?:LengthNote|AttachmentList|formatSize)|hooks/(?:useChange|speech|dictation)|lib/(?:downloadText|textDirection))',
    'widget-react/src/(?:HostedWidget|hostedWidgetProps|LostChat|floating/|forms/|embed/|anyReact/)',
    'widget-react/src/chrome/(?:FrameOverlay|LanguageSelect|Questions|ConfirmDialog)',
    'widget-react/src/layouts/(?:FloatingLayout|FloatingSurface|FrameCorner|FrameSmall|Launcher|PageLayout|PageNotes|Peek)',
    'widget-react/src/messages/(?:lastEnd|LinkPreview|MessageEditor|StepRow|AttachmentTiles)',
    'widget-react/src/messages/(?:list/(?:moveBetween|watchChunks|farMessages)|foot/(?:References|VersionSwitch|VoteReason))',
    'widget-react/src/parts/(?:TablePart|rich/(?!RichPart)|app/|diagram/|BlockedMedia|OwnDataParts|OwnToolPart|waitingCalls)',
    'widget-react/src/parts/(?:drawFormula|[hH]ighlight(?:ed)?Code)',
    'frame/src/(?:addressSettings|consent|describeProblem|main|pageTransport|firstScreen/firstScript)',
    '\\.css',
  ].join('|'),
);

/** docs/decisions/2026-11-24-the-frame-is-built-on-preact.md */
export const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};

/** Bytes of each module in each file, largest first: `dist/modules.txt`. */
function listModules(): Plugin {
  return {
    name: 'list-modules',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const lines = chunks
        .sort((one, other) => other.code.length - one.code.length)
        .flatMap(({ fileName, code, modules }) => [
          `${String(code.length).padStart(8)} ${fileName.replace(/-[\w-]{7,8}\.js$/, '.js')}`,
          ...Object.entries(modules)
            .map(([id, { renderedLength }]) => ({
              id: id.replace('\0', '').replace(/^.*?(?=node_modules\/|packages\/)/, ''),
              renderedLength,
            }))
            .sort((one, other) => other.renderedLength - one.renderedLength)
            .map(({ id, renderedLength }) => `${String(renderedLength).padStart(8)}   ${id}`),
        ]);
      this.emitFile({ type: 'asset', fileName: 'modules.txt', source: `${lines.join('\n')}\n` });
    },
  };
}

/** A script that runs before anything is drawn: no module, which would wait for the page. */
function addFirstScript(): Plugin {
  return {
    name: 'add-first-script',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/firstScreen/firstScript.ts', name: 'first' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'first');
        return html.replace('<!--sotto-first-script-->', first ? `<script src="./${first.fileName}"></script>` : '');
      },
    },
  };
}

/**
 * Vite's helper for what is loaded later, without what it does for preloading, which this page does not do: a part's
 * style sheet comes first, so that nothing is drawn without it. The page's own sheet, fetched once more, would stand behind
 * those of parts and win over them.
 */
function loadStylesFirst(): Plugin {
  return {
    name: 'load-styles-first',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export const __vitePreload = async (load, styles, base) => {
        for (const name of styles ?? [])
          if (!document.querySelector('link[href$="' + name.slice(1) + '"]')?.sheet) await new Promise((onload, onerror) =>
            document.head.append(
              Object.assign(document.createElement('link'), { rel: 'stylesheet', href: new URL(name, base).href, onload, onerror }),
            ));
        return load();
      };`,
    },
  };
}

/**
 * Ways to write distances (RFC 7932, section 4). Which is the shortest depends on the file, by up to 100 of 100,000 bytes,
 * and no encoder tries them.
 */
const DISTANCES = [
  [0, 0],
  [0, 2],
  [0, 10],
  [1, 1],
  [1, 6],
  [1, 8],
  [1, 10],
  [2, 4],
  [2, 8],
  [3, 0],
  [3, 12],
] as const;

/**
 * The files that the page names, compressed as small as they get: a server would need seconds for it, and its first
 * visitor would wait.
 */
function compressFirstFiles(): Plugin {
  return {
    name: 'compress-first-files',
    async writeBundle({ dir = '' }, bundle) {
      const { source } = bundle['index.html'] as { source: string };
      const names = Object.keys(bundle).filter((name) => source.includes(name));
      for (const name of names) {
        const bytes = await readFile(join(dir, name));
        const versions = DISTANCES.map(([postfix, direct]) =>
          brotliCompressSync(bytes, {
            params: {
              [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
              [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
            },
          }),
        );
        const [smallest] = versions.sort((one, other) => one.length - other.length);
        await writeFile(join(dir, `${name}.br`), smallest ?? '');
      }
    },
  };
}

/**
 * One small page. Addresses are relative (`./assets/…`): the server puts the right path in front of them, and chunks
 * find each other beside themselves, so the page works under any path prefix. Nothing is inline: its own policy is
 * `script-src 'self'`.
 */
export default defineConfig({
  base: './',
  plugins: [react(), leaveOutOfMarked(), addFirstScript(), loadStylesFirst(), listModules(), compressFirstFiles()],
  resolve: {
    conditions: ['@sotto/source', 'module', 'browser', 'development|production'],
    alias: PREACT,
    dedupe: ['preact'],
  },
  define: { __SOTTO_BUILD__: JSON.stringify(packageFile.version) },
  build: {
    target: 'es2022',
    // From where `:dir()` is known: without it the build writes lists of languages instead, which are wrong for a reply in
    // another language than the chat's.
    cssTarget: ['chrome120', 'firefox121', 'safari16.4'],
    // For the size budget: which files are loaded at once, which when first needed.
    manifest: 'manifest.json',
    // A later part finds what it needs in the files that are there.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        // The first file names every later one, and a hash does not compress: six characters tell builds apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [{ name: 'chat', test: (id: string) => !LATER.test(id) }],
        },
      },
    },
  },
});
