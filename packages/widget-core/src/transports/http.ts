import { WidgetError } from '../errors';
import {
  callBackend,
  DONE,
  parseJson,
  readEvents,
  readFields,
  readString,
  readText,
  warnOwner,
  type HttpOptions,
} from './readEvents';
import type { ReplyEvent, Transport } from './transport';
import { roleOf } from './turns';

/**
 * A transport for your own endpoint, which receives `{ conversationId, id, text, messages: [{ role, content }] }` and
 * responds with text.
 *
 * The response can be plain text, streamed or not; JSON `{ "text": "…" }`; or server-sent events whose data is text or
 * such JSON.
 */
export function http(url: string, options: HttpOptions = {}): Transport {
  return {
    async *send({ id, trigger, text, messages, conversationId, meta, language }, { signal }) {
      const response = await callBackend(url, options, {
        body: {
          id,
          conversationId,
          trigger,
          text,
          messages: messages.map((message) => ({ role: roleOf(message), content: message.text })),
          meta,
          language,
        },
        headers: { Accept: 'text/event-stream, text/plain, application/json' },
        signal,
      });
      const type = (response.headers.get('Content-Type') ?? '').toLowerCase();
      const json = type.includes('json') ? readAnswer(await response.text()) : undefined;
      yield { type: 'accepted' };
      if (json !== undefined) yield { type: 'text', text: json };
      else if (type.includes('text/event-stream')) yield* readEventText(response);
      else yield* readPlainText(url, response);
    },
  };
}

/** Yields plain text; a proxy's page without a content type is not a reply. */
async function* readPlainText(url: string, response: Response): AsyncGenerator<ReplyEvent> {
  let isPage: boolean | undefined;
  for await (const text of readText(response)) {
    if (text === '') continue;
    isPage ??= /^\s*<(?:!doctype|html)\b/i.test(text);
    if (isPage) {
      warnOwner(`no reply: ${url} answered with a page`);
      throw new WidgetError('BAD_RESPONSE');
    }
    yield { type: 'text', text };
  }
}

/** Extracts text from event data: a JSON string, an object with `text`, or any other data as it is. */
async function* readEventText(response: Response): AsyncGenerator<ReplyEvent> {
  for await (const { event, data } of readEvents(response)) {
    if (data === DONE) return;
    const parsed = parseJson(data);
    const text = readString(parsed) ?? readString(readFields(parsed)['text']);
    if (event === 'error') {
      yield { type: 'error', message: text ?? readString(readFields(parsed)['message']) };
      return;
    }
    yield { type: 'text', text: text ?? data };
  }
}

function readAnswer(body: string): string {
  const parsed = parseJson(body);
  const text = readString(parsed) ?? readString(readFields(parsed)['text']);
  if (text === undefined) throw new WidgetError('BAD_RESPONSE');
  return text;
}
