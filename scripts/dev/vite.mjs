// The Vite server of development: it gives browsers the sources of frame, widget, loader and Hub, and runs those of the
// server in this process.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { memory, readJson, root } from '../machine/workspace.mjs';

const inPackages = (file) => path.join(root, 'packages', file);

/** Where browsers find a file of the packages. */
export const addressOf = (file) => `/@fs${path.posix.join('/', inPackages(file).replaceAll('\\', '/'))}`;

/** What each page begins with; the libraries behind them are prepared before the first page asks. */
const ENTRIES = [
  'frame/src/main.tsx',
  'frame/src/diagram/diagramPage.ts',
  'loader/src/element/createController.ts',
  'hub-site/src/client/site.ts',
];

/**
 * A file that the server or the Hub's pages are made of is told of once they are made anew (`watchSources.mjs`), not
 * before.
 */
const leaveToWatcher = (ownerOf) => ({
  name: 'sotto-leave-to-watcher',
  hotUpdate: {
    order: 'pre',
    handler({ file }) {
      return this.environment.name === 'client' && ownerOf(file) !== undefined ? [] : undefined;
    },
  },
});

/**
 * The frame's folder is the root, so that its page finds its script at the address that stands in it.
 *
 * @param httpServer - carries the socket over which browsers hear of changes, so that everything has one port
 * @param privateFolder - holds the data of the server and is shown to nobody
 * @param ownerOf - what a file is a part of beside the scripts of pages; undefined: of nothing else
 */
export function startVite(httpServer, { privateFolder, ownerOf }) {
  return createServer({
    configFile: false,
    root: inPackages('frame'),
    cacheDir: path.join(memory, 'vite'),
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [react(), leaveToWatcher(ownerOf)],
    define: { __SOTTO_BUILD__: JSON.stringify(readJson('packages', 'frame', 'package.json').version) },
    resolve: { conditions: ['@sotto/source', 'module', 'browser', 'development|production'] },
    optimizeDeps: { entries: ENTRIES.map(inPackages) },
    environments: { ssr: { resolve: { conditions: ['@sotto/source', 'module', 'node', 'development|production'] } } },
    server: {
      middlewareMode: true,
      hmr: { server: httpServer },
      // The page that draws diagrams has no origin of its own, and loads its scripts as one.
      cors: { origin: [/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/, 'null'] },
      fs: {
        allow: [root],
        deny: [
          '.env',
          '.env.*',
          '**/.git/**',
          '**/.sotto-data/**',
          `${path.resolve(privateFolder).replaceAll('\\', '/')}/**`,
        ],
      },
      watch: { ignored: ['**/dist/**', '**/e2e/output/**'] },
    },
  });
}
