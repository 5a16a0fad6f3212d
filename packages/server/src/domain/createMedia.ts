import { ATTACHMENT_LIMITS, type AttachmentLimits } from '../config/usageLimits';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { deleteExpiredFiles } from '../db/queries/conversations/fileQueries';
import { createSpokenReplies, type SpokenReplies } from './conversations/spokenReplies';
import type { Speech } from '../model/speech/speech';
import type { ReadingPool } from '../reading/readingPool';
import { createImageProxy, type ImageProxy } from '../unfurl/imageProxy';
import { createPreviews, type Previews } from '../unfurl/previews';
import { createPublicFetch, type PublicFetch } from '../unfurl/publicFetch';
import { createAttachments, type Attachments } from '../uploads/attachments';
import type { FileStore } from '../uploads/fileStore';
import { createSignedLinks, type SignedLinks } from '../uploads/signedLinks';
import { createThumbnails, type Thumbnails } from '../uploads/createThumbnails';

/** Handling of binary content: visitors' files, recordings, pictures, and previews of other sites. */
export interface Media {
  readonly store: FileStore;
  readonly links: SignedLinks;
  readonly attachments: Attachments;
  readonly spokenReplies: SpokenReplies;
  readonly previews: Previews;
  readonly images: ImageProxy;
  readonly thumbnails: Thumbnails;
  /** Fetches untrusted addresses, only public ones. */
  readonly fetcher: PublicFetch;
  /** Deletes expired content. */
  sweep(): Promise<void>;
}

/** Dependencies. */
export interface MediaOptions {
  db: Database;
  clock: Clock;
  store: FileStore;
  /** Threads for visitors' files. */
  reading: ReadingPool;
  secret: string;
  /** Undefined if no voice is configured. */
  speech: Speech | undefined;
  /** @default the real one */
  fetcher?: PublicFetch | undefined;
  /** @default the contract's */
  attachmentLimits?: AttachmentLimits;
}

/** Creates the services for files, speech and previews. */
export function createMedia({
  db,
  clock,
  store,
  reading,
  secret,
  speech,
  fetcher = createPublicFetch({ clock }),
  attachmentLimits = ATTACHMENT_LIMITS,
}: MediaOptions): Media {
  const images = createImageProxy({ db, clock, store, fetcher, secret });
  const previews = createPreviews({ db, clock, fetcher, images, reading, secret });
  return {
    store,
    links: createSignedLinks(secret, clock),
    attachments: createAttachments({ db, clock, store, reading, limits: attachmentLimits }),
    spokenReplies: createSpokenReplies({ db, clock, store, speech }),
    previews,
    images,
    thumbnails: createThumbnails(store, reading),
    fetcher,
    async sweep() {
      await previews.sweep();
      for (const id of await deleteExpiredFiles(db, clock.now())) await store.delete(id);
    },
  };
}
