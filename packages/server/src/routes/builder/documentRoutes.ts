import {
  datasetFileSchema,
  datasetPassageListResponseSchema,
  datasetQuestionListResponseSchema,
  itemListQuerySchema,
} from '@sotto/hub-api';
import type { UserCaller } from '../../accounts/userCaller';
import { FIGURES_LIMIT_MS } from '../../config/deadlines';
import { listPassages, listQuestionsTo, readDocument, readTitles } from '../../db/queries/hub/documentQueries';
import { ApiError, cursorError } from '../../lib/apiError';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { recordReads } from '../../http/record';
import type { Services } from '../services';
import { readByAge } from '../../lib/paging';

/** One document of a dataset: its text, and who asked for it. */
export function documentEndpoints(services: Services): Endpoint[] {
  const { db, resources } = services;
  const path = '/dataset/:datasetId/file/:fileId';

  /** @throws ApiError 404 */
  async function requireDocument(context: AppContext, caller: UserCaller) {
    const { id } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
    const file = await readDocument(db, id, pathId(context, 'fileId'));
    if (!file) throw new ApiError('NOT_FOUND');
    return file;
  }

  const fetch = endpoint(
    {
      method: 'GET',
      path: `${path}/fetch`,
      summary: 'Read what a document is, also a page of a site',
      auth: 'user',
      cost: 'none',
      answer: datasetFileSchema,
      errors: [],
    },
    async (context, { caller }) => {
      const { datasetId: _, siteId: __, hash: ___, ...file } = await requireDocument(context, caller);
      return answer(context, { ...file, title: (await readTitles(db, [file.id])).get(file.id) || file.name });
    },
  );
  const passages = endpoint(
    {
      method: 'GET',
      path: `${path}/passage/list`,
      summary: 'The text of a document in passages, as bots find it',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: datasetPassageListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const file = await requireDocument(context, caller);
      const { cursor = '0.0', take } = query();
      const [, after, count] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? [];
      if (after === undefined || count === undefined) throw cursorError();
      const list = await listPassages(db, file.id, Number(after), take + 1);
      const items = list.slice(0, take);
      const read = Number(count) + items.length;
      const last = list.length > take ? items.at(-1) : undefined;
      return answer(context, {
        items: items.map(({ sequence: _, ...passage }, index) => ({ number: Number(count) + index + 1, ...passage })),
        cursor: last ? `${String(last.sequence)}.${String(read)}` : null,
      });
    },
  );
  const questions = endpoint(
    {
      method: 'GET',
      path: `${path}/question/list`,
      summary: 'Questions of visitors that were answered from a document, newest first',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: datasetQuestionListResponseSchema,
      errors: ['TIMEOUT', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller, query }) => {
      const file = await requireDocument(context, caller);
      const figures = services.within(FIGURES_LIMIT_MS).db;
      const { items, cursor } = await readByAge(query(), (after, take) =>
        listQuestionsTo(figures, caller.workspaceId, file, after, take),
      );
      await recordReads(
        context,
        services,
        caller,
        items.map(({ conversationId }) => conversationId),
      );
      return answer(context, {
        items: items.map(({ id: _, ...item }) => item),
        cursor,
      });
    },
  );
  return [fetch, passages, questions];
}
