import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { isWidgetIcon } from '../../db/queries/hub/iconQueries';
import { readPublicFile, type StoredFile } from '../../db/queries/conversations/fileQueries';
import { sendBytes } from '../../http/files/bytesAnswer';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';

/** Every strategy is treated as `auto`. */
const thumbnailQuerySchema = v.object({
  strategy: v.optional(v.pipe(v.string(), v.maxLength(40)), 'auto'),
  cache: v.optional(v.picklist(['true', 'false']), 'true'),
  version: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/** Thumbnails [S-11, W-42] of icons. Files of conversations are unknown here. */
export function fileEndpoints({ db, media }: Services): Endpoint[] {
  const thumbnail = endpoint(
    {
      method: 'GET',
      path: '/file/:fileId/thumbnail/download',
      summary: 'A small picture of an icon',
      auth: 'public',
      cost: 'none',
      query: thumbnailQuerySchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { query }) => {
      const { cache, version } = query();
      const file = await readPublicFile(db, 'icon', pathId(context, 'fileId'));
      const bytes = file && (await media.thumbnails.of(file));
      if (!file || !bytes) throw new ApiError('NOT_FOUND', 'There is no such icon');
      return sendBytes(
        context,
        { type: 'image/webp', bytes },
        {
          'Cache-Control': cacheControl(cache === 'true', version, file),
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      );
    },
  );

  return [thumbnail];
}

/**
 * How a thumbnail may be cached. Only the current version is immutable: a request for another version is not cached, or
 * a caller could have today's picture stored under tomorrow's address. Icons of widgets have one version.
 */
function cacheControl(isKept: boolean, version: string | undefined, file: StoredFile): string {
  if (!isKept) return 'no-store';
  if (version === undefined) return 'public, max-age=3600';
  return version === String(file.updatedAt) || isWidgetIcon(file) ? 'public, max-age=31536000, immutable' : 'no-store';
}
