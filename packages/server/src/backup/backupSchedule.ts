import type { Clock } from '@sotto/widget-core/api';
import type { BackupSettings } from '../config/backupSettings';
import { describeFailure, type Logger } from '../lib/logger';
import { backupPath, readBackupTimes, removeOldBackups } from './backupFolder';

/** Delay after a start, in milliseconds, to keep the start itself fast. */
export const FIRST_BACKUP_MS = 60_000;
/** Delay after a failure, in milliseconds. */
export const BACKUP_AGAIN_MS = 900_000;

/** Writes backups at intervals. */
export interface BackupSchedule {
  /** Start time of the newest complete backup, in milliseconds since the epoch; 0 if unknown. */
  lastAt(): number;
  /** Starts the schedule. */
  start(): void;
  /** Stops the schedule and aborts a running backup. */
  close(): Promise<void>;
}

/** Dependencies of a schedule. */
export interface BackupScheduleOptions extends BackupSettings {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Writes a backup. @throws if it cannot be written */
  readonly write: (path: string, signal: AbortSignal) => Promise<void>;
}

/**
 * The age of the newest backup in the folder decides when the next one is due, so restarts neither skip nor repeat
 * one. Old backups are removed only after a new one is complete.
 */
export function createBackupSchedule(options: BackupScheduleOptions): BackupSchedule {
  const { folder, everyMs, keep, clock, logger, write } = options;
  const closing = new AbortController();
  let lastAt = 0;
  let cancel = (): void => undefined;
  let running: Promise<void> = Promise.resolve();

  const plan = (inMs: number): void => {
    if (!closing.signal.aborted) cancel = clock.setTimer(() => void (running = backUp()), inMs);
  };
  async function backUp(): Promise<void> {
    const startedAt = clock.now();
    try {
      const path = backupPath(folder, startedAt);
      await write(path, closing.signal);
      lastAt = startedAt;
      logger.info({ event: 'backup', durationMs: clock.now() - startedAt });
      plan(everyMs);
      await removeOldBackups(folder, keep);
    } catch (error) {
      if (closing.signal.aborted) return;
      logger.error({ event: 'backup', ...describeFailure(error) });
      if (lastAt !== startedAt) plan(Math.min(everyMs, BACKUP_AGAIN_MS));
    }
  }
  async function begin(): Promise<void> {
    try {
      [lastAt = 0] = await readBackupTimes(folder);
    } catch (error) {
      logger.error({ event: 'backup', ...describeFailure(error) });
    }
    plan(Math.max(FIRST_BACKUP_MS, Math.min(everyMs, lastAt + everyMs - clock.now())));
  }

  return {
    lastAt: () => lastAt,
    start: () => void (running = begin()),
    async close() {
      closing.abort();
      cancel();
      await running;
      cancel();
    },
  };
}
