/** What a check found. */
export interface Finding {
  /** What was checked. */
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** What to do about a warning or a failure. */
  readonly fix?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, status: 'warning', message, fix };
}

export function failed(check: string, message: string, fix: string): Finding {
  return { check, status: 'failed', message, fix };
}
