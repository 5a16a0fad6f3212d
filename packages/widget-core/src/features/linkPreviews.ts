import type { StoreApi } from 'zustand/vanilla';
import { LINK_PREVIEW_TIMEOUT_MS } from '../config/limits';
import { WidgetError } from '../errors';
import { toAbsolute } from '../lib/addresses';
import type { Clock } from '../lib/clock';
import type { Micro } from '../api/message';
import { unfurlResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import type { ConversationCalls } from '../conversation/createConversation';
import type { ConversationStore } from '../conversation/store';
import { withToken } from '../http/httpClient';

/** What previewing needs. */
export interface LinkPreviewOptions {
  readonly clock: Clock;
  readonly conversation: ConversationStore;
  /** Holds the places of previews that are looked up. */
  readonly view: Pick<StoreApi<{ readonly previewing: readonly string[] }>, 'getState' | 'setState'>;
  readonly calls: () => ConversationCalls;
}

/**
 * Looks up what is behind a link of a message, through the server [W-23].
 *
 * The place is held for five seconds at most: what comes later would move the text under the reader's eyes. A preview
 * that cannot be loaded is not reported to the visitor.
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
  // The preview first: its place must not close and open again.
  if (micro && conversation.store.getState().generation === generation)
    conversation.addFact({ type: 'link-previewed', key, micro });
  view.setState({ previewing: view.getState().previewing.filter((other) => other !== key) });
}

/**
 * The server's own copy of a picture of another site, so that the site never meets the visitor.
 *
 * @returns its address. Throws `failed` when there is no picture to be had, and what a call throws
 */
export async function fetchPicture(
  base: string,
  clock: Clock,
  calls: () => ConversationCalls,
  url: string,
): Promise<{ readonly url: string }> {
  const image = (await lookUpInTime(clock, calls, url))?.image;
  const address = typeof image === 'string' ? toAbsolute(base, image) : '';
  // Anything but the server's own address would be the stranger's.
  if (base === '' || !address.startsWith(`${base}/`)) throw new WidgetError('failed');
  return { url: address };
}

/** Undefined when there is nothing, or nothing yet: nobody waits longer than five seconds. */
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
