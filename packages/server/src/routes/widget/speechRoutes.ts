import { synthesizeRequestSchema, synthesizeResponseSchema } from '@sotto/widget-core/internal/server';
import { ApiError } from '../../lib/apiError';
import { readConversationFile } from '../../db/queries/conversations/fileQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { sendBytes } from '../../http/files/bytesAnswer';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';

/** Speech [S-9, W-27]: a message as audio. */
export function speechEndpoints({ db, media }: Services): Endpoint[] {
  const synthesize = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/message/:messageId/synthesize',
      summary: 'Have a message spoken',
      auth: 'session',
      cost: 'speech',
      body: synthesizeRequestSchema,
      answer: synthesizeResponseSchema,
      errors: ['NOT_AUTHORIZED', 'UNPROCESSABLE_ENTITY', 'NOT_IMPLEMENTED', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller: { conversation, widget }, body, pass }) => {
      const messageId = pathId(context, 'messageId');
      if (widget.config['voiceOut'] !== true) throw new ApiError('NOT_AUTHORIZED', 'Speech is turned off in this chat');
      const { value } = await body();
      const request = { conversationId: conversation.id, messageId, text: value.text, language: languageOf(widget) };
      const id = await media.spokenReplies.speak(request, () => pass.enter({ conversation, widget }));
      return answer(context, { id, ...media.links.sign(`/v1/conversation/${conversation.id}/speech/${id}`) });
    },
  );

  const audio = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/speech/:speechId',
      summary: 'Listen to a spoken message, with the link of the synthesize call or the token',
      auth: 'sessionOrLink',
      cost: 'none',
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { conversationId } }) => {
      const id = pathId(context, 'speechId');
      const file = await readConversationFile(db, conversationId, 'speech', id);
      const bytes = file && (await media.store.read(id));
      if (!file || !bytes) throw new ApiError('NOT_FOUND');
      return sendBytes(
        context,
        { type: file.type, bytes },
        { 'Cache-Control': 'private, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' },
      );
    },
  );

  return [synthesize, audio];
}

function languageOf(widget: Widget): string | undefined {
  const { language } = widget.config;
  return typeof language === 'string' && language !== '' ? language : widget.languages[0];
}
