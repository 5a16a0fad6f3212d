import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { claim, followPage, isPageKey } from './followPage';

/** How often the conversation is read again, in milliseconds. */
const EVERY_MS = 3_000;
/** How often the visitor is told that somebody types, in milliseconds. */
const TYPING_MS = 4_000;

const propsSchema = v.object({ id: v.string(), base: v.string(), isTaken: v.boolean() });

/** A conversation alive: what the visitor says appears by itself, and they see that an answer is being typed. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base, isTaken } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const box = element.querySelector('textarea');
  followPage(page, EVERY_MS, (part) => {
    const { scrollHeight, clientHeight } = page.documentElement;
    // Whoever reads further up stays there.
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
