import { createHash } from 'node:crypto';
import { idSchema, routes, timeSchema } from '@sotto/widget-core/api';
import { uploadResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError, cursorError } from '../../lib/apiError';
import { listAttachments, readConversationFile } from '../../db/queries/conversations/fileQueries';
import { sendBytes } from '../../http/files/bytesAnswer';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { pathId } from '../../http/pathId';
import { attachmentDisposition } from '../../uploads/fileName';
import { callerAddress } from '../../http/rateLimits';
import { announcedBytes } from '../../http/readUpload';
import type { Services } from '../services';
import { readPage, type Cursors } from '../../lib/paging';

const attachmentListQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  take: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '50'),
});
const attachmentListResponseSchema = v.object({
  items: v.array(
    v.object({ id: idSchema, name: v.string(), type: v.string(), size: v.number(), createdAt: timeSchema }),
  ),
  cursor: v.nullable(v.string()),
});

/** The id of the last file of the page before. */
const byId: Cursors<string> = {
  write: (id) => id,
  read(cursor) {
    if (!v.is(idSchema, cursor)) throw cursorError();
    return cursor;
  },
};

/** Attachments [W-25]: files that a visitor gives a conversation. */
export function attachmentEndpoints(services: Services): Endpoint[] {
  const { db, idempotency, media, uploads } = services;
  const upload = endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/attachment/upload',
      summary: 'Give the conversation a file',
      auth: 'session',
      cost: 'upload',
      takesFile: true,
      answer: uploadResponseSchema,
      errors: [
        'NOT_AUTHORIZED',
        'CONFLICT',
        'UNPROCESSABLE_ENTITY',
        'LIMITS_REACHED',
        'NOT_IMPLEMENTED',
        'SERVICE_UNAVAILABLE',
      ],
    },
    async (context, { caller: { conversation, widget }, pass }) => {
      // A switch that only hid a button would let any reader of the page fill the disk.
      if (widget.config['attachments'] !== true)
        throw new ApiError('NOT_AUTHORIZED', 'This chat does not accept files');
      const counted = await pass.enter({ conversation, widget });
      const { maxBytes } = media.attachments.limits;
      const announced = announcedBytes(context, maxBytes);
      const address = callerAddress(context, services.trustedProxies);
      const reservation = await services.budgets.beginUpload(address, announced ?? 0);
      let keptBytes = 0;
      try {
        const made = await uploads.take(
          context,
          { maxBytes, onSize: (size) => reservation.reach(size) },
          async (sent) => {
            const body = { name: sent.name, bytes: createHash('sha256').update(sent.bytes).digest('base64url') };
            return idempotency.once(context, conversation.id, body, async () => {
              const { id, name, type, size } = await media.attachments.add(conversation.id, sent, counted);
              keptBytes = size;
              return { id, name, type, size };
            });
          },
        );
        // Signed after the fact, so that a repeated call gets a link that works.
        const { url } = media.links.sign(routes.attachmentDownload(conversation.id, made.id));
        return answer(context, { ...made, url });
      } finally {
        // A file that was cut off, refused, or is there already takes nothing of the hour.
        await reservation.settle(keptBytes);
      }
    },
  );

  const list = endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/attachment/list',
      summary: 'Read which files a conversation has',
      auth: 'session',
      cost: 'none',
      query: attachmentListQuerySchema,
      answer: attachmentListResponseSchema,
      errors: [],
    },
    async (context, { caller: { conversation }, query }) => {
      const { items, cursor } = await readPage(
        query(),
        byId,
        (after, take) => listAttachments(db, conversation.id, after, take),
        ({ id }) => id,
      );
      return answer(context, {
        items: items.map(({ id, name, type, size, createdAt }) => ({ id, name, type, size, createdAt })),
        cursor,
      });
    },
  );

  return [upload, list, downloadEndpoint(services)];
}

function downloadEndpoint({ db, media }: Services): Endpoint {
  return endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/attachment/:attachmentId/download',
      summary: 'Read a file of a conversation, with its token or with the link of the upload',
      auth: 'sessionOrLink',
      cost: 'none',
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { conversationId } }) => {
      const id = pathId(context, 'attachmentId');
      const file = await readConversationFile(db, conversationId, 'attachment', id);
      const bytes = file && (await media.store.read(id));
      if (!file || !bytes) throw new ApiError('NOT_FOUND');
      return sendBytes(
        context,
        { type: file.type, bytes },
        {
          'Content-Disposition': attachmentDisposition(file.name),
          'Cache-Control': 'private, no-store',
          'Cross-Origin-Resource-Policy': 'same-origin',
        },
      );
    },
  );
}
