import { createHmac } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { readPublicFile, saveFile } from '../db/queries/conversations/fileQueries';
import { markPreviewImage, readPreviewImage, savePreviewImage } from '../db/queries/conversations/previewQueries';
import type { FileStore } from '../uploads/fileStore';
import { rasterType } from '../uploads/fileKind';
import type { PublicFetch } from './publicFetch';

/** Largest picture, in bytes (2 MiB). Contract 1.6. */
const IMAGE_MAX_BYTES = 2_097_152;
/** How long a picture is kept, in milliseconds (24 hours). */
const KEPT_MS = 86_400_000;
/** How long a site is left alone after it did not give its picture, in milliseconds. */
const FAILURE_KEPT_MS = 600_000;

/** A picture of another site, as we have it. */
export interface ProxiedImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Shows pictures of other sites, so that a visitor's browser never meets them. */
export interface ImageProxy {
  /** Allows a picture to be fetched. @returns its path below the configured base */
  offer(url: string): Promise<string>;
  /** A picture that was offered; undefined when it was not, is none, or cannot be had. */
  read(hash: string): Promise<ProxiedImage | undefined>;
}

/** What the proxy stands on. */
export interface ImageProxyOptions {
  db: Database;
  clock: Clock;
  store: FileStore;
  fetcher: PublicFetch;
  /** Signs addresses so that they cannot be guessed, and this is no open proxy. */
  secret: string;
}

/** Pictures are fetched when they are first looked at, checked by their first bytes, and kept for a day. */
export function createImageProxy({ db, clock, store, fetcher, secret }: ImageProxyOptions): ImageProxy {
  const key = createHmac('sha256', secret).update('preview images').digest();
  const running = new Map<string, Promise<ProxiedImage | undefined>>();

  async function readKept(id: string): Promise<ProxiedImage | undefined> {
    const file = await readPublicFile(db, 'preview', id);
    const bytes = file && (file.expiresAt ?? 0) > clock.now() ? await store.read(id) : undefined;
    return file && bytes && { type: file.type, bytes };
  }

  async function load(hash: string): Promise<ProxiedImage | undefined> {
    const id = `img_${hash}`;
    const kept = await readKept(id);
    if (kept) return kept;
    const offered = await readPreviewImage(db, hash);
    if (!offered || (offered.failedAt !== null && clock.now() - offered.failedAt < FAILURE_KEPT_MS)) return undefined;
    const answer = await fetcher(offered.url, {
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8',
      maxBytes: IMAGE_MAX_BYTES,
      whenLonger: 'refuse',
    }).catch(() => undefined);
    const type = answer?.status === 200 ? rasterType(answer.bytes) : undefined;
    const now = clock.now();
    await markPreviewImage(db, hash, type === undefined ? now : null);
    if (!answer || type === undefined) return undefined;
    await store.write(id, answer.bytes);
    await saveFile(db, {
      id,
      kind: 'preview',
      name: hash,
      type,
      size: answer.bytes.byteLength,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + KEPT_MS,
    });
    return { type, bytes: answer.bytes };
  }

  return {
    async offer(url) {
      const hash = createHmac('sha256', key).update(url).digest('base64url').slice(0, 32);
      await savePreviewImage(db, hash, url, clock.now());
      return `/v1/unfurl/image/${hash}`;
    },
    read(hash) {
      // Concurrent requests share one fetch.
      const work =
        running.get(hash) ??
        load(hash).finally(() => {
          running.delete(hash);
        });
      running.set(hash, work);
      return work;
    },
  };
}
