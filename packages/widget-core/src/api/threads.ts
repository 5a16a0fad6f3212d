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
  /** The beginning of its first message; empty if that has no text. */
  title: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last message, or when it was last opened. Milliseconds since the epoch. */
  updatedAt: number;
}

/** Response of the thread list. */
export const threadListResponseSchema = v.object({ items: v.array(threadSchema), cursor: v.nullable(v.string()) });
/** A page of a visitor's conversations, most recently used first. Pass `cursor` to get the next page. */
export interface ThreadListResponse {
  items: Thread[];
  cursor: string | null;
}
