import * as v from 'valibot';
import type { Author } from './message';

/**
 * GET …/live. `revision` grows with everything a person does in the conversation; `agent` is the person who answers
 * instead of the bot. `typingMs`: how long they are to be shown as typing.
 */
export const liveResponseSchema = v.object({
  revision: v.number(),
  agent: v.nullable(v.object({ name: v.string(), picture: v.nullish(v.string()) })),
  typingMs: v.number(),
});
/** How a conversation stands that a person follows. */
export interface LiveResponse {
  /** Grows with everything a person does in the conversation. */
  revision: number;
  /** Who answers instead of the bot. */
  agent: Author | null;
  /** How long they are to be shown as typing, in milliseconds. */
  typingMs: number;
}
