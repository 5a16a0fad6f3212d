import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { startCannedReplies } from './cannedReplies';
import { claim, isPageKey } from './followPage';

/** Interval between two typing notifications to the visitor, in milliseconds. */
const TYPING_MS = 4_000;
/** Distance from the newest message at which a reader has scrolled up, in pixels. */
const NEAR = 40;

const propsSchema = v.object({ id: v.string(), base: v.string() });

/** The answer box: keys, and a typing indicator for the visitor. The thread keeps the reader's place. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const box = element.querySelector('textarea');
  const thread = page.querySelector<HTMLElement>('.thread-scroll');
  if (thread) keepPlace(thread);
  openDetails(page);
  if (box) startCannedReplies(element, box);

  const isTaken = (): boolean => page.querySelector('[data-taken]') !== null;
  let reportedAt = 0;
  box?.addEventListener('input', () => {
    const now = Date.now();
    if (!isTaken() || box.value.trim() === '' || now - reportedAt < TYPING_MS) return;
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
      const row = page.activeElement?.closest('.inbox-row');
      // Keys on another row of the list are about that conversation.
      if (row && (event.key === 'e' || !row.hasAttribute('aria-current'))) return;
      if (event.key === 'r') box?.focus();
      else if (event.key === 'e') page.querySelector<HTMLButtonElement>('button[data-key="e"]')?.click();
      else return;
      claim(event);
    },
    true,
  );
  if (page.defaultView?.location.hash === '#answer-text') box?.focus();
}

/** The thread is laid out from its end, which keeps the newest message in view; a reader further up keeps their line. */
function keepPlace(thread: HTMLElement): void {
  const lines = (): HTMLElement[] => [...thread.querySelectorAll<HTMLElement>('.transcript > li')];
  const topOf = (line: HTMLElement | undefined): number => line?.getBoundingClientRect().top ?? 0;
  let kept: { readonly index: number; readonly top: number } | undefined;
  thread.addEventListener('scroll', () => {
    const edge = thread.getBoundingClientRect().top;
    const index = thread.scrollTop < -NEAR ? lines().findIndex((line) => topOf(line) >= edge) : -1;
    kept = index < 0 ? undefined : { index, top: topOf(lines()[index]) };
  });
  new MutationObserver(() => {
    if (kept) thread.scrollTop += topOf(lines()[kept.index]) - kept.top;
  }).observe(thread, { childList: true, subtree: true });
}

/** Opens the details on narrow screens when the page returns from one of their forms. */
function openDetails(page: Document): void {
  const details = page.getElementById('inbox-person');
  const { hash = '' } = page.defaultView?.location ?? {};
  if (!details || getComputedStyle(details).display !== 'none') return;
  if (['#assignment', '#labels', '#notes'].includes(hash) || details.querySelector('.complaint')) details.showPopover();
}
