import { idResponseSchema } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/**
 * The call that deletes a part of a skillset: an ability, an MCP server or a secret.
 *
 * @param part.parameter - parameter of the path with the part's id
 * @param part.remove - resolves to whether the skillset had it
 */
export function skillsetPartRemoval(
  { resources, idempotency, plans }: Services,
  part: {
    readonly path: string;
    readonly parameter: string;
    readonly summary: string;
    readonly remove: (tx: Database, skillsetId: string, id: string) => Promise<boolean>;
  },
): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: `/skillset/:skillsetId/${part.path}/:${part.parameter}/delete`,
      summary: part.summary,
      auth: 'user',
      cost: 'none',
      answer: idResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller }) => {
      const { id: skillsetId } = await resources.require('skillset', caller, pathId(context, 'skillsetId'));
      const id = pathId(context, part.parameter);
      const made = await idempotency.once(context, caller.user.id, null, async () => {
        const isGone = await plans.free(caller.workspaceId, { kind: 'skillset', id: skillsetId }, (tx) =>
          part.remove(tx, skillsetId, id),
        );
        if (!isGone) throw new ApiError('NOT_FOUND');
        return { id };
      });
      return answer(context, made);
    },
  );
}
