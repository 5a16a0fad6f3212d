import {
  datasetSiteListResponseSchema,
  datasetSiteRequestSchema,
  datasetSiteSchema,
  datasetTextRequestSchema,
  itemListQuerySchema,
  siteAddresses,
  siteLookRequestSchema,
  siteLookResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { fetchSitePage, findSiteAddress, lookAtSite } from '../../datasets/site/lookAtSite';
import {
  listDatasetSites,
  listSiteFiles,
  readDatasetSite,
  type DatasetSite,
} from '../../db/queries/hub/datasetSiteQueries';
import { documentName, toDocument } from '../../domain/conversations/insights';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { pageOf } from '../../lib/paging';
import { requireTarget } from '../../http/requireTarget';
import { ApiError } from '../../lib/apiError';
import type { PublicAnswer } from '../../unfurl/publicFetch';
import { decodePage } from '../../unfurl/readPreview';
import type { UserCaller } from '../../accounts/userCaller';
import type { Services } from '../services';

/** Sites whose pages a dataset holds, texts that are typed in, and how a site looks. */
export function datasetSiteEndpoints(services: Services): Endpoint[] {
  const { db, resources, sites, idempotency, forOwners } = services;

  async function requireDataset(context: AppContext, caller: UserCaller): Promise<string> {
    return (await resources.require('dataset', caller, pathId(context, 'datasetId'))).id;
  }
  async function requireSite(context: AppContext, caller: UserCaller): Promise<DatasetSite> {
    const datasetId = await requireDataset(context, caller);
    const site = await readDatasetSite(db, datasetId, pathId(context, 'siteId'));
    if (!site) throw new ApiError('NOT_FOUND');
    return site;
  }

  const create = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/site/create',
      summary: 'Read a site into a dataset, and again every week',
      auth: 'user',
      cost: 'site',
      body: datasetSiteRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      const accountId = caller.workspaceId;
      const datasetId = await requireDataset(context, caller);
      const { value } = await body();
      const made = await idempotency.once(context, accountId, { datasetId, ...value }, async () => {
        await forOwners.plans.requireStanding(accountId);
        requireTarget(siteAddresses(value.url)[0], services.isTrustedHost);
        return pass.run({ accountId }, async (counted) => {
          const url = await findSiteAddress(services.crawlerFor(counted), value.url);
          return { id: await sites.add(datasetId, url, value.pagesMax, counted) };
        });
      });
      return answer(context, made);
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/dataset/:datasetId/site/list',
      summary: 'The sites of a dataset, and how far they have been read',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: datasetSiteListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const datasetId = await requireDataset(context, caller);
      return answer(context, pageOf((await listDatasetSites(db, datasetId)).map(showSite), query()));
    },
  );
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/dataset/:datasetId/site/:siteId/fetch',
      summary: 'A site with its pages',
      auth: 'user',
      cost: 'none',
      answer: datasetSiteSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const site = await requireSite(context, caller);
      const pages = await listSiteFiles(db, site.id);
      return answer(context, { ...showSite(site), pages: pages.map(({ hash: _, ...page }) => page) });
    },
  );
  const renew = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/site/:siteId/renew',
      summary: 'Read a site again now',
      auth: 'user',
      cost: 'site',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, pass }) => {
      const site = await requireSite(context, caller);
      await pass.run({ accountId: caller.workspaceId }, (counted) => sites.renew(site.id, counted));
      return answer(context, { id: site.id });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/site/:siteId/delete',
      summary: 'Delete a site with its pages',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const site = await requireSite(context, caller);
      await sites.remove(site);
      return answer(context, { id: site.id });
    },
  );
  const page = endpoint(
    {
      method: 'GET',
      path: '/dataset/:datasetId/site/:siteId/page',
      summary: 'The first page of a site as it looks, without its scripts, for a preview',
      auth: 'user',
      cost: 'request',
      errors: ['UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, pass }) => {
      const site = await requireSite(context, caller);
      const crawler = services.crawlerFor(await pass.enter({ accountId: caller.workspaceId }));
      return showPage(context, await fetchSitePage(crawler, site.url));
    },
  );
  return [create, list, fetch, renew, remove, page, textEndpoint(services), lookEndpoint(services)];
}

function textEndpoint({ resources, plans, library, idempotency }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/text/create',
      summary: 'Add a text, or a question with its answer, as a document',
      auth: 'user',
      cost: 'document',
      body: datasetTextRequestSchema,
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, body, pass }) => {
      const { id: datasetId } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const { value } = await body();
      const made = await idempotency.once(context, caller.workspaceId, { datasetId, ...value }, async () => {
        const bytes = toDocument(value.title, value.text);
        await plans.requireStorage(caller.workspaceId, bytes.byteLength);
        const document = { name: documentName(value.title), type: 'text/markdown', bytes, url: undefined };
        return pass.run({ accountId: caller.workspaceId, bytes: bytes.byteLength }, async (counted) => {
          const { id } = await library.add(datasetId, document, counted);
          return { id };
        });
      });
      return answer(context, made);
    },
  );
}

function lookEndpoint({ crawlerFor }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/site/look',
      summary: 'What a site calls itself, its language, colour and logo',
      auth: 'user',
      cost: 'request',
      body: siteLookRequestSchema,
      answer: siteLookResponseSchema,
      errors: ['UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller: { workspaceId }, body, pass }) => {
      const { value } = await body();
      const crawler = crawlerFor(await pass.enter({ accountId: workspaceId }));
      return answer(context, await lookAtSite(crawler, await findSiteAddress(crawler, value.url)));
    },
  );
}

/**
 * A third-party page under this server's address: in a sandbox without an origin, so that none of its scripts run and
 * nothing of this site can be reached from it.
 */
function showPage(context: AppContext, { bytes, type, url }: PublicAnswer): Response {
  const html = decodePage(bytes, type).replaceAll(/<meta[^>]{0,300}http-equiv[^>]{0,2000}>/gi, '');
  const base = `<base href="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" target="_blank">`;
  const head = /<head\b[^>]{0,500}>/i.exec(html);
  const at = head ? head.index + head[0].length : 0;
  return context.body(html.slice(0, at) + base + html.slice(at), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, max-age=300',
    'Content-Security-Policy':
      "sandbox; default-src 'none'; img-src http: https: data:; style-src http: https: 'unsafe-inline'; " +
      "font-src http: https: data:; frame-ancestors 'self'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

function showSite({ datasetId: _, leasedUntil: __, ...site }: DatasetSite) {
  return site;
}
