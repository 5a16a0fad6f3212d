import type { Route } from './site/route';
import { identityRoute } from './studio/identityPage';
import { playgroundRoute } from './studio/playgroundPage';
import { previewRoute } from './studio/previewPage';
import { studioRoutes } from './studio/studioPages';
import { auditLogRoute } from './account/settings/auditLogPage';
import { ownAccountRoute } from './account/settings/ownAccountPage';
import { conversationDeleteRoute } from './account/inbox/deletePage';
import { answeringRoute } from './account/inbox/answeringPage';
import { cannedRepliesRoute } from './account/inbox/repliesPage';
import { checkRoutes } from './account/checks/checkPages';
import { inboxRoute } from './account/inbox/inboxPage';
import { insightsRoute } from './account/insights/insightsPage';
import { conversationListRoute } from './account/pages/conversationListPage';
import { conversationRoute, situationRoute } from './account/pages/conversationPages';
import { overviewRoute } from './account/pages/overviewPage';
import { pricingRoute } from './account/pages/pricingPage';
import { signInRoute, signOutRoute } from './account/pages/signInPage';
import { usageRoute } from './account/pages/usagePage';
import { blueprintRoutes } from './account/resources/blueprintPages';
import { botRoutes } from './account/resources/botPages';
import { datasetRoutes } from './account/resources/datasetPages';
import { documentRoute } from './account/resources/documentPage';
import { skillsetRoutes } from './account/resources/skillsetPages';
import { startRoutes } from './studio/start/startPages';
import { accountsRoute } from './account/operator/accountsPage';
import { auditRoute } from './account/operator/auditPage';
import { collectionsRoute } from './account/operator/collectionsPage';
import { reportsRoute } from './account/operator/reportsPage';
import { joinRoute } from './account/team/joinPage';
import { teamRoute } from './account/team/teamPage';
import { webhookListRoute } from './account/webhooks/webhookListPage';
import { webhookRoute } from './account/webhooks/webhookPage';
import { contactsRoute } from './account/workspace/contactsPage';
import { installRoute } from './studio/installPage';
import { workspaceListRoutes } from './account/workspace/listPages';

/** Pages of group B: account, editors, widget studio, plans. */
export const accountRoutes: readonly Route[] = [
  signInRoute,
  signOutRoute,
  overviewRoute,
  ...startRoutes,
  ownAccountRoute,
  auditLogRoute,
  teamRoute,
  joinRoute,
  webhookListRoute,
  webhookRoute,
  usageRoute,
  ...workspaceListRoutes,
  contactsRoute,
  installRoute,
  pricingRoute,
  ...skillsetRoutes,
  ...botRoutes,
  ...datasetRoutes,
  documentRoute,
  ...blueprintRoutes,
  ...checkRoutes,
  ...studioRoutes,
  identityRoute,
  playgroundRoute,
  previewRoute,
  inboxRoute,
  cannedRepliesRoute,
  answeringRoute,
  conversationDeleteRoute,
  insightsRoute,
  conversationListRoute,
  conversationRoute,
  situationRoute,
  reportsRoute,
  collectionsRoute,
  accountsRoute,
  auditRoute,
];
