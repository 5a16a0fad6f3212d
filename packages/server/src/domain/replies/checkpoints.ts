import type { Clock } from '@sotto/widget-core/api';
import type { Draft } from '../../db/schema';

/** Maximum time and size that a reply may be in memory only, in milliseconds and bytes. */
export const CHECKPOINT_MS = 1_000;
export const CHECKPOINT_BYTES = 2_048;

/** Checkpoints of a reply. */
export interface Checkpoint {
  /** Number of bytes received. */
  grew(bytes: number): void;
  end(): void;
}

/** Stores running replies of this process, so that another process can keep the text after a crash. */
export interface Checkpoints {
  /** @param read - returns the reply so far */
  begin(runId: string, read: () => Draft): Checkpoint;
  close(): void;
}

/** What checkpoints need. */
export interface CheckpointsOptions {
  readonly clock: Clock;
  /** Stores drafts of runs. @returns ids of stored ones */
  readonly save: (drafts: readonly { readonly id: string; readonly draft: Draft }[]) => Promise<readonly string[]>;
  readonly onError: (error: unknown) => void;
}

/** A single statement at a time for all replies: under load, more replies share one. */
export function createCheckpoints({ clock, save, onError }: CheckpointsOptions): Checkpoints {
  const replies = new Map<string, { readonly read: () => Draft; unsavedBytes: number }>();
  let cancelTimer: (() => void) | undefined;
  let isSaving = false;
  let isClosed = false;

  async function saveDue(): Promise<void> {
    const due = [...replies].filter(([, { unsavedBytes }]) => unsavedBytes > 0);
    for (const [, reply] of due) reply.unsavedBytes = 0;
    let saved: readonly string[] = [];
    try {
      saved = await save(due.map(([id, { read }]) => ({ id, draft: read() })));
    } finally {
      for (const [id, reply] of due) if (!saved.includes(id)) reply.unsavedBytes += 1;
    }
  }
  function start(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    isSaving = true;
    saveDue()
      .catch(onError)
      .finally(() => {
        isSaving = false;
        schedule();
      });
  }
  function schedule(): void {
    if (isClosed || isSaving) return;
    const unsaved = [...replies.values()].map(({ unsavedBytes }) => unsavedBytes);
    if (unsaved.some((bytes) => bytes >= CHECKPOINT_BYTES)) start();
    else if (unsaved.some((bytes) => bytes > 0)) cancelTimer ??= clock.setTimer(start, CHECKPOINT_MS);
  }

  return {
    begin(runId, read) {
      const reply = { read, unsavedBytes: 0 };
      replies.set(runId, reply);
      return {
        grew(bytes) {
          const before = reply.unsavedBytes;
          reply.unsavedBytes += bytes;
          // Called for every token, so nothing is computed unless a checkpoint is due.
          if (before === 0 || (before < CHECKPOINT_BYTES && reply.unsavedBytes >= CHECKPOINT_BYTES)) schedule();
        },
        end: () => void replies.delete(runId),
      };
    },
    close() {
      isClosed = true;
      cancelTimer?.();
    },
  };
}
