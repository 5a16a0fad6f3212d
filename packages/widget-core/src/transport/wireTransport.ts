import type { NumberedReplyEvent } from '../api/replyEvents';
import type { CompleteRequest } from '../api/requests';

/** What a reader of a stream may want to know besides its events. */
export interface StreamOptions {
  /** Ends reading; the reply itself belongs to the server and goes on there. */
  readonly signal: AbortSignal;
  /** The connection was lost (true) or is there again (false). */
  readonly onReconnecting?: (isReconnecting: boolean) => void;
}

/** A message on its way, or the wish that the bot goes on (`body` without `text`). */
export interface SendRequest {
  /** The same for every repetition of one send, so that it is never carried out twice. */
  readonly key: string;
  readonly body: CompleteRequest;
}

/**
 * How a message reaches whatever answers it. Every transport yields the same reply events (contract 1.7), and throws
 * WidgetError.
 */
export interface WireTransport {
  send(request: SendRequest, options: StreamOptions): AsyncIterable<NumberedReplyEvent>;
  /**
   * Goes on after `lastEventId`; without one, from the start of the reply that is running. Yields nothing when none
   * runs.
   */
  resume(lastEventId: string | undefined, options: StreamOptions): AsyncIterable<NumberedReplyEvent>;
}
