import type { ReplyEvent } from '@sotto/widget-core/api';
import type { LoggedEvent } from './eventLog';

/** The events of a run in the order of their numbers, which begin at 1. */
export interface EventList {
  readonly length: number;
  add(events: readonly ReplyEvent[]): void;
  /** The events after number `after`, up to number `until`. */
  page(after: number, until: number): LoggedEvent[];
}

/**
 * An empty list.
 *
 * Nearly all events are words, and they are kept for an hour after the reply: a word is kept as a bare string, a
 * quarter of its event.
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
