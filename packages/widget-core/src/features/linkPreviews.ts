import type { StoreApi } from 'zustand/vanilla';
import { LINK_PREVIEW_TIMEOUT_MS } from '../config/limits';
import { WidgetError } from '../errors';
import { toAbsolute } from '../lib/addresses';
import type { Clock } from '../lib/clock';
import type { Micro } from '../api/message';
import { unfurlResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import type { ConversationCalls } from '../conversation/createConversation';
import type { ConversationStore } from '../conversation/machine';
import { withToken } from '../http/httpClient';

/** Options of `previewLink`. */
export interface LinkPreviewOptions {
  readonly clock: Clock;
  readonly conversation: ConversationStore;
  /** Reserves space for loading previews. */
  readonly view: Pick<StoreApi<{ readonly previewing: readonly string[] }>, 'getState' | 'setState'>;
  readonly calls: () => ConversationCalls;
}

/**
 * Fetches the preview of a message's link through the server [W-23].
 *
 * Its space is reserved for at most five seconds: a later preview would move the text that the visitor is reading.
 * Failures are not reported to the visitor.
 *
 * @param key - render key of the message
 */
export async function previewLink(
  { clock, conversation, view, calls }: LinkPreviewOptions,
  key: string,
  url: string,
): Promise<void> {
  if (view.getState().previewing.includes(key)) return;
  const { generation } = conversation.store.getState();
  view.setState({ previewing: [...view.getState().previewing, key] });
  const micro = await lookUpInTime(clock, calls, url).catch(() => undefined);
  // Add the preview before the placeholder is removed, so that the space does not close and open again.
  if (micro && conversation.store.getState().generation === generation)
    conversation.addFact({ type: 'link-previewed', key, micro });
  view.setState({ previewing: view.getState().previewing.filter((other) => other !== key) });
}

/**
 * Fetches the server's copy of a picture of another site, so that the site does not learn about the visitor.
 *
 * @returns its URL. Throws `failed` if there is no picture, and the errors of the call
 */
export async function fetchPicture(
  base: string,
  clock: Clock,
  calls: () => ConversationCalls,
  url: string,
): Promise<{ readonly url: string }> {
  const image = (await lookUpInTime(clock, calls, url))?.image;
  const address = typeof image === 'string' ? toAbsolute(base, image) : '';
  // Any URL outside the server would load from the other site.
  if (base === '' || !address.startsWith(`${base}/`)) throw new WidgetError('failed');
  return { url: address };
}

/** Undefined if there is no preview within five seconds. */
async function lookUpInTime(clock: Clock, calls: () => ConversationCalls, url: string): Promise<Micro | undefined> {
  const late = new AbortController();
  const cancel = clock.setTimer(() => {
    late.abort();
  }, LINK_PREVIEW_TIMEOUT_MS);
  const gaveUp = new Promise<undefined>((resolve) => {
    late.signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  const work = lookUp(calls, url, late.signal);
  work.catch(() => undefined);
  return Promise.race([work, gaveUp]).finally(cancel);
}

async function lookUp(calls: () => ConversationCalls, url: string, signal: AbortSignal): Promise<Micro | undefined> {
  const { session, http } = calls();
  const { micro } = await withToken(session, ({ conversationId, token }) =>
    http.request(routes.unfurl(conversationId), unfurlResponseSchema, { method: 'POST', token, body: { url }, signal }),
  );
  return micro ?? undefined;
}
