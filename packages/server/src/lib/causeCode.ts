import { ApiError } from './apiError';

/** The system's or driver's code of a failure, found in its causes; undefined when there is none. */
export function causeCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    if (!(error instanceof ApiError) && 'code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

/** A failure and what caused it, down to the first cause. */
export function* causes(thrown: unknown): Generator<Error> {
  for (let error = thrown; error instanceof Error; error = error.cause) yield error;
}
