import * as v from 'valibot';
import { idSchema, timeSchema } from './message';

const threadSchema = v.object({
  id: idSchema,
  title: v.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** An earlier conversation of a visitor. */
export interface Thread {
  /** Id of the conversation. */
  id: string;
  /** How its visitor began it; empty when that was without words. */
  title: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** The last message, or when it was last opened. Milliseconds since the epoch. */
  updatedAt: number;
}

/** Answer of the thread list. */
export const threadListResponseSchema = v.object({ items: v.array(threadSchema), cursor: v.nullable(v.string()) });
/** A page of a visitor's conversations, the last used first. `cursor` leads to the next page. */
export interface ThreadListResponse {
  items: Thread[];
  cursor: string | null;
}
