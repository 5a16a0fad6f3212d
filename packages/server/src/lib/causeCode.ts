import { ApiError } from './apiError';

/** The system's or driver's error code, from the chain of causes; undefined if there is none. */
export function causeCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    if (!(error instanceof ApiError) && 'code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

/** The chain of causes of an error. */
export function* causes(thrown: unknown): Generator<Error> {
  for (let error = thrown; error instanceof Error; error = error.cause) yield error;
}
