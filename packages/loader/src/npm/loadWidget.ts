import { toBase } from '../appearance';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '../types';

const WAITING = Symbol.for('sotto.loading');

/** Where the shared promise of a page's script is kept: on the page, not in a module, so that two bundles share it. */
type LoadingDocument = Document & { [WAITING]?: Promise<SottoGlobal> | undefined };

/**
 * Injects the hosted script once per page and gives the widget; null on a server.
 *
 * One shared promise, one automatic retry, forgotten on failure so that a later call tries again.
 *
 * @param config - `base` is the server's address; `src` the script's own, `…/integrations/widget/v2.js`, when it is
 *   another one. Without both a tag of ours must be on the page
 */
export async function loadWidget(
  config: WidgetConfig & { src?: string; signal?: AbortSignal },
): Promise<SottoChatElement | null> {
  if (typeof document === 'undefined') return null;
  const { src = config.base === undefined ? undefined : `${toBase(config.base)}v2.js`, signal, ...settings } = config;
  const page = document as LoadingDocument;
  page[WAITING] ??= loadGlobal(page, src)
    .catch(() => loadGlobal(page, src))
    .catch((error: unknown) => {
      page[WAITING] = undefined;
      throw error;
    });
  const sotto = await page[WAITING];
  signal?.throwIfAborted();
  return sotto.create(settings);
}

function loadGlobal(page: Document, src: string | undefined): Promise<SottoGlobal> {
  const present = window.sotto as unknown;
  if (typeof present === 'object' && present !== null && 'instancePromise' in present)
    return Promise.resolve(present as SottoGlobal);
  return new Promise((resolve, reject) => {
    window.addEventListener(
      'sotto:init',
      ({ detail }) => {
        resolve(detail);
      },
      { once: true },
    );
    if (src === undefined) {
      if (!page.querySelector('script[src*="/integrations/widget/v2"]'))
        reject(new TypeError('loadWidget needs `base` or `src`'));
      return;
    }
    const script = page.createElement('script');
    script.async = true;
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The widget script could not be loaded'));
    });
    script.setAttribute('src', src);
    page.head.append(script);
  });
}
