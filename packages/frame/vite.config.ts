import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };

/** Libraries, and the modules of ours that every part of the widget stands on. */
const BASE = new RegExp(
  [
    'node_modules/(?:\\.pnpm/)?(?:valibot|zustand|react|react-dom|scheduler)[@/]',
    'widget-core/src/(?:errors|lib/|config/(?!words)|config/words/en|conversation/conversationState|widget/visibility)',
    'widget-core/src/(?:api/(?:message|requests|responses|replyEvents|routes)|content/(?:safeLinks|limits))',
    'widget-react/src/(?:WidgetProvider|hooks/(?:useWidget|useHost|ignoreShown|lazyPart|steadyPieces|useShown|useConfirmation))',
    'widget-react/src/(?:chrome/(?:icons|SafeImage)|parts/(?:originOf|components)|messages/(?:Avatar|LazyMessageText))',
    'preload-helper',
  ].join('|'),
);

/**
 * One small page. Addresses are relative (`./assets/…`): the server puts the right path in front of them, and chunks find
 * each other beside themselves, so the page works under any path prefix. Nothing is inline: its own policy is `script-src 'self'`.
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
    // A later part finds what it needs in the files that are there; only what reads markdown is large enough to be fetched along with it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : dependencies.filter((file) => /\.css$|plainText/.test(file))),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        // The first file names every later one, and a hash does not compress: six characters tell builds apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash].js',
        // What the page and its later parts both need, in one file: alone the bundler would make twenty, each compressed by itself.
        codeSplitting: { groups: [{ name: 'base', test: BASE, includeDependenciesRecursively: false }] },
      },
    },
  },
});
