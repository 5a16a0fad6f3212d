import * as v from 'valibot';

/** Query of GET …/live: the revision that the caller knows; without one the answer comes at once. */
export const liveQuerySchema = v.object({
  after: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0))),
});

/**
 * GET …/live. `revision` grows with everything a person does in the conversation; `agent` is the person who answers
 * instead of the bot. `typingMs`: how long they are to be shown as typing.
 */
export const liveResponseSchema = v.object({
  revision: v.number(),
  agent: v.nullable(v.object({ name: v.string(), picture: v.nullish(v.string()) })),
  typingMs: v.number(),
});
