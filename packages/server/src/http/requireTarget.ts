import { fieldError } from '../lib/apiError';
import { refusedTarget } from '../unfurl/publicTarget';

/** Requires that the `url` of a request is one that this server calls. @throws ApiError 422 */
export function requireTarget(url: string, isTrustedHost: (url: URL) => boolean): void {
  const refusal = refusedTarget(url, isTrustedHost);
  if (refusal !== undefined) throw fieldError('url', refusal);
}
