import type { ReplyEvent } from '@sotto/widget-core/api';
import type { LoggedEvent } from './eventLog';

/** Events of a run, in order of their numbers, which start at 1. */
export interface EventList {
  readonly length: number;
  add(events: readonly ReplyEvent[]): void;
  /** The events after number `after`, up to number `until`. */
  page(after: number, until: number): LoggedEvent[];
}

/**
 * An empty list.
 *
 * Nearly all events are text deltas, and they are kept for an hour: a delta is stored as a plain string, which needs
 * a quarter of the memory.
 */
export function createEventList(): EventList {
  const entries: (string | ReplyEvent)[] = [];
  return {
    get length() {
      return entries.length;
    },
    add(events) {
      for (const event of events) entries.push(event.type === 'token' ? event.data.token : event);
    },
    page: (after, until) =>
      entries.slice(after, until).map((entry, index) => ({
        number: after + index + 1,
        event: typeof entry === 'string' ? { type: 'token', data: { token: entry } } : entry,
      })),
  };
}
