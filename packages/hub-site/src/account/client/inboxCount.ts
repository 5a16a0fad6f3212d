import { inboxCountResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';

const propsSchema = v.object({ base: v.string() });

/** Polling interval in milliseconds. It also applies in a hidden tab, where a notification is most useful. */
const ASK_MS = 15_000;
/** Counting stops here; there may be more. */
const COUNT_MAX = 100;

/**
 * Shows in the navigation and in the title of the tab how many conversations have unread messages, and shows a browser
 * notification when another visitor asks for a person, if the owner has allowed notifications on the inbox page.
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { base } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const view = page.defaultView;
  const badge = page.querySelector<HTMLElement>('[data-inbox-count]');
  if (!view || !badge) return;
  const { title } = page;
  let known: number | undefined;

  const ask = async (): Promise<void> => {
    const response = await fetch(`${base}/v1/inbox/count`);
    if (!response.ok) return;
    const { waiting, unread } = v.parse(inboxCountResponseSchema, await response.json());
    show(badge, unread);
    page.title = unread === 0 ? title : `(${inWords(unread)}) ${title}`;
    if (known !== undefined && waiting > known) notify(view, base);
    known = waiting;
  };
  const loop = (): void => {
    ask()
      .catch(() => undefined)
      .finally(() => view.setTimeout(loop, ASK_MS));
  };
  loop();
  followPermission(page);
}

function inWords(count: number): string {
  return count >= COUNT_MAX ? `${String(COUNT_MAX - 1)}+` : String(count);
}

function show(badge: HTMLElement, unread: number): void {
  badge.hidden = unread === 0;
  const label = badge.ownerDocument.createElement('span');
  label.className = 'visually-hidden';
  label.textContent = ' unread';
  badge.replaceChildren(inWords(unread), label);
}

/** Several tabs show a single notification, because they use the same tag. */
function notify(view: Window & typeof globalThis, base: string): void {
  if (!('Notification' in view) || Notification.permission !== 'granted') return;
  const notification = new Notification('A visitor asks for a person', {
    body: 'Open the inbox to answer.',
    tag: 'sotto-inbox',
  });
  notification.addEventListener('click', () => {
    view.focus();
    view.location.href = `${base}/inbox?state=waiting`;
  });
}

/** The button of the inbox page that allows notifications; it is shown only while the permission can be requested. */
function followPermission(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('[data-notify]');
  if (!button || !('Notification' in window) || Notification.permission !== 'default') return;
  button.hidden = false;
  button.addEventListener('click', () => {
    void Notification.requestPermission().then((permission) => {
      button.hidden = permission !== 'default';
    });
  });
}
