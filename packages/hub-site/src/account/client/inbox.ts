import { conversationUpdateResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { callApi } from '../../browser/callApi';
import * as v from 'valibot';
import { claim, followPage, isPageKey } from './followPage';

/** Polling interval while no stream is open, in milliseconds. */
const EVERY_MS = 3_000;

/** How long a visitor is shown as typing after a notification, in milliseconds; further ones come every four seconds. */
const TYPING_MS = 6_000;

const propsSchema = v.object({
  isFollowed: v.boolean(),
  base: v.string(),
  list: v.string(),
  openId: v.optional(v.string()),
});

/** Live inbox: new conversations and messages appear, keys move through the list, and it keeps its scroll position. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { isFollowed, base, list, openId } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const rows = (): HTMLAnchorElement[] => [...element.querySelectorAll<HTMLAnchorElement>('.inbox-row')];
  const unread = (): number => element.querySelectorAll('[data-unread]').length;
  let shownCount = unread();
  keepScroll(element, `sotto:inbox-scroll:${list}`);
  if (isFollowed)
    followPage(page, { everyMs: EVERY_MS, stream: streamOf(base, openId), onTyping: showTyping(page) }, () => {
      const status = element.querySelector('[data-live-status]');
      const now = unread();
      if (status && now > shownCount)
        status.textContent = now === 1 ? '1 unread conversation' : `${String(now)} unread conversations`;
      shownCount = now;
    });
  for (const select of page.querySelectorAll<HTMLSelectElement>('select[data-submits]'))
    select.addEventListener('change', () => {
      select.form?.requestSubmit();
    });

  const isOpen = (row: HTMLAnchorElement): boolean => row.hasAttribute('aria-current');
  const move = (by: 1 | -1): void => {
    const all = rows();
    const focused = all.findIndex((row) => row === page.activeElement);
    const at = focused < 0 ? all.findIndex(isOpen) : focused;
    all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  };
  const chosen = (): HTMLAnchorElement | undefined => rows().find((row) => row === page.activeElement);
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isPageKey(event)) return;
      const row = chosen();
      if (event.key === 'j') move(1);
      else if (event.key === 'k') move(-1);
      else if (event.key === '/') page.getElementById('inbox-search')?.focus();
      else if (event.key === 'r' && row && !isOpen(row)) page.defaultView?.location.assign(`${row.href}#answer-text`);
      else if (event.key === 'e' && row) void solve(row);
      else return;
      claim(event);
    },
    true,
  );
}

function streamOf(base: string, openId: string | undefined): string {
  return `${base}/v1/inbox/stream${openId === undefined ? '' : `?typingIn=${encodeURIComponent(openId)}`}`;
}

/** @returns shows the visitor of the open conversation as typing, until their next message or for some seconds */
function showTyping(page: Document): () => void {
  const view = page.defaultView;
  const sign = page.querySelector<HTMLElement>('[data-typing]');
  const thread = page.querySelector('.thread-scroll > [data-live]');
  let timer: number | undefined;
  const hide = (): void => {
    if (sign) sign.hidden = true;
  };
  if (thread) new MutationObserver(hide).observe(thread, { childList: true });
  return () => {
    // Screen readers announce it when it appears, not each time it is prolonged.
    if (sign) sign.hidden = false;
    view?.clearTimeout(timer);
    timer = view?.setTimeout(hide, TYPING_MS);
  };
}

/** Restores where the list was scrolled to on the page before, or shows the row that is open. */
function keepScroll(list: HTMLElement, key: string): void {
  const view = list.ownerDocument.defaultView;
  if (!view) return;
  try {
    list.scrollTop = Number(view.sessionStorage.getItem(key) ?? 0);
  } catch {
    // Storage is denied.
  }
  list.querySelector('.inbox-row[aria-current]')?.closest('li')?.scrollIntoView({ block: 'nearest' });
  view.addEventListener('pagehide', () => {
    try {
      view.sessionStorage.setItem(key, String(list.scrollTop));
    } catch {
      // Storage is denied or full.
    }
  });
}

async function solve(row: HTMLAnchorElement): Promise<void> {
  const address = row.href.replace(/\/conversations\/([^/?]+)(?:\?.*)?$/, '/v1/conversation/$1/update');
  const done = await callApi(address, conversationUpdateResponseSchema, {
    body: { state: 'solved', isRead: true },
    failure: 'The conversation could not be marked as solved',
  }).catch(() => undefined);
  if (!done) return;
  const item = row.closest('li');
  const facts = item?.querySelector('.inbox-facts');
  if (!item || !facts) return;
  item.dataset['state'] = 'solved';
  delete item.dataset['unread'];
  for (const state of facts.querySelectorAll('.state-waiting, .state-solved')) state.remove();
  const state = row.ownerDocument.createElement('span');
  state.className = 'state state-solved';
  state.textContent = 'Solved';
  facts.prepend(state);
}
