import {
  itemListQuerySchema,
  webhookCreateRequestSchema,
  webhookDeliveryListQuerySchema,
  webhookDeliveryListResponseSchema,
  webhookListResponseSchema,
  webhookSecretResponseSchema,
  webhookUpdateRequestSchema,
  type Webhook,
  type WebhookDelivery,
} from '@sotto/hub-api';
import { createId, idResponseSchema } from '@sotto/widget-core/api';
import type { UserCaller } from '../../accounts/userCaller';
import {
  deleteWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  switchOff,
  updateWebhook,
  type StoredDelivery,
  type StoredWebhook,
} from '../../db/queries/webhooks/webhookQueries';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { pageOf, readByAge } from '../../lib/paging';
import { spend } from '../../http/rateLimits';
import { requireTarget } from '../../http/requireTarget';
import { record, recordReads } from '../../http/record';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Most webhooks of one account. */
const WEBHOOKS_MAX = 10;
/** How often a minute one person may have something sent. */
const SENDS_A_MINUTE = 20;

/** Webhooks: addresses that receive events of an account's widgets. */
export function webhookEndpoints(services: Services): Endpoint[] {
  return [
    createEndpoint(services),
    listEndpoint(services),
    updateEndpoint(services),
    rollEndpoint(services),
    deleteEndpoint(services),
    testEndpoint(services),
    deliveryListEndpoint(services),
    sendAgainEndpoint(services),
  ];
}

/** @throws ApiError 404 for a webhook of another account */
async function requireOwn({ db }: Services, context: AppContext, caller: UserCaller): Promise<StoredWebhook> {
  const webhook = await readWebhook(db, caller.workspaceId, pathId(context, 'webhookId'));
  if (!webhook) throw new ApiError('NOT_FOUND');
  return webhook;
}

async function requireWidget({ resources }: Services, caller: UserCaller, widgetId: string | null | undefined) {
  if (widgetId != null) await resources.require('widget', caller, widgetId);
}

function targetOf(id: string) {
  return { type: 'webhook', id };
}

function createEndpoint(services: Services): Endpoint {
  const { db, clock, webhooks, idempotency } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/create',
      summary: 'Add a webhook; its signing secret is shown this once',
      auth: 'user',
      cost: 'none',
      body: webhookCreateRequestSchema,
      answer: webhookSecretResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body }) => {
      const { value, raw } = await body();
      await requireWidget(services, caller, value.widgetId);
      requireTarget(value.url, services.isTrustedHost);
      const made = await idempotency.once(context, caller.user.id, raw, async () => {
        const id = createId('hook', clock);
        const { sealed, secret } = webhooks.make(id, value.url);
        const { events, widgetId } = value;
        const dates = { createdAt: clock.now(), updatedAt: clock.now() };
        const row = { id, ownerId: caller.workspaceId, widgetId, events, ...sealed, ...dates };
        if (!(await insertWebhook(db, row, WEBHOOKS_MAX)))
          throw new ApiError('UNPROCESSABLE_ENTITY', `An account has at most ${WEBHOOKS_MAX} webhooks`);
        const { origin } = new URL(value.url);
        await record(context, services, caller, 'webhook.create', {
          target: targetOf(id),
          details: { origin, events, widgetId },
        });
        return { id, secret };
      });
      return answer(context, made);
    },
  );
}

function listEndpoint({ db, webhooks }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/webhook/list',
      summary: 'The webhooks of this account',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: webhookListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { workspaceId }, query }) => {
      const { items, cursor } = pageOf(await listWebhooks(db, workspaceId), query());
      const shown = items.map((webhook): Webhook => {
        const { id, events, widgetId, off, failingSince, createdAt, updatedAt } = webhook;
        const url = webhooks.address(webhook);
        return { id, url, events, widgetId, isOn: off === null, off, failingSince, createdAt, updatedAt };
      });
      return answer(context, { items: shown, cursor });
    },
  );
}

