import { unfurlResponseSchema, webAddress } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { sendBytes } from '../../http/files/bytesAnswer';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import type { Services } from '../services';

const unfurlRequestSchema = v.object({
  url: webAddress('http'),
});

/** Link previews [W-23]: what is behind an address, without the visitor's browser ever meeting it. */
export function unfurlEndpoints({ media }: Services): Endpoint[] {
  const unfurl = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/unfurl',
      summary: 'Preview a link',
      auth: 'session',
      cost: 'preview',
      body: unfurlRequestSchema,
      answer: unfurlResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { conversation, widget }, body, pass }) => {
      if (widget.config['unfurl'] === false)
        throw new ApiError('NOT_AUTHORIZED', 'Link previews are turned off in this chat');
      const { value } = await body();
      return answer(context, {
        micro: await media.previews.read(value.url, await pass.enter({ conversation, widget })),
      });
    },
  );

  const image = endpoint(
    {
      method: 'GET',
      path: '/unfurl/image/:hash',
      summary: 'A picture of a link preview',
      auth: 'public',
      cost: 'none',
      errors: ['NOT_FOUND'],
    },
    async (context) => {
      const found = await media.images.read(pathId(context, 'hash'));
      if (!found) throw new ApiError('NOT_FOUND', 'There is no such picture');
      return sendBytes(context, found, {
        'Cache-Control': 'public, max-age=86400',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
    },
  );

  return [unfurl, image];
}
