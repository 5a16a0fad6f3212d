import { createHash } from 'node:crypto';
import {
  datasetCreateRequestSchema,
  datasetFileListResponseSchema,
  datasetListResponseSchema,
  datasetSchema,
  datasetSearchRequestSchema,
  datasetSearchResponseSchema,
  datasetUpdateRequestSchema,
  datasetUploadQuerySchema,
  datasetUploadResponseSchema,
  itemListQuerySchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import { DOCUMENT_MAX_BYTES } from '../../datasets/library';
import { readTitles } from '../../db/queries/hub/documentQueries';
import { listDatasetFiles } from '../../db/queries/hub/passageQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { matchSentence, noMatchSentence } from '../../model/searchSentences';
import { MAX_PASSAGES } from '../../model/tools/datasetTools';
import { cleanFileName } from '../../uploads/fileName';
import { showItem, resourceEndpoints } from './resourceRoutes';
import { datasetSiteEndpoints } from './datasetSiteRoutes';
import { documentEndpoints } from './documentRoutes';
import type { Services } from '../services';
import { readByAge } from '../../lib/paging';

/** How many files are listed at once when a dataset goes. */
const DELETE_BATCH = 100;

/** Datasets and their documents [H-16]. */
export function datasetEndpoints(services: Services): Endpoint[] {
  const { db, library } = services;
  const resources = resourceEndpoints(services, {
    kind: 'dataset',
    path: '/dataset',
    noun: 'a dataset',
    create: datasetCreateRequestSchema,
    update: datasetUpdateRequestSchema,
    item: datasetSchema,
    list: datasetListResponseSchema,
    show: showItem,
    async beforeDelete(id) {
      for (;;) {
        const files = await listDatasetFiles(db, id, undefined, DELETE_BATCH);
        if (files.length === 0) return;
        for (const file of files) await library.remove(id, file.id);
      }
    },
  });
  return [
    ...resources,
    ...fileEndpoints(services),
    ...documentEndpoints(services),
    ...datasetSiteEndpoints(services),
    searchEndpoint(services),
  ];
}

function fileEndpoints({ db, resources, plans, library, idempotency, uploads }: Services): Endpoint[] {
  const upload = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/file/upload',
      summary: 'Add a document',
      auth: 'user',
      cost: 'document',
      query: datasetUploadQuerySchema,
      takesFile: true,
      answer: datasetUploadResponseSchema,
      errors: ['NOT_AUTHORIZED', 'NO_SUBSCRIPTION', 'UNPROCESSABLE_ENTITY'],
    },
    async (context, { caller, query, pass }) => {
      const { id: datasetId } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const { url } = query();
      const made = await uploads.take(context, { maxBytes: DOCUMENT_MAX_BYTES }, ({ name, type, bytes }) => {
        const body = { name, url: url ?? null, bytes: createHash('sha256').update(bytes).digest('base64url') };
        return idempotency.once(context, caller.user.id, body, async () => {
          await plans.requireStorage(caller.workspaceId, bytes.byteLength);
          const document = { name: cleanFileName(name), type, bytes, url };
          return pass.run({ accountId: caller.workspaceId, bytes: bytes.byteLength }, async (counted) => {
            const { id, notes } = await library.add(datasetId, document, counted);
            return { id, notes: [...notes] };
          });
        });
      });
      return answer(context, made);
    },
  );
  const list = endpoint(
    {
      method: 'GET',
      path: '/dataset/:datasetId/file/list',
      summary: 'The documents, oldest first; pages of sites are listed with their site',
      auth: 'user',
      cost: 'none',
      query: itemListQuerySchema,
      answer: datasetFileListResponseSchema,
      errors: [],
    },
    async (context, { caller, query }) => {
      const { id } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const { items: files, cursor } = await readByAge(query(), (after, take) =>
        listDatasetFiles(db, id, after, take, 'single'),
      );
      const titles = await readTitles(
        db,
        files.map((file) => file.id),
      );
      return answer(context, {
        items: files.map(({ datasetId: _, siteId: __, hash: ___, ...file }) => ({
          ...file,
          title: titles.get(file.id) || file.name,
        })),
        cursor,
      });
    },
  );
  const remove = endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/file/:fileId/delete',
      summary: 'Delete a document',
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const { id: datasetId } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const id = pathId(context, 'fileId');
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        if (!(await library.remove(datasetId, id))) throw new ApiError('NOT_FOUND');
        return { id };
      });
      return answer(context, made);
    },
  );
  return [upload, list, remove];
}

function searchEndpoint({ resources, library }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/dataset/:datasetId/search',
      summary: 'Search a dataset as a bot does',
      auth: 'user',
      cost: 'search',
      body: datasetSearchRequestSchema,
      answer: datasetSearchResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller, body, pass }) => {
      const { id } = await resources.require('dataset', caller, pathId(context, 'datasetId'));
      const { value } = await body();
      const counted = await pass.enter({ accountId: caller.workspaceId });
      const found = (await library.search([id], value.search, counted)).slice(0, MAX_PASSAGES);
      const passages = found.map(({ passage: { source, title, url, text } }, index) => ({
        number: index + 1,
        source,
        title,
        url,
        text,
      }));
      return answer(context, {
        result: found.length === 0 ? noMatchSentence(value.search) : matchSentence(value.search),
        passages,
      });
    },
  );
}