function updateEndpoint(services: Services): Endpoint {
  const { db, clock } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/:webhookId/update',
      summary: 'Choose the events and the widget of a webhook, or switch it on or off',
      auth: 'user',
      cost: 'none',
      body: webhookUpdateRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, body }) => {
      const webhook = await requireOwn(services, context, caller);
      const { value } = await body();
      const { events, widgetId, isOn } = value;
      await requireWidget(services, caller, widgetId);
      const { id } = webhook;
      await updateWebhook(db, id, {
        ...(events && { events }),
        ...(widgetId !== undefined && { widgetId }),
        ...(isOn === true && { off: null, failures: 0, failingSince: null, restUntil: 0 }),
        updatedAt: clock.now(),
      });
      if (isOn === false) await switchOff(db, id, 'owner', clock.now());
      await record(context, services, caller, 'webhook.update', {
        target: targetOf(id),
        details: {
          ...(events && { events }),
          ...(widgetId !== undefined && { widgetId }),
          ...(isOn !== undefined && { isOn }),
        },
      });
      return answer(context, { id });
    },
  );
}

function rollEndpoint(services: Services): Endpoint {
  const { webhooks, idempotency } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/:webhookId/secret/roll',
      summary: 'Make another signing secret, shown this once; the former one signs as well for 24 hours',
      auth: 'user',
      cost: 'none',
      answer: webhookSecretResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const webhook = await requireOwn(services, context, caller);
      const { id } = webhook;
      const made = await idempotency.once(context, caller.user.id, { roll: id }, async () => {
        const secret = await webhooks.rollSecret(webhook);
        await record(context, services, caller, 'webhook.secret', { target: targetOf(id) });
        return { id, secret };
      });
      return answer(context, made);
    },
  );
}

function deleteEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/:webhookId/delete',
      summary: 'Delete a webhook with its log',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const id = pathId(context, 'webhookId');
      if (!(await deleteWebhook(services.db, caller.workspaceId, id))) throw new ApiError('NOT_FOUND');
      await record(context, services, caller, 'webhook.delete', { target: targetOf(id) });
      return answer(context, { id });
    },
  );
}

/** What is off gets nothing, not even a test. */
async function requireSending(services: Services, context: AppContext, caller: UserCaller): Promise<StoredWebhook> {
  const webhook = await requireOwn(services, context, caller);
  await spend(context, services.rates, `webhook ${caller.workspaceId}`, SENDS_A_MINUTE);
  if (webhook.off !== null) throw new ApiError('CONFLICT', 'This webhook is off. Switch it on first.');
  return webhook;
}

function testEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/:webhookId/test',
      summary: 'Send a test; the log has the result',
      auth: 'user',
      cost: 'request',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller, pass }) => {
      const webhook = await requireSending(services, context, caller);
      const counted = await pass.enter({ accountId: webhook.ownerId });
      return answer(context, { id: await services.webhooks.sendTest(webhook, counted) });
    },
  );
}

function deliveryListEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/webhook/:webhookId/delivery/list',
      summary: 'What a webhook was sent in the last 30 days, and what waits, the newest first',
      auth: 'user',
      cost: 'none',
      query: webhookDeliveryListQuerySchema,
      answer: webhookDeliveryListResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, query }) => {
      const webhook = await requireOwn(services, context, caller);
      const { items: shown, cursor } = await readByAge(query(), (after, take) =>
        listDeliveries(services.db, webhook.id, after, take),
      );
      await recordReads(
        context,
        services,
        caller,
        shown.flatMap(({ conversationId }) => conversationId ?? []),
      );
      return answer(context, {
        items: shown.map((row) => toDelivery(row)),
        cursor,
      });
    },
  );
}

function toDelivery(stored: StoredDelivery): WebhookDelivery {
  const { id, eventId, event, body, status, attempts, dueAt, httpStatus, error, durationMs } = stored;
  const { createdAt, updatedAt } = stored;
  return {
    id,
    eventId,
    event,
    body,
    status,
    attempts,
    dueAt: status === 'pending' ? dueAt : null,
    httpStatus,
    error,
    durationMs,
    createdAt,
    updatedAt,
  };
}

function sendAgainEndpoint(services: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/webhook/:webhookId/delivery/:deliveryId/send',
      summary: 'Send again what was delivered, has failed, or was canceled',
      auth: 'user',
      cost: 'request',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'CONFLICT'],
    },
    async (context, { caller, pass }) => {
      const { id: webhookId, ownerId } = await requireSending(services, context, caller);
      const id = pathId(context, 'deliveryId');
      await pass.run({ accountId: ownerId }, async (counted) => {
        if (!(await services.webhooks.sendAgain(webhookId, id, counted))) throw new ApiError('NOT_FOUND');
      });
      return answer(context, { id });
    },
  );
}
