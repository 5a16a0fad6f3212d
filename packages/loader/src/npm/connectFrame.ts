import { defineElement } from './mountWidget';
import type { SottoChatElement, WidgetConfig } from '../types';

/**
 * Controls an iframe of the frame page that the host page has written itself.
 *
 * The iframe needs `?v=2` in its address, so that the frame waits for this connection. Its position and size stay
 * under the page's control, and nothing is drawn. It is already visible, so the chat is open from the start.
 *
 * @returns the widget, once its frame is ready; rejects if the address is not that of a frame page
 */
export async function connectFrame(iframe: HTMLIFrameElement, config: WidgetConfig = {}): Promise<SottoChatElement> {
  const [, base, id] = /^(.*\/integrations\/widget\/)([^/]+)\/frame\?/.exec(iframe.src) ?? [];
  if (base === undefined || id === undefined)
    throw new TypeError('connectFrame needs an iframe of …/integrations/widget/{id}/frame?v=2');
  const widget = defineElement(base).create({
    widget: decodeURIComponent(id),
    launcher: 'none',
    layout: 'popover',
    load: 'manual',
    open: true,
    ...config,
    base,
    frame: iframe,
  } as WidgetConfig);
  void widget.load();
  return widget.ready;
}
