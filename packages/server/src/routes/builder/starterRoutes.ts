import { siteStartersResponseSchema } from '@sotto/hub-api';
import { readDatasetSite } from '../../db/queries/hub/datasetSiteQueries';
import { listSiteSections } from '../../db/queries/hub/siteHeadingQueries';
import { proposeStarters } from '../../domain/hub/siteStarters';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Questions for the start of a chat, from the pages that were read for it. */
export function starterEndpoint({ db, resources }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/dataset/:datasetId/site/:siteId/starters',
      summary: 'Questions that the pages of a site answer, as proposals for the start of a chat',
      auth: 'user',
      cost: 'none',
      answer: siteStartersResponseSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const dataset = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const site = await readDatasetSite(db, dataset.id, pathId(context, 'siteId'));
      if (!site) throw new ApiError('NOT_FOUND');
      return answer(context, { starters: proposeStarters(await listSiteSections(db, site.id)) });
    },
  );
}
