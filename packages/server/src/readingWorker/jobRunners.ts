import { toPassages } from '../datasets/passages';
import { readDocument } from '../datasets/readDocument';
import { readSitePage } from '../datasets/site/readSitePage';
import { indexedTerms } from '../datasets/terms';
import { readCheckFile } from '../reading/checkFile';
import { readOpenApi } from '../model/tools/importRequests/openApi';
import { ApiError } from '../lib/apiError';
import type { ReadingJobs } from '../reading/readingJobs';
import { decodePage, readPreview } from '../unfurl/readPreview';
import { cutFileText } from '../uploads/fileText';
import { drawThumbnail } from '../uploads/thumbnails';

/** @see ReadingJobs */
export const jobRunners: ReadingJobs = {
  async passages({ type, bytes, source, url, passagesMax }, limits) {
    const document = await readDocument(type, bytes, limits);
    const list = toPassages({
      ...document,
      source,
      url,
      resolveLink: (href) => (/^https?:/i.test(href) ? href : undefined),
    });
    if (list.length > passagesMax)
      throw new ApiError('UNPROCESSABLE_ENTITY', 'This document is too long. Split it into several documents');
    const passages = list.map(({ id: _, ...passage }) => ({ ...passage, terms: indexedTerms(passage) }));
    return { passages, notes: document.notes ?? [] };
  },
  text: async ({ type, bytes }, limits) => cutFileText((await readDocument(type, bytes, limits)).text),
  preview: ({ bytes, type, url }) => readPreview(decodePage(bytes, type), url),
  sitePage: ({ bytes, type, address, asked }) => readSitePage(bytes, type, address, asked),
  openApi: readOpenApi,
  checkFile: ({ content }) => readCheckFile(content),
  thumbnail: ({ bytes }) => drawThumbnail(bytes),
};
