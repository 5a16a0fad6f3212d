import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { listOf } from './builder';

/** POST /v1/conversation/{id}/note/create. */
export const noteCreateRequestSchema = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_000)),
});
/** A note for colleagues, hidden from visitors and models. */
export const noteSchema = v.object({ id: idSchema, author: v.string(), text: v.string(), createdAt: timeSchema });
export type ConversationNote = v.InferOutput<typeof noteSchema>;
/** GET /v1/conversation/{id}/note/list: oldest first. */
export const noteListResponseSchema = listOf(noteSchema);

/** A label for conversations of an account. */
export const labelSchema = v.object({ id: idSchema, name: v.string() });
export type ConversationLabel = v.InferOutput<typeof labelSchema>;
/** POST /v1/conversation/{id}/label/upsert: a label that does not exist yet is created. */
export const labelUpsertRequestSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
});
/** GET /v1/label/list and /v1/conversation/{id}/label/list: sorted by name. */
export const labelListResponseSchema = listOf(labelSchema);

/** POST /v1/inbox/reply/upsert. `id`: changes this one; otherwise one of the same name is changed, or one is added. */
export const cannedReplyUpsertRequestSchema = v.object({
  id: v.optional(idSchema),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_000)),
});
/** A text that the people of an account send again and again. */
export const cannedReplySchema = v.object({ id: idSchema, name: v.string(), text: v.string(), updatedAt: timeSchema });
export type CannedReply = v.InferOutput<typeof cannedReplySchema>;
/** GET /v1/inbox/reply/list: sorted by name. */
export const cannedReplyListResponseSchema = listOf(cannedReplySchema);
