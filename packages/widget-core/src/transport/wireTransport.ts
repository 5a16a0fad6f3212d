import type { NumberedReplyEvent } from '../api/replyEvents';
import type { CompleteRequest } from '../api/requests';
import type { StreamOptions } from '../http/httpClient';

/** A message to send, or a request for a reply (`body` without `text`). */
export interface SendRequest {
  /** The same for every retry of a send, so that it is executed only once. */
  readonly key: string;
  readonly body: CompleteRequest;
}

/** Sends messages to a backend. Every transport yields the same reply events (contract 1.7) and throws WidgetError. */
export interface WireTransport {
  send(request: SendRequest, options: StreamOptions): AsyncIterable<NumberedReplyEvent>;
  /**
   * Resumes after `lastEventId`; without it, from the start of the running reply. Yields nothing if none is running.
   */
  resume(lastEventId: string | undefined, options: StreamOptions): AsyncIterable<NumberedReplyEvent>;
}
