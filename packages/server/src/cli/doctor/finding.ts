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

/** Why something failed, in one line. Messages of drivers hold addresses and names, and never a password. */
export function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return text.split('\n', 1)[0] ?? '';
}
