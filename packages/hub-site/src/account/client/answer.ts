import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { claim, followPage, isPageKey } from './followPage';

/** How often the conversation is read again while no stream is open, in milliseconds. */
const EVERY_MS = 3_000;
/** Interval between two typing notifications to the visitor, in milliseconds. */
const TYPING_MS = 4_000;

const propsSchema = v.object({ id: v.string(), base: v.string(), isTaken: v.boolean() });

/** Updates the conversation live: new messages of the visitor appear, and the visitor sees a typing indicator. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base, isTaken } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const box = element.querySelector('textarea');
  const stream = `${base}/v1/inbox/stream?conversationId=${encodeURIComponent(id)}`;
  followPage(page, { everyMs: EVERY_MS, stream }, (part) => {
    const { scrollHeight, clientHeight } = page.documentElement;
    // Keep the scroll position of a reader who has scrolled up.
    if (scrollHeight - clientHeight - (page.defaultView?.scrollY ?? 0) < 600)
      part.lastElementChild?.scrollIntoView({ block: 'nearest' });
  });

  let reportedAt = 0;
  box?.addEventListener('input', () => {
    const now = Date.now();
    if (!isTaken || box.value.trim() === '' || now - reportedAt < TYPING_MS) return;
    reportedAt = now;
    fetch(`${base}/v1/conversation/${encodeURIComponent(id)}/typing`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }).catch(() => undefined);
  });
  box?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    box.form?.requestSubmit();
  });
  page.addEventListener(
    'keydown',
    (event) => {
      if (!isPageKey(event)) return;
      if (event.key === 'r') box?.focus();
      else if (event.key === 'e') page.querySelector<HTMLButtonElement>('button[data-key="e"]')?.click();
      else return;
      claim(event);
    },
    true,
  );
  if (page.defaultView?.location.hash === '#answer-text') box?.focus();
}
