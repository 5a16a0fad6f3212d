import { parseJson, type Clock, type Micro } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { deleteOldPreviews, readStoredPreview, savePreview } from '../db/queries/conversations/previewQueries';
import { keyedDigest } from '../lib/keyedDigest';
import { deriveKey, openBytes, sealBytes } from '../lib/sealedBytes';
import { PREVIEW_LIMITS } from '../reading/readLimits';
import type { ReadingPool } from '../reading/readingPool';
import { rasterType } from '../uploads/fileKind';
import type { ImageProxy } from './imageProxy';
import type { PublicFetch } from './publicFetch';
import type { PagePreview } from '../reading/readingJobs';

/** Number of bytes read of a page (512 KiB). Contract 1.6. */
const PAGE_MAX_BYTES = 524_288;
/** How long a preview is cached, in milliseconds (24 hours). Contract 1.6. */
const KEPT_MS = 86_400_000;
/** How long a site is not asked again after a failure, in milliseconds. */
const FAILURE_KEPT_MS = 600_000;
/** How long the picture of a preview can be fetched, in milliseconds (30 days): stored messages contain previews. */
const IMAGES_KEPT_MS = 2_592_000_000;

/** Link previews. */
export interface Previews {
  /** The preview of an address, or null if there is none: the site refuses, fails, or is not public. */
  read(url: string): Promise<Micro | null>;
  /** Deletes expired previews. */
  sweep(): Promise<void>;
}

/**
 * Reads pages through a fetch that connects to public addresses only, and caches the result for a day: for everyone
 * who has the address, and sealed with it, since the address itself may be a visitor's secret.
 */
export function createPreviews({
  db,
  clock,
  fetcher,
  images,
  reading,
  secret,
}: {
  db: Database;
  clock: Clock;
  fetcher: PublicFetch;
  images: ImageProxy;
  reading: ReadingPool;
  /** Prevents guessing addresses from their digests. */
  secret: string;
}): Previews {
  const keyOf = keyedDigest(secret, 'preview keys');
  const sealedWith = keyedDigest(secret, 'preview contents');
  const running = new Map<string, Promise<Micro | null>>();

  async function fetchPreview(url: string): Promise<PagePreview | undefined> {
    const answer = await fetcher(url, {
      accept: 'text/html,application/xhtml+xml,image/*;q=0.8',
      maxBytes: PAGE_MAX_BYTES,
      whenLonger: 'cut',
    });
    if (answer.status !== 200) return undefined;
    if (rasterType(answer.bytes) !== undefined) return { image: answer.url };
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.type)) return {};
    return reading.run('preview', { bytes: answer.bytes, type: answer.type, url: answer.url }, PREVIEW_LIMITS);
  }

  async function make(address: string, key: string): Promise<Micro | null> {
    const kept = await readStoredPreview(db, key);
    const sealing = deriveKey(sealedWith(address), 'preview');
    if (kept && clock.now() - kept.createdAt < KEPT_MS) return kept.micro === null ? null : open(sealing, kept.micro);
    const page = await fetchPreview(address).catch(() => undefined);
    const micro = page ? await toMicro(address, page, images) : null;
    // A failure gets an earlier date, so that it is tried again soon.
    const sealed = micro && sealBytes(sealing, Buffer.from(JSON.stringify(micro))).toString('base64url');
    await savePreview(db, key, sealed, page ? clock.now() : clock.now() - KEPT_MS + FAILURE_KEPT_MS);
    return micro;
  }

  return {
    async read(url) {
      const address = new URL(url);
      address.hash = '';
      const key = keyOf(address.href);
      const work =
        running.get(key) ??
        make(address.href, key).finally(() => {
          running.delete(key);
        });
      running.set(key, work);
      const micro = await work;
      return micro && { ...micro, url };
    },
    sweep: () => deleteOldPreviews(db, clock.now() - KEPT_MS, clock.now() - IMAGES_KEPT_MS),
  };
}

function open(key: Buffer, sealed: string): Micro | null {
  const opened = openBytes(key, Buffer.from(sealed, 'base64url'));
  return opened ? (parseJson(opened.toString('utf8')) as Micro) : null;
}

async function toMicro(url: string, page: PagePreview, images: ImageProxy): Promise<Micro | null> {
  const { image, logo, ...texts } = page;
  if (texts.title === undefined && texts.description === undefined && image === undefined) return null;
  return {
    url,
    ...texts,
    publisher: texts.publisher ?? new URL(url).hostname.replace(/^www\./, ''),
    ...(image !== undefined && { image: await images.offer(image) }),
    ...(logo !== undefined && { logo: await images.offer(logo) }),
  };
}
