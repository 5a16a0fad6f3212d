import { widgetSiteListResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { installationText } from '../../account/pages/installationText';

const propsSchema = v.object({ id: v.string(), base: v.string() });

/** Polling interval while the page is visible, in milliseconds. */
const POLL_MS = 4_000;

/** Shows that a widget has been loaded on a site as soon as it has: owners paste the line in another tab and return. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base } = v.parse(propsSchema, props);
  const line = element.querySelector('[data-installed]');
  const page = element.ownerDocument;
  if (!line) return;

  const poll = async (): Promise<void> => {
    if (page.hidden) return;
    const response = await fetch(`${base}/v1/integration/widget/${encodeURIComponent(id)}/site/list`);
    if (!response.ok) return;
    const { items } = v.parse(widgetSiteListResponseSchema, await response.json());
    const words = installationText(items, Date.now());
    if (line.textContent !== words) line.textContent = words;
    line.classList.toggle('is-installed', items.length > 0);
  };
  const pollQuietly = (): void => void poll().catch(() => undefined);
  setInterval(pollQuietly, POLL_MS);
  page.addEventListener('visibilitychange', pollQuietly);
}
