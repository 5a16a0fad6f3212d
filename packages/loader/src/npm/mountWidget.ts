import { installGlobal, readGlobal } from '../globalApi';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '../types';

/** `<sotto-chat>` and `window.sotto` from this bundle, or from a script that was loaded earlier. */
export function defineElement(base: string): SottoGlobal {
  return readGlobal() ?? installGlobal(base, () => import('../element/createController'));
}

/**
 * Creates the same element from the bundle, without a script tag.
 *
 * @param config - `base` is the address of the server's `…/integrations/widget/`
 * @throws TypeError if there is no document, or without `base`
 */
export function mountWidget(config: WidgetConfig, target?: string | Element): SottoChatElement {
  if (typeof document === 'undefined') throw new TypeError('mountWidget needs a document; call it in the browser');
  if (config.base === undefined)
    throw new TypeError("mountWidget needs `base`, the address of the server's /integrations/widget/");
  return defineElement(config.base).create(config, target);
}
