import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createDocsLibrary, type DocsLibrary } from './docs/docsLibrary';
import { DemoPage } from './pages/DemoPage';
import { DocsPage } from './pages/DocsPage';
import { HomePage } from './pages/HomePage';
import { NotFoundPage } from './pages/NotFoundPage';
import { SiteDocument } from './shell/SiteDocument';

/** What the site needs to know of the place it is served from. */
export interface SiteOptions {
  /** Folder with the documentation as markdown. */
  docsDir: string;
  /** Path below which everything is served, `''` or like `/chat`. @default '' */
  basePath?: string;
}

/** A request in, a page out; undefined when the site has nothing at this address. */
export type Site = (request: Request) => Promise<Response | undefined>;

const STYLE_SHEET = readFileSync(new URL('./site.css', import.meta.url), 'utf8');

/** The site around the widget: home, demo and documentation, rendered on the server, without any script of its own. */
export function createSite({ docsDir, basePath = '' }: SiteOptions): Site {
  const library = createDocsLibrary(docsDir, basePath);

  return (request) => {
    const { pathname } = new URL(request.url);
    const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
    if (path === '/site.css') return Promise.resolve(answer(STYLE_SHEET, 'text/css', 200));
    const page = findPage(path === '/' ? path : path.replace(/\/+$/, ''), library, basePath);
    if (!page) return Promise.resolve(undefined);
    return Promise.resolve(answer(`<!doctype html>${renderToStaticMarkup(page)}`, 'text/html', 200));
  };
}

/** The page for an address nobody knows, for whoever serves the site. */
export function renderNotFound(basePath = ''): Response {
  const page = (
    <SiteDocument title="Not found" basePath={basePath}>
      <NotFoundPage basePath={basePath} />
    </SiteDocument>
  );
  return answer(`<!doctype html>${renderToStaticMarkup(page)}`, 'text/html', 404);
}

function findPage(path: string, library: DocsLibrary, basePath: string): ReactNode | undefined {
  if (path === '/' || path === '') {
    return (
      <SiteDocument title="Sotto, the chat widget that keeps its voice down" basePath={basePath} assistant>
        <HomePage basePath={basePath} />
      </SiteDocument>
    );
  }
  if (path === '/demo') return <DemoPage basePath={basePath} />;
  const doc = library.find(path);
  if (!doc) return undefined;
  return (
    <SiteDocument title={`${doc.title} · Sotto`} basePath={basePath} assistant>
      <DocsPage doc={doc} entries={library.entries} />
    </SiteDocument>
  );
}

function answer(body: string, type: string, status: number): Response {
  return new Response(body, { status, headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' } });
}
