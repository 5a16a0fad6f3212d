import { cutText } from '@sotto/widget-core/internal/server';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from './apiError';
import { causeCode } from './causeCode';
import { deepestCause, plainReason } from './plainReason';

/** One line of the log. */
export type LogRecord = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where log lines go. */
export interface Logger {
  info(record: LogRecord): void;
  error(record: LogRecord): void;
}

/** Codes by which a model's endpoint fails. */
const ENDPOINT_CODES = new Set([
  'BAD_GATEWAY',
  'NO_ANSWER',
  'GATEWAY_TIMEOUT',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'CONTENT_TOO_LARGE',
]);

/** What is logged: `info` everything, `error` failures of ours only, `silent` nothing. */
export type LogLevel = 'info' | 'error' | 'silent';

/** Structured lines, one JSON object each. */
export function createLogger(level: LogLevel, clock: Clock, write: (line: string) => void): Logger {
  const log = (name: 'info' | 'error', record: LogRecord): void => {
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level: name, ...record })}\n`);
  };
  return {
    info(record) {
      if (level === 'info') log('info', record);
    },
    error(record) {
      if (level !== 'silent') log('error', record);
    },
  };
}

/**
 * A failure as fields of a line: what happened, without the data that it happened to, kind, codes and the places in the
 * code.
 *
 * @param mayHaveWords - whether it may be of a model or tool, which repeat what they were asked
 */
export function describeFailure(thrown: unknown, mayHaveWords = false): LogRecord {
  const reason = plainReason(thrown, mayHaveWords);
  if (!(thrown instanceof Error)) return { message: reason, error: typeof thrown };
  const deepest = deepestCause(thrown);
  const places = (deepest.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  // What a model's endpoint complained about is for the operator, who alone can mend it; the model room has taken keys
  // out of it.
  const detail =
    thrown instanceof ApiError && thrown.cause instanceof Error && ENDPOINT_CODES.has(thrown.code)
      ? cutText(thrown.cause.message, 300)
      : undefined;
  const isSentence = thrown instanceof ApiError && (detail !== undefined || deepest === thrown);
  return {
    message: isSentence ? thrown.message : thrown instanceof ApiError ? `${thrown.message}: ${reason}` : reason,
    error: thrown.name,
    code: thrown instanceof ApiError ? thrown.code : undefined,
    detail,
    cause: deepest === thrown ? undefined : deepest.name,
    causeCode: causeCode(thrown),
    place: placeInDatabase(deepest),
    stack: places.slice(0, 8).join('\n'),
  };
}

/** The table, and the column or constraint, that a database has refused: names of ours, unlike the values. */
function placeInDatabase(error: object): string | undefined {
  const { table, column, constraint } = error as Readonly<Record<string, unknown>>;
  const names = [table, column ?? constraint].filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : names.join('.');
}
