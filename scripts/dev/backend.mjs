// The server and the Hub from their sources, in this process. Libraries stay loaded, so that a change costs the time of
// our own modules.
import path from 'node:path';
import { createServerModuleRunner } from 'vite';
import { root } from '../machine/workspace.mjs';
import { sourceAssets } from './siteSources.mjs';

const SERVER = path.join(root, 'packages/server/src/createServer.ts');
const SETTINGS = path.join(root, 'packages/server/src/config/serverConfig.ts');
const READING = path.join(root, 'packages/server/src/testing/processes/bundleReadingProgram.ts');
const HUB = path.join(root, 'packages/hub-site/src/index.ts');
/** How long replies that are being written may take to end before the server starts anew, in milliseconds. */
const PATIENCE_MS = 500;

/**
 * Opens the server on a port of its own behind the one that browsers use.
 *
 * @param environment - variables as the operator's guide lists them
 * @returns `address()` waits while the server starts anew
 */
export async function startBackend(vite, environment) {
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const docsDir = environment.SOTTO_DOCS_DIR || path.join(root, 'docs');
  let readingSources;
  let site;
  let server;
  let address;

  async function loadSite() {
    const { createSite, readSiteSettings } = await runner.import(HUB);
    site = createSite({ docsDir, settings: readSiteSettings(environment), assets: sourceAssets });
  }

  async function open(modules) {
    server = await modules.createServer({
      config: { ...modules.readServerConfig(environment), host: '127.0.0.1', port: 0 },
      site: (request, call) => site(request, call),
      files: { frame: path.join(root, 'packages/frame') },
    });
    return (await server.listen()).port;
  }

  async function importServer() {
    const { bundleReadingProgram } = await runner.import(READING);
    readingSources = new Set(await bundleReadingProgram());
    vite.watcher.add([...readingSources]);
    const { createServer } = await runner.import(SERVER);
    const { readServerConfig } = await runner.import(SETTINGS);
    return { createServer, readServerConfig };
  }

  const modules = await importServer();
  await loadSite();
  address = open(modules);
  await address;

  return {
    address: () => address,
    /** Whether a changed file is one of the server's, of the Hub's pages, or of neither. */
    ownerOf(file) {
      const owners = importersOf(vite.environments.ssr.moduleGraph, file);
      const isServer = owners.has(SERVER) || owners.has(SETTINGS) || readingSources.has(file);
      return isServer ? 'server' : owners.has(HUB) ? 'hub' : undefined;
    },
    /** Takes the Hub's pages as they are now. */
    async renewSite() {
      runner.clearCache();
      await loadSite();
    },
    /** Takes everything as it is now. Sources that cannot be loaded leave the running server as it is. */
    async restart() {
      runner.clearCache();
      const next = await importServer();
      await loadSite();
      const previous = server;
      address = previous.close(PATIENCE_MS).then(() => open(next));
      await address;
    },
    async close() {
      await server.close(PATIENCE_MS);
      await runner.close();
    },
  };
}

/** The file and every file that imports it, directly or not. */
function importersOf(graph, file) {
  const files = new Set();
  const visit = (module) => {
    if (module.file === null || files.has(module.file)) return;
    files.add(module.file);
    for (const importer of module.importers) visit(importer);
  };
  for (const module of graph.getModulesByFile(file) ?? []) visit(module);
  return files;
}
