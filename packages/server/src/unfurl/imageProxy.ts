import { createHash } from 'node:crypto';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { readPublicFile, saveFile } from '../db/queries/conversations/fileQueries';
import { markPreviewImage, readPreviewImage, savePreviewImage } from '../db/queries/conversations/previewQueries';
import { keyedDigest } from '../lib/keyedDigest';
import { deriveKey, openBytes, sealBytes } from '../lib/sealedBytes';
import type { FileStore } from '../uploads/fileStore';
import { rasterType } from '../uploads/fileKind';
import type { PublicFetch } from './publicFetch';

/** Maximum size of a picture, in bytes (2 MiB). Contract 1.6. */
const IMAGE_MAX_BYTES = 2_097_152;
/** How long a picture is cached, in milliseconds (24 hours). */
const KEPT_MS = 86_400_000;
/** How long a site is not asked again after a failure, in milliseconds. */
const FAILURE_KEPT_MS = 600_000;

/** A cached picture of another site. */
export interface ProxiedImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Serves pictures of other sites, so that visitors' browsers never connect to them. */
export interface ImageProxy {
  /** Allows a picture to be fetched. @returns its path below the configured base */
  offer(url: string): Promise<string>;
  /** An allowed picture; undefined if it is not allowed, not a picture, or cannot be fetched. */
  read(name: string): Promise<ProxiedImage | undefined>;
}

/** Dependencies of the proxy. */
export interface ImageProxyOptions {
  db: Database;
  clock: Clock;
  store: FileStore;
  fetcher: PublicFetch;
  /** Signs addresses, so that they cannot be guessed and this is no open proxy. */
  secret: string;
}

/**
 * Pictures are fetched on first request, checked by their first bytes, and cached for a day.
 *
 * Addresses and bytes are sealed with the name in the path and stored under a digest of it: once the messages that
 * show a picture are deleted, nobody can read the remains.
 */
export function createImageProxy({ db, clock, store, fetcher, secret }: ImageProxyOptions): ImageProxy {
  const nameOf = keyedDigest(secret, 'preview images');
  const running = new Map<string, Promise<ProxiedImage | undefined>>();

  async function readKept(id: string, key: Buffer): Promise<ProxiedImage | undefined> {
    const file = await readPublicFile(db, 'preview', id);
    const sealed = file && (file.expiresAt ?? 0) > clock.now() ? await store.read(id) : undefined;
    const bytes = sealed && openBytes(key, sealed);
    return file && bytes && { type: file.type, bytes };
  }

  async function load(name: string): Promise<ProxiedImage | undefined> {
    const hash = hashOf(name);
    const key = keyOf(name);
    const id = `img_${hash}`;
    const kept = await readKept(id, key);
    if (kept) return kept;
    const offered = await readPreviewImage(db, hash);
    if (!offered || (offered.failedAt !== null && clock.now() - offered.failedAt < FAILURE_KEPT_MS)) return undefined;
    const url = openBytes(key, Buffer.from(offered.url, 'base64url'))?.toString('utf8');
    if (url === undefined) return undefined;
    const answer = await fetcher(url, {
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8',
      maxBytes: IMAGE_MAX_BYTES,
      whenLonger: 'refuse',
    }).catch(() => undefined);
    const type = answer?.status === 200 ? rasterType(answer.bytes) : undefined;
    const now = clock.now();
    await markPreviewImage(db, hash, type === undefined ? now : null);
    if (!answer || type === undefined) return undefined;
    await store.write(id, sealBytes(key, answer.bytes));
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
      const name = nameOf(url).slice(0, 32);
      const sealed = sealBytes(keyOf(name), Buffer.from(url)).toString('base64url');
      await savePreviewImage(db, hashOf(name), sealed, clock.now());
      return `/v1/unfurl/image/${name}`;
    },
    read(name) {
      // Concurrent requests share one fetch.
      const work =
        running.get(name) ??
        load(name).finally(() => {
          running.delete(name);
        });
      running.set(name, work);
      return work;
    },
  };
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 32);
}

function keyOf(name: string): Buffer {
  return deriveKey(name, 'preview image');
}
