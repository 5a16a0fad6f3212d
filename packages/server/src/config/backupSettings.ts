/** Folder, interval and number of backups. */
export interface BackupSettings {
  readonly folder: string;
  readonly everyMs: number;
  readonly keep: number;
}

interface Environment {
  readonly SOTTO_BACKUP_DIR?: string | undefined;
  readonly SOTTO_BACKUP_HOURS: number;
  readonly SOTTO_BACKUP_KEEP: number;
  readonly DATABASE_URL?: string | undefined;
}

const HOUR_MS = 3_600_000;

/** The backup settings; undefined without backups, as with PostgreSQL, which has its own tools. */
export function readBackupSettings(settings: Environment): BackupSettings | undefined {
  const { SOTTO_BACKUP_DIR: folder, SOTTO_BACKUP_HOURS: hours, SOTTO_BACKUP_KEEP: keep, DATABASE_URL: url } = settings;
  return folder === undefined || url !== undefined ? undefined : { folder, everyMs: hours * HOUR_MS, keep };
}

/** Warning for the operator about configured backups that are not written. */
export function backupsWithoutEffect({ SOTTO_BACKUP_DIR: folder, DATABASE_URL: url }: Environment): string[] {
  return folder === undefined || url === undefined
    ? []
    : [
        'SOTTO_BACKUP_DIR has no effect with DATABASE_URL: whoever operates PostgreSQL backs it up with its own tools, ' +
          'and the files beside it (docs/guides/operator.md#backups-of-postgresql).',
      ];
}
