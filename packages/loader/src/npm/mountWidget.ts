import { installGlobal, readGlobal } from '../globalApi';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '../types';

/** `<sotto-chat>` and `window.sotto` from this bundle, or those of a script that was here before. */
export function defineElement(base: string): SottoGlobal {
  return readGlobal() ?? installGlobal(base, () => import('../element/createController'));
}

/**
 * The same element from the bundle: no script tag of ours on the page.
 *
 * @param config - `base` is the address of the server's `…/integrations/widget/`
 * @throws TypeError where there is no document, or without `base`
 */
export function mountWidget(config: WidgetConfig, target?: string | Element): SottoChatElement {
  if (typeof document === 'undefined') throw new TypeError('mountWidget needs a document; call it in the browser');
  if (config.base === undefined)
    throw new TypeError("mountWidget needs `base`, the address of the server's /integrations/widget/");
  return defineElement(config.base).create(config, target);
}
