import { ApiError, type ApiErrorOptions } from '../lib/apiError';

/** What may help after a failure: a retry, another model, or a shorter request. */
export type Remedy = 'again' | 'elsewhere' | 'shorter';

/** A failure of a model, and what may help. */
export class ModelFailure extends ApiError {
  readonly remedy: Remedy;
  constructor(code: ApiError['code'], message: string, options: ApiErrorOptions & { readonly remedy: Remedy }) {
    super(code, message, options);
    this.remedy = options.remedy;
  }
}

/** What may help after an error; undefined if nothing does, or it is not a model's failure. */
export function remedyOf(error: unknown): Remedy | undefined {
  if (error instanceof ModelFailure) return error.remedy;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'TOO_MANY_REQUESTS' || error.code === 'BAD_GATEWAY') return 'again';
  return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'GATEWAY_TIMEOUT' ? 'elsewhere' : undefined;
}
