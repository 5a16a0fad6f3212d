import * as v from 'valibot';
import type { Author } from './message';

/**
 * GET …/live. `revision` increases with every action of a human agent in the conversation; `agent` is the person who
 * replies instead of the bot. `typingMs`: how long to show them as typing.
 */
export const liveResponseSchema = v.object({
  revision: v.number(),
  agent: v.nullable(v.object({ name: v.string(), picture: v.nullish(v.string()) })),
  typingMs: v.number(),
});
/** State of a conversation with a human agent. */
export interface LiveResponse {
  /** Increases with every action of a human agent in the conversation. */
  revision: number;
  /** The person who replies instead of the bot. */
  agent: Author | null;
  /** How long to show them as typing, in milliseconds. */
  typingMs: number;
}
