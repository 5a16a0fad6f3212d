import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAddress } from '@sotto/widget-core/internal/server';
import { docsFolder, siteModule } from '../db/packageFiles';
import type { SiteHandler } from '../app/app';
import { ConfigError } from '../config/serverConfig';
import type { Environment } from './dataCommands';
import type { Docs } from './docsMcp/docsMcp';

/**
 * The exports of the built site. It is a package of its own that the build copies beside the command, so the server's
 * sources have no reference to its pages.
 */
interface SiteModule {
  readonly createSite: (options: { docsDir: string; basePath: string; settings: unknown }) => SiteHandler;
  /** @throws Error with a message for the operator */
  readonly readSiteSettings: (environment: Environment) => unknown;
  readonly createDocsLibrary: (docsDir: string, basePath: string) => Pick<Docs, 'entries'>;
  readonly createDocsSearch: (entries: Docs['entries']) => Pick<Docs, 'search'>;
}

/**
 * The site that comes with the command: pages, Hub, sign-in, studio and documentation.
 *
 * @returns undefined if the server was built without one
 * @throws ConfigError for an invalid setting of the site
 */
export async function openSite(environment: Environment): Promise<SiteHandler | undefined> {
  const path = siteModule();
  if (path === undefined) return undefined;
  const { createSite, readSiteSettings } = await importSite(path);
  return createSite({
    docsDir: docsDir(environment, path),
    basePath: basePathOf(environment['PUBLIC_URL']),
    settings: readSettings(() => readSiteSettings(environment)),
  });
}

/**
 * The documentation that comes with the command.
 *
 * @throws ConfigError if the server was built without its site
 */
export async function openDocs(environment: Environment): Promise<Docs> {
  const path = siteModule();
  if (path === undefined) throw new ConfigError('This server was built without its documentation.');
  const { createDocsLibrary, createDocsSearch } = await importSite(path);
  const { entries } = createDocsLibrary(docsDir(environment, path), '');
  return { entries, search: createDocsSearch(entries).search };
}

async function importSite(path: string): Promise<SiteModule> {
  return (await import(pathToFileURL(path).href)) as SiteModule;
}

function docsDir(environment: Environment, path: string): string {
  return environment['SOTTO_DOCS_DIR'] || (docsFolder() ?? join(dirname(path), 'docs'));
}

/** The path prefix of the server; the server itself reports an invalid address. */
function basePathOf(publicUrl: string | undefined): string {
  return parseAddress(publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '';
}

function readSettings(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
