import type { ReplyEvent, Transport, TransportOptions, TransportRequest } from './transport';

/** Replies to a message: an async generator of text or events, or a promise of the whole text. */
export type ReplyCallback = (
  request: TransportRequest,
  options: TransportOptions,
) => AsyncIterable<string | ReplyEvent> | Promise<string> | string;

/** A transport that calls a function of the page. @param more - optional features, such as uploads and votes */
export function callback(reply: ReplyCallback, more: Omit<Transport, 'send'> = {}): Transport {
  return {
    ...more,
    async *send(request, options) {
      const answer = reply(request, options);
      if (typeof answer === 'string' || 'then' in answer) yield { type: 'text', text: await answer };
      else for await (const event of answer) yield typeof event === 'string' ? { type: 'text', text: event } : event;
    },
  };
}
