import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };

/** Libraries, and the modules of ours that every part of the widget stands on. */
const BASE = new RegExp(
  [
    'node_modules/(?:\\.pnpm/)?(?:valibot|zustand|react|react-dom|scheduler)[@/]',
    'widget-core/src/(?:errors|lib/|protocol/(?:layoutWords|layerThemes)|config/(?!words)|config/words/en)',
    'widget-core/src/(?:conversation/(?:state|step/replies)|widget/visibility)',
    'widget-core/src/(?:api/(?:message|parts|requests|responses|replyEvents|routes)|content/(?:safeLinks|contentLimits))',
    'widget-react/src/(?:WidgetProvider|hooks/(?:useWidget|useHost|ignoreShown|lazyPart|steadyPieces|useCopy|isComposing))',
    'widget-react/src/(?:chrome/(?:icons|SafeImage)|parts/(?:originOf|components)|messages/(?:foot/ActionButton|LazyMessageText|longText))',
    'preload-helper',
  ].join('|'),
);

/**
 * What reads a text and draws it: together, because every step from one file to the next is a way to the server and
 * back before anything can be read.
 */
const TEXT = new RegExp(
  [
    'node_modules/(?:\\.pnpm/)?marked[@/]',
    'widget-core/src/content/(?!rich/|blockKeys|safeLinks|contentLimits|shortenName|transcript)',
    'widget-react/src/(?:hooks/(?:useMessageContent|useRemotePolicy)|messages/MessageText)',
    'widget-react/src/parts/(?:(?:rich/Rich|Part|Text|Link|Math|Media|Skeleton|List|Code|Table|Source)' +
      '(?:Part|Renderer)|InlineContent|HighlightedCode|Skeleton|useOverflow)\\.',
  ].join('|'),
);

/**
 * One small page. Addresses are relative (`./assets/…`): the server puts the right path in front of them, and chunks
 * find each other beside themselves, so the page works under any path prefix. Nothing is inline: its own policy is
 * `script-src 'self'`.
 */
export default defineConfig({
  base: './',
  plugins: [react()],
  resolve: { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] },
  define: { __SOTTO_BUILD__: JSON.stringify(packageFile.version) },
  build: {
    target: 'es2022',
    // For the size budget: which files are loaded at once, which when first needed.
    manifest: 'manifest.json',
    // A later part finds what it needs in the files that are there.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => /\.css$/.test(file)),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        // The first file names every later one, and a hash does not compress: six characters tell builds apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash].js',
        // What the page and its later parts both need in one file, what a text needs in another: alone the bundler
        // would make twenty, each compressed by itself.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: BASE },
            { name: 'text', test: TEXT },
          ],
        },
      },
    },
  },
});
