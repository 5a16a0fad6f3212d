import { conversationUpdateResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { callApi } from '../../browser/callApi';
import * as v from 'valibot';
import { claim, followPage, isPageKey } from './followPage';

/** Polling interval while no stream is open, in milliseconds. */
const EVERY_MS = 5_000;

const propsSchema = v.object({ isNewest: v.boolean(), base: v.string() });

/** Live inbox: new conversations appear, and keys move through the list. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { isNewest, base } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const rows = (): HTMLAnchorElement[] => [...element.querySelectorAll<HTMLAnchorElement>('.inbox-row')];
  const unread = (): number => element.querySelectorAll('[data-unread]').length;
  let shownCount = unread();
  if (isNewest)
    followPage(page, { everyMs: EVERY_MS, stream: `${base}/v1/inbox/stream` }, () => {
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

  const move = (by: 1 | -1): void => {
    const all = rows();
    const at = all.findIndex((row) => row === page.activeElement);
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
      else if (event.key === 'r' && row) page.defaultView?.location.assign(`${row.href}#answer-text`);
      else if (event.key === 'e' && row) void solve(row);
      else return;
      claim(event);
    },
    true,
  );
}

async function solve(row: HTMLAnchorElement): Promise<void> {
  const address = row.href.replace(/\/conversations\/([^/]+)$/, '/v1/conversation/$1/update');
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
