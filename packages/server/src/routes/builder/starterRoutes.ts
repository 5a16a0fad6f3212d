import {
  siteStartersResponseSchema,
  siteStartersWriteRequestSchema,
  siteStartersWriteResponseSchema,
} from '@sotto/hub-api';
import type { UserCaller } from '../../accounts/userCaller';
import { readDatasetSite } from '../../db/queries/hub/datasetSiteQueries';
import { listSiteSections } from '../../db/queries/hub/siteHeadingQueries';
import { proposeStarters } from '../../domain/hub/siteStarters';
import { writeStarters } from '../../domain/hub/writeStarters';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Time a model has for a greeting and questions, in milliseconds. */
const WRITE_LIMIT_MS = 20_000;

/** Questions for the start of a chat, from the pages that were read for it. */
export function starterEndpoints({ db, resources, budgets, writer }: Services): Endpoint[] {
  async function sectionsOf(caller: UserCaller, datasetId: string, siteId: string) {
    const dataset = await resources.require('dataset', caller, datasetId);
    const site = await readDatasetSite(db, dataset.id, siteId);
    if (!site) throw new ApiError('NOT_FOUND');
    return listSiteSections(db, site.id);
  }
  const propose = endpoint(
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
      const sections = await sectionsOf(caller, pathId(context, 'datasetId'), pathId(context, 'siteId'));
      return answer(context, { starters: proposeStarters(sections), canWrite: writer() !== undefined });
    },
  );
  const write = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/site/:siteId/starters/write',
      summary: 'Let the language model write a greeting and questions from the headings of a site; nothing is stored',
      auth: 'user',
      cost: 'request',
      body: siteStartersWriteRequestSchema,
      answer: siteStartersWriteResponseSchema,
      errors: ['UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, pass, body }) => {
      const { value } = await body();
      const sections = await sectionsOf(caller, pathId(context, 'datasetId'), pathId(context, 'siteId'));
      const model = writer();
      if (!model) throw new ApiError('UNPROCESSABLE_ENTITY', 'No language model is connected on this server');
      return answer(
        context,
        await pass.run({ accountId: caller.workspaceId }, async ({ counters }) => {
          const tokens = { input: 0, output: 0 };
          const written = await writeStarters(
            model,
            { ...value, sections },
            AbortSignal.any([AbortSignal.timeout(WRITE_LIMIT_MS), context.req.raw.signal]),
            ({ input, output }) => {
              tokens.input += input;
              tokens.output += output;
            },
          );
          await budgets.add(counters, tokens);
          return written;
        }),
      );
    },
  );
  return [propose, write];
}
