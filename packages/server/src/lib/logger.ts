import { cutText } from '@sotto/widget-core/internal/server';
import type { Clock } from '@sotto/widget-core/api';
import { ApiError } from './apiError';
import { causeCode } from './causeCode';
import { deepestCause, plainReason } from './plainReason';

/** One line of the log. */
export type LogRecord = Readonly<Record<string, string | number | boolean | undefined>>;

/** Receives log lines. */
export interface Logger {
  info(record: LogRecord): void;
  error(record: LogRecord): void;
}

/** Error codes of model endpoints. */
const ENDPOINT_CODES = new Set([
  'BAD_GATEWAY',
  'NO_ANSWER',
  'GATEWAY_TIMEOUT',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'CONTENT_TOO_LARGE',
]);

/** Log level: `info` logs everything, `error` only server errors, `silent` nothing. */
export type LogLevel = 'info' | 'error' | 'silent';

/** Structured logger with one JSON object per line. */
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
 * Describes an error for the log: its message without user data, its kind, codes and stack.
 *
 * @param mayHaveWords - whether it may come from a model or tool, whose messages can repeat user input
 */
export function describeFailure(thrown: unknown, mayHaveWords = false): LogRecord {
  const reason = plainReason(thrown, mayHaveWords);
  if (!(thrown instanceof Error)) return { message: reason, error: typeof thrown };
  const deepest = deepestCause(thrown);
  const places = (deepest.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  // Errors of model endpoints are for the operator, who has to fix them; keys have been removed from them.
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

/** Table, column or constraint named by a database error; our own names, unlike values. */
function placeInDatabase(error: object): string | undefined {
  const { table, column, constraint } = error as Readonly<Record<string, unknown>>;
  const names = [table, column ?? constraint].filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : names.join('.');
}
