import * as v from 'valibot';
import { idSchema } from '../api/message';
import type { TabChannel } from '../lib/environment';
import { contactSchema } from '../api/requests';
import { conversationEventSchema, liveReplySchema } from './conversationEvents';

/**
 * What the tabs of one conversation tell each other (contract 5.5). None carries a token: a tab reads it from storage.
 * `conversationId` is the sender's, so that a late event of a conversation that is over is recognised.
 */
export const tabMessageSchema = v.variant('type', [
  v.object({ type: v.literal('event'), conversationId: v.optional(idSchema), event: conversationEventSchema, lastEventId: v.optional(v.string()) }),
  /** A new tab asks for the reply that is being written: everything else stands in storage. */
  v.object({ type: v.literal('state?') }),
  v.object({ type: v.literal('state'), conversationId: v.optional(idSchema), reply: liveReplySchema, lastEventId: v.optional(v.string()) }),
  v.object({ type: v.literal('restart'), conversationId: v.optional(idSchema) }),
  v.object({ type: v.literal('logout') }),
  v.object({ type: v.literal('contact'), contact: v.nullable(contactSchema) }),
  v.object({ type: v.literal('language'), language: v.string() }),
]);

/** A message between tabs. */
export type TabMessage = v.InferOutput<typeof tabMessageSchema>;

/** Tells the tabs of a conversation that is not open here that it is over for them. */
export function tellRestart(channel: TabChannel | undefined, tabId: string, conversationId: string | undefined): void {
  channel?.post({ v: 1, from: tabId, message: { type: 'restart', conversationId } satisfies TabMessage });
  channel?.close();
}
