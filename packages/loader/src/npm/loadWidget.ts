import { toBase } from '../appearance';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '../types';

const WAITING = Symbol.for('sotto.loading');

/** Key of the shared promise. It is stored on the page, not in a module, so that two bundles share it. */
type LoadingDocument = Document & { [WAITING]?: Promise<SottoGlobal> | undefined };

/**
 * Injects the hosted script once per page. Resolves with the widget, or with null on a server.
 *
 * All calls share one promise with one automatic retry. After a failure it is dropped, so a later call tries again.
 *
 * @param config - `base` is the server's address, `src` that of the script (`…/integrations/widget/v2.js`) if it
 *   differs. Without both, the page must contain the script tag
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
