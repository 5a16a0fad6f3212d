import { idResponseSchema } from '@sotto/widget-core/api';
import { liveResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { readLive, type LiveConversation } from '../../db/queries/conversations/inboxQueries';
import { toAgent } from '../../domain/conversations/inbox';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { spend } from '../../http/rateLimits';
import type { Services } from '../services';

/** The caller's latest revision; without one the response is immediate. */
const liveQuerySchema = v.object({
  after: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0))),
});

/** How long an answer is held back while nothing happens, in milliseconds: shorter than any proxy's patience. */
const HOLD_MS = 25_000;
/** Typing notifications of one conversation per minute: four times what one tab sends. */
export const TYPINGS_PER_MINUTE = 60;

/** What a visitor's page follows between replies: a person who answers, and typing in both directions. */
export function liveEndpoints(services: Services): Endpoint[] {
  return [
    typingEndpoint(services),
    endpoint(
      {
        method: 'GET',
        path: '/conversation/:conversationId/live',
        summary: 'Wait up to 25 seconds for a person to send a message, type, take over or hand back',
        auth: 'session',
        cost: 'none',
        query: liveQuerySchema,
        answer: liveResponseSchema,
        errors: [],
      },
      async (context, { caller: { conversation }, query }) => {
        const { after } = query();
        const live = await nextLive(services, context, conversation.id, after);
        if (!live) throw new ApiError('NOT_FOUND');
        return answer(context, {
          revision: live.liveRevision,
          agent: toAgent(live),
          typingMs: Math.max(0, (live.typingUntil ?? 0) - services.clock.now()),
        });
      },
    ),
  ];
}

/** Carries no text: whoever reads the inbox sees words only once they are sent. */
function typingEndpoint({ rates, inboxNotices }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/live/typing',
      summary: 'Show the visitor as typing to the person who has taken over, for six seconds; nothing is stored',
      auth: 'session',
      cost: 'none',
      answer: idResponseSchema,
      errors: [],
    },
    async (context, { caller: { conversation } }) => {
      await spend(context, rates, `typing ${conversation.id}`, TYPINGS_PER_MINUTE);
      // The visitor's page may not have received yet that the bot answers again.
      if (conversation.agent) inboxNotices.typing(conversation.id);
      return answer(context, { id: conversation.id });
    },
  );
}

/** How the conversation stands as soon as that is news to the caller, or the time is over. */
async function nextLive(
  { db, live, clock }: Services,
  context: AppContext,
  id: string,
  after: number | undefined,
): Promise<LiveConversation | undefined> {
  let wake = (): void => undefined;
  const news = new Promise<void>((resolve) => {
    wake = resolve;
  });
  // Subscribe first, then read: a change between the two is still received.
  const leave = await live.subscribe(id, wake);
  const cancel = clock.setTimer(wake, HOLD_MS);
  const { signal } = context.req.raw;
  signal.addEventListener('abort', wake, { once: true });
  try {
    const now = await readLive(db, id);
    if (!now || now.liveRevision !== after || signal.aborted) return now;
    await news;
    return await readLive(db, id);
  } finally {
    cancel();
    signal.removeEventListener('abort', wake);
    await leave();
  }
}
