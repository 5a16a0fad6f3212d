import { renderToStaticMarkup } from 'react-dom/server';
import { Head } from '../head/pageHead';
import { HubShell } from '../shell/HubShell';
import { MarketingShell } from '../shell/MarketingShell';
import { WorkspaceShell } from '../shell/WorkspaceShell';
import type { SiteAssets } from './assets';
import type { Page, PageRequest } from '../site/route';
import { toNamedPath } from '../site/workspaceNames';
import { SiteProvider, type SiteView } from '../site/SiteContext';

/** Cookie that remembers a closed changelog bar. */
const BAR_COOKIE = 'sotto_changelog';

/** Renders a page in its shell as a complete document. */
export async function renderPage(page: Page, request: PageRequest, assets: SiteAssets): Promise<Response> {
  const view: SiteView = {
    path: request.url.pathname,
    viewer: request.viewer,
    workspaces: request.workspaces,
    settings: request.settings,
    href: page.shell === 'workspace' ? (path) => request.href(toNamedPath(path)) : request.href,
    asset(name) {
      const file = assets.nameOf(name);
      return file === undefined ? undefined : request.href(`/site/${file}`);
    },
  };
  const html = renderToStaticMarkup(
    <SiteProvider view={view}>
      <html lang="en" data-base={request.href('')} data-request={request.requestId}>
        <Head head={page.head} absolute={request.absolute} />
        <body className={`shell-${page.shell}`}>
          {page.shell === 'hub' && (
            <HubShell
              showsChangelog={request.cookie(BAR_COOKIE) === undefined}
              query={request.url.searchParams.get('q') ?? ''}
            >
              {page.body}
            </HubShell>
          )}
          {page.shell === 'site' && <MarketingShell>{page.body}</MarketingShell>}
          {page.shell === 'workspace' && <WorkspaceShell>{page.body}</WorkspaceShell>}
          {page.shell === 'none' && page.body}
        </body>
      </html>
    </SiteProvider>,
  );
  return new Response(`<!doctype html>${html}`, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': request.viewer ? 'private, no-store' : 'no-cache',
      Vary: 'Cookie',
      ...page.headers,
    },
  });
}
