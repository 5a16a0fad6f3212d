import { idSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import type { AppContext } from '../../http/appEnv';
import type { InboxNotice } from '../../domain/conversations/inboxNotices';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { HEARTBEAT_MS, streamHeaders } from '../../http/replyStream';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Most streams of one account at one process. */
export const STREAMS_MAX = 20;
/** Maximum duration of a stream, in milliseconds; its page opens the next one. */
const LIFE_MS = 600_000;
/** Changes that come closer together, in milliseconds, are one. */
export const TOGETHER_MS = 200;
/** When a page tries again after its stream has ended, in milliseconds. */
const RETRY_MS = 2_000;

const streamQuerySchema = v.object({ conversationId: v.optional(idSchema), typingIn: v.optional(idSchema) });

/** The event stream of inbox pages, instead of polling. */
export function inboxStreamEndpoints(services: Services): Endpoint[] {
  const { db, inboxNotices } = services;
  const open = new Map<string, number>();
  return [
    endpoint(
      {
        method: 'GET',
        path: '/inbox/stream',
        summary:
          'Server-sent events of the inbox, or of one conversation: `ready`, `change` when there is something new ' +
          'to read, `typing` while the visitor of `typingIn` writes to a person, `beat` every 15 seconds',
        auth: 'user',
        cost: 'none',
        query: streamQuerySchema,
        errors: ['NOT_AUTHORIZED'],
      },
      async (context, { caller: { user, workspaceId }, query }) => {
        const { conversationId, typingIn } = query();
        for (const id of new Set([conversationId, typingIn])) {
          if (id === undefined) continue;
          const found = await readConversation(db, id);
          if (!found || found.widget.ownerId !== workspaceId || found.conversation.trial)
            throw new ApiError('NOT_FOUND');
        }
        const count = open.get(user.id) ?? 0;
        if (count >= STREAMS_MAX)
          throw new ApiError('TOO_MANY_REQUESTS', 'Too many pages of this inbox are open', { retryAfterSeconds: 30 });
        open.set(user.id, count + 1);
        const onEnd = (): void => {
          const left = (open.get(user.id) ?? 1) - 1;
          if (left > 0) open.set(user.id, left);
          else open.delete(user.id);
        };
        const stream = createNoticeStream(services, {
          subscribe: (listener) => inboxNotices.subscribe({ ownerId: workspaceId, conversationId, typingIn }, listener),
          isAllowed: () => isStill(context, workspaceId),
          onEnd,
        });
        return new Response(stream, { headers: streamHeaders('sse') });
      },
    ),
  ];
}

/** Whether the cookie or the key of the call still opens the workspace. */
async function isStill(context: AppContext, workspaceId: string): Promise<boolean> {
  const caller = await context
    .get('callers')
    .optionalUser(context)
    .catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  return caller?.workspaceId === workspaceId;
}

interface NoticeStreamOptions {
  readonly subscribe: (listener: (notice: InboxNotice) => void) => Promise<() => Promise<void>>;
  /** Checked with every heartbeat; the stream ends with false. */
  readonly isAllowed: () => Promise<boolean>;
  /** Called once. */
  readonly onEnd: () => void;
}

/** A stream of change notifications without content, so nothing in it can be disclosed to the wrong person. */
function createNoticeStream(
  { clock }: Pick<Services, 'clock'>,
  { subscribe, isAllowed, onEnd }: NoticeStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const endsAt = clock.now() + LIFE_MS;
  let leave: (() => Promise<void>) | undefined;
  let cancelBeat = (): void => undefined;
  let cancelChange: (() => void) | undefined;
  let sentAt = 0;
  let isOver = false;

  function end(): void {
    if (isOver) return;
    isOver = true;
    cancelBeat();
    cancelChange?.();
    onEnd();
    void leave?.();
  }

  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const close = (): void => {
        if (isOver) return;
        end();
        controller.close();
      };
      const send = (event: string): void => {
        if (!isOver) controller.enqueue(encoder.encode(`event: ${event}\ndata: {}\n\n`));
      };
      const beat = (): void => {
        isAllowed()
          .catch(() => true)
          .then((may) => {
            if (!may || clock.now() >= endsAt) return close();
            send('beat');
            if (!isOver) cancelBeat = clock.setTimer(beat, HEARTBEAT_MS);
          }, close);
      };
      try {
        leave = await subscribe((notice) => {
          if (notice === 'typing') return send(notice);
          // The first one is sent at once.
          const waitMs = Math.max(0, sentAt + TOGETHER_MS - clock.now());
          cancelChange ??= clock.setTimer(() => {
            cancelChange = undefined;
            sentAt = clock.now();
            send('change');
          }, waitMs);
        });
      } catch (error) {
        end();
        throw error;
      }
      // The reader may have left meanwhile.
      if (isOver) return void leave();
      controller.enqueue(encoder.encode(`retry: ${String(RETRY_MS)}\n`));
      send('ready');
      cancelBeat = clock.setTimer(beat, HEARTBEAT_MS);
    },
    cancel: end,
  });
}
