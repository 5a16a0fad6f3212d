import { idResponseSchema, jsonObjectSchema } from '@sotto/widget-core/api';
import { channelSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { isApiSecret } from '../../accounts/secrets';
import { ApiError } from '../../lib/apiError';
import { readBearer } from '../../http/auth/readBearer';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import type { Services } from '../services';

/** Largest published message, in bytes (256 KiB). Contract 1.5. */
const MESSAGE_MAX_BYTES = 262_144;

const publishRequestSchema = v.object({ message: jsonObjectSchema });

/** Channels [S-10, W-40]: what the browser answers to a function that the bot called. */
export function channelEndpoints({ auth, channels, idempotency }: Services): Endpoint[] {
  const publish = endpoint(
    {
      method: 'POST',
      path: '/channel/:channel/publish',
      summary: 'Hand a message to the turn that waits on a channel',
      auth: 'party',
      cost: 'none',
      body: publishRequestSchema,
      answer: idResponseSchema,
      errors: ['CONFLICT', 'CONTENT_TOO_LARGE'],
    },
    async (context, read) => {
      const channel = v.safeParse(channelSchema, context.req.param('channel'));
      const isProgram = isApiSecret(readBearer(context) ?? '');
      // A browser's token is for one conversation; a program's key is for all of its account.
      const conversationId = isProgram && channel.success ? await channels.conversationOf(channel.output) : undefined;
      const { conversation } = isProgram
        ? await auth.requireParticipant(context, conversationId ?? '')
        : await auth.requireSession(context);
      if (!channel.success) throw new ApiError('NOT_FOUND');
      const { value, raw } = await read.body();
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
