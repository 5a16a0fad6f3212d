import { createId } from '@sotto/widget-core/api';
import type { NewPicture } from '../db/queries/accounts/pictureQueries';
import type { AppContext, Pass } from '../http/appEnv';
import { ApiError } from '../lib/apiError';
import { THUMBNAIL_LIMITS } from '../reading/readLimits';
import { keepFile } from '../uploads/keepFile';
import type { Services } from './services';

/** Maximum size of a picture as it is sent, in bytes (5 MiB). A smaller one is drawn from it and stored. */
const PICTURE_MAX_BYTES = 5_242_880;

/**
 * Takes a picture that somebody uploads, and stores it at most 256 pixels wide and high, as WebP without metadata.
 *
 * @param note - adds it to the database @throws ApiError 413 for a larger file, 422 for what is no picture
 */
export function takePicture<Noted>(
  { clock, media, reading, uploads }: Services,
  context: AppContext,
  { pass, accountId }: { readonly pass: Pass<'document'>; readonly accountId: string },
  note: (picture: NewPicture) => Promise<Noted>,
): Promise<Noted> {
  return uploads.take(context, { maxBytes: PICTURE_MAX_BYTES }, ({ bytes }) =>
    pass.run({ accountId, bytes: bytes.byteLength }, async () => {
      const drawn = await reading.owners.run('thumbnail', { bytes }, THUMBNAIL_LIMITS);
      if (!drawn)
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Choose a picture: PNG, JPEG, GIF, WebP, AVIF, ICO or SVG');
      const picture = { id: createId('file', clock), size: drawn.byteLength, now: clock.now() };
      return keepFile(media.store, { id: picture.id, bytes: drawn }, () => note(picture));
    }),
  );
}
