import type { Route } from '../site/route';
import { identityRoute } from '../studio/identityPage';
import { playgroundRoute } from '../studio/playgroundPage';
import { previewRoute } from '../studio/previewPage';
import { studioRoutes } from '../studio/studioPages';
import { ownAccountRoute } from './settings/ownAccountPage';
import { inboxRoute } from './inbox/inboxPage';
import { insightsRoute } from './insights/insightsPage';
import { conversationListRoute } from './pages/conversationListPage';
import { conversationRoute, situationRoute } from './pages/conversationPages';
import { overviewRoute } from './pages/overviewPage';
import { pricingRoute } from './pages/pricingPage';
import { signInRoute, signOutRoute } from './pages/signInPage';
import { usageRoute } from './pages/usagePage';
import { blueprintRoutes } from './resources/blueprintPages';
import { botRoutes } from './resources/botPages';
import { datasetRoutes } from './resources/datasetPages';
import { skillsetRoutes } from './resources/skillsetPages';
import { startRoutes } from './start/startPages';
import { contactsRoute } from './workspace/contactsPage';
import { installRoute } from './workspace/installPage';
import { workspaceListRoutes } from './workspace/listPages';

/** Every page of group B: accounts, what people make, the widget studio, plans. */
export const accountRoutes: readonly Route[] = [
  signInRoute,
  signOutRoute,
  overviewRoute,
  ...startRoutes,
  ownAccountRoute,
  usageRoute,
  ...workspaceListRoutes,
  contactsRoute,
  installRoute,
  pricingRoute,
  ...skillsetRoutes,
  ...botRoutes,
  ...datasetRoutes,
  ...blueprintRoutes,
  ...studioRoutes,
  identityRoute,
  playgroundRoute,
  previewRoute,
  inboxRoute,
  insightsRoute,
  conversationListRoute,
  conversationRoute,
  situationRoute,
];
