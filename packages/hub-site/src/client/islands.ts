import type { JsonObject } from '@sotto/widget-core/api';
import type { IslandName } from '../site/islandNames';

/** The exports of an island's module. `element` holds the server's HTML, to be hydrated or replaced. */
export interface IslandModule {
  mount(element: HTMLElement, props: JsonObject): void;
}

/** Script of each island. Each is a separate file, loaded on its condition. */
const MODULES: Readonly<Record<IslandName, () => Promise<IslandModule>>> = {
  chat: () => import('./parts/chat'),
  item: () => import('./parts/item'),
  ownConversation: () => import('./parts/ownConversation'),
  alert: () => import('../alerts/client/alert'),
  answer: () => import('../account/client/answer'),
  copyCode: () => import('../studio/client/copyCode'),
  devices: () => import('../studio/client/devices'),
  docsSearch: () => import('./parts/docsSearch'),
  draft: () => import('../account/client/draft'),
  follow: () => import('../account/client/follow'),
  inbox: () => import('../account/client/inbox'),
  inboxCount: () => import('../account/client/inboxCount'),
  installed: () => import('../studio/client/installed'),
  passkey: () => import('../account/client/passkey'),
  preview: () => import('../studio/client/preview'),
  request: () => import('../account/client/request'),
  studio: () => import('../studio/client/studio'),
  tryIt: () => import('../account/client/tryIt'),
  upload: () => import('../account/client/upload'),
};

/** Events that indicate a person. Crawlers and previews fire none. */
const PERSON_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/** Mounts the islands of a page, each on its own condition (see `Island.tsx`). */
export function startIslands(page: Document, onFailure: () => void): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-island]')) {
    const start = once(() => {
      mount(element).catch(onFailure);
    });
    const { when } = element.dataset;
    if (when === 'load') start();
    else if (when === 'visible') onVisible(element, start);
    else if (when === 'person')
      whenPerson(page, () => {
        onVisible(element, start);
      });
    // An explicit start event mounts it without waiting for the condition.
    element.addEventListener('sotto:start', start);
    for (const event of ['pointerenter', 'focusin', 'touchstart'] as const)
      if (when !== 'load') element.addEventListener(event, start, { passive: true, once: true });
  }
}

async function mount(element: HTMLElement): Promise<void> {
  const load = MODULES[element.dataset['island'] as IslandName];
  const data = element.querySelector(':scope > script[type="application/json"]')?.textContent ?? '{}';
  const part = await load();
  part.mount(element, JSON.parse(data) as JsonObject);
}

function onVisible(element: HTMLElement, start: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: '100px' },
  );
  observer.observe(element);
}

/** Runs an action at the first such event. */
export function whenPerson(page: Document, then: () => void): void {
  const go = once(then);
  for (const event of PERSON_EVENTS) page.addEventListener(event, go, { passive: true, once: true, capture: true });
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
