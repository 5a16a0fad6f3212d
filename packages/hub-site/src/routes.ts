import { accountRoutes } from './accountRoutes';
import type { DocsLibrary } from './docs/docsLibrary';
import type { ContentLibrary } from './content/contentLibrary';
import { contentRoutes } from './marketing/ContentPageView';
import { collectionRoutes } from './catalogue/CollectionPages';
import { hubHomeRoute } from './catalogue/HubHome';
import { listRoutes } from './catalogue/ListPage';
import { profileRoute } from './catalogue/ProfilePage';
import { rankingRoute } from './catalogue/RankingPage';
import { searchRoute } from './catalogue/SearchPage';
import { crawlerRoutes } from './seo/crawlerRoutes';
import { demoRoute } from './pages/DemoPage';
import { docsRoutes } from './pages/DocsPage';
import { homeRoute } from './pages/HomePage';
import { changelogRoutes } from './pages/ChangelogPage';
import { cardRoutes } from './head/cardRoutes';
import { itemRoutes } from './skillset/ItemPage';
import type { Route } from './site/route';

/** Dependencies of the routes. */
export interface RouteSources {
  readonly docs: DocsLibrary;
  readonly content: ContentLibrary;
  readonly basePath: string;
}

/** All routes of the site; each page file exports its own. */
export function siteRoutes({ docs, content, basePath }: RouteSources): Route[] {
  const own: Route[] = [
    homeRoute(content),
    demoRoute(basePath),
    ...docsRoutes(docs),
    hubHomeRoute,
    searchRoute,
    rankingRoute,
    profileRoute,
    ...collectionRoutes,
    ...listRoutes,
    ...itemRoutes,
    ...cardRoutes(),
    ...changelogRoutes(content),
    ...accountRoutes,
  ];
  const pages = [
    ...own,
    ...contentRoutes(
      content,
      own.map(({ path }) => path),
    ),
  ];
  return [
    ...pages,
    ...crawlerRoutes(
      pages.map(({ path }) => path),
      docs,
    ),
  ];
}
