import { widgetSiteListResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { installationText } from '../installationText';

const propsSchema = v.object({ id: v.string(), base: v.string() });

/** How often is asked while somebody looks, in milliseconds. */
const ASK_MS = 4_000;

/** Says that a widget has been seen on a site as soon as it has: people paste the line in another tab and come back. */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base } = v.parse(propsSchema, props);
  const line = element.querySelector('[data-installed]');
  const page = element.ownerDocument;
  if (!line) return;

  const ask = async (): Promise<void> => {
    if (page.hidden) return;
    const response = await fetch(`${base}/v1/integration/widget/${encodeURIComponent(id)}/site/list`);
    if (!response.ok) return;
    const { items } = v.parse(widgetSiteListResponseSchema, await response.json());
    const words = installationText(items, Date.now());
    if (line.textContent !== words) line.textContent = words;
    line.classList.toggle('is-installed', items.length > 0);
  };
  const askQuietly = (): void => void ask().catch(() => undefined);
  setInterval(askQuietly, ASK_MS);
  page.addEventListener('visibilitychange', askQuietly);
}
