import { randomBytes } from 'node:crypto';
import {
  identitySecretResponseSchema,
  itemListQuerySchema,
  widgetCreateRequestSchema,
  widgetListResponseSchema,
  widgetSchema,
  widgetSiteListResponseSchema,
  widgetUpdateRequestSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { saveIcon } from '../../db/queries/hub/iconQueries';
import { identityPlace } from '../../domain/conversations/identity';
import { updateResource } from '../../db/queries/hub/resourceQueries';
import { listWidgetSites } from '../../db/queries/hub/widgetSiteQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { record } from '../../http/record';
import { pageOf } from '../../lib/paging';
import { pick } from '../../lib/pick';
import { showItem, resourceEndpoints } from './resourceRoutes';
import type { Services } from '../services';
import { takePicture } from '../takePicture';

/** Widgets as their owners make and change them. */
export function widgetEndpoints(services: Services): Endpoint[] {
  const { db, clock, resources, idempotency } = services;
  const identity = endpoint(
    {
      method: 'POST',
      path: '/integration/widget/:id/identity/create',
      summary:
        "Create the key with which the host's backend vouches for visitors; it is shown this once and replaces an earlier one",
      auth: 'user',
      cost: 'none',
      answer: identitySecretResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const { id } = await resources.require('widget', caller, pathId(context, 'id'));
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        const secret = randomBytes(32).toString('base64url');
        const identitySecret = services.vault.seal(secret, identityPlace(id));
        await updateResource(db, 'widget', caller.workspaceId, id, { identitySecret }, clock.now());
        await record(context, services, caller, 'widget.identity-key', { target: { type: 'widget', id } });
        return { secret };
      });
      return answer(context, made);
    },
  );
  const sites = endpoint(
    {
      method: 'GET',
      path: '/integration/widget/:id/site/list',
      summary: 'The sites where a widget has been seen, the latest first',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: widgetSiteListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const { id } = await resources.require('widget', caller, pathId(context, 'id'));
      const found = await listWidgetSites(db, [id]);
      const { items, cursor } = pageOf(
        found.map((site) => ({ ...site, id: site.origin })),
        query(),
      );
      return answer(context, {
        items: items.map(({ origin, firstSeenAt, lastSeenAt }) => ({ origin, firstSeenAt, lastSeenAt })),
        cursor,
      });
    },
  );
  return [
    iconEndpoint(services),
    ...resourceEndpoints(services, {
      kind: 'widget',
      path: '/integration/widget',
      noun: 'a widget',
      create: widgetCreateRequestSchema,
      update: widgetUpdateRequestSchema,
      item: widgetSchema,
      list: widgetListResponseSchema,
      show: (row) => ({
        ...showItem(row),
        hasIdentitySecret: row.identitySecret !== null,
        ...pick(row, [
          'botId',
          'config',
          'allowedOrigins',
          'imageOrigins',
          'formOrigins',
          'languages',
          'sessionDurationMs',
          'requiresIdentity',
          'identityFreshnessMs',
          'retentionDays',
          'attachmentRetentionDays',
          'visitorsMayDelete',
          'mailsAnswers',
          'budgets',
        ]),
      }),
    }),
    identity,
    sites,
  ];
}

/** Pictures of widgets. */
function iconEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/integration/widget/icon/upload',
      summary:
        'Upload a picture whose id is then a value of icon settings; it is stored at most 256 pixels wide and high, ' +
        'and for a day unless a widget is saved with it',
      auth: 'user',
      cost: 'document',
      takesFile: true,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { workspaceId }, pass }) =>
      answer(
        context,
        await takePicture(services, context, { pass, accountId: workspaceId }, async (picture) => {
          await saveIcon(services.db, workspaceId, picture);
          return { id: picture.id };
        }),
      ),
  );
}
