import { ApiError } from '../../lib/apiError';
import type { SignedLinks } from '../../uploads/signedLinks';
import type { AppContext } from '../appEnv';
import type { BearerAuth } from './bearerAuth';

/**
 * Grants access to a file to callers with a signed link or with the conversation's token.
 *
 * @param path - the file's path below the configured base, as it was signed
 * @throws ApiError 403 for a link that has ended or was never signed, else as `requireSession`
 */
export async function requireFileAccess(
  context: AppContext,
  deps: { links: SignedLinks; auth: BearerAuth },
  path: string,
  conversationId: string,
): Promise<void> {
  const { expires, signature } = context.req.query();
  if (signature === undefined) {
    await deps.auth.requireSession(context, conversationId);
  } else if (expires === undefined || !deps.links.isValid(path, expires, signature)) {
    throw new ApiError('NOT_AUTHORIZED', 'This link has expired');
  }
}
