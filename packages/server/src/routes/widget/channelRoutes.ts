import { idResponseSchema, jsonObjectSchema } from '@sotto/widget-core/api';
import { channelSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { readConversation, type Conversation } from '../../db/queries/conversations/conversationQueries';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';

/** Largest published message, in bytes (256 KiB). Contract 1.5. */
const MESSAGE_MAX_BYTES = 262_144;

const publishRequestSchema = v.object({ message: jsonObjectSchema });

/** Channels [S-10, W-40]: what the browser answers to a function that the bot called. */
export function channelEndpoints({ db, channels, idempotency }: Services): Endpoint[] {
  /** A browser's token is for one conversation; a program's key is for all of its account. @throws ApiError 404 */
  async function conversationOfAccount(channel: string, workspaceId: string): Promise<Conversation> {
    const id = await channels.conversationOf(channel);
    const found = id === undefined ? undefined : await readConversation(db, id);
    if (found?.widget.ownerId !== workspaceId) throw new ApiError('NOT_FOUND');
    return found.conversation;
  }

  const publish = endpoint(
    {
      method: 'POST',
      path: '/channel/:channel/publish',
      summary: 'Hand a message to the turn that waits on a channel',
      auth: 'sessionOrKey',
      cost: 'none',
      body: publishRequestSchema,
      answer: idResponseSchema,
      errors: ['CONFLICT', 'CONTENT_TOO_LARGE'],
    },
    async (context, { caller, body }) => {
      const channel = v.safeParse(channelSchema, context.req.param('channel'));
      if (!channel.success) throw new ApiError('NOT_FOUND');
      const conversation =
        'claims' in caller ? caller.conversation : await conversationOfAccount(channel.output, caller.workspaceId);
      const { value, raw } = await body();
      if (Buffer.byteLength(JSON.stringify(value.message)) > MESSAGE_MAX_BYTES)
        throw new ApiError('CONTENT_TOO_LARGE', 'The message is larger than 256 KiB');
      const made = await idempotency.once(context, conversation.id, raw, async () => {
        const outcome = await channels.publish(channel.output, conversation.id, value.message);
        if (outcome === 'unknown') throw new ApiError('NOT_FOUND');
        if (outcome === 'conflict') throw new ApiError('CONFLICT', 'This call was already answered');
        return { id: channel.output };
      });
      return answer(context, made);
    },
  );

  return [publish];
}
