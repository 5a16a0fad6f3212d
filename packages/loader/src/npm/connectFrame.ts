import { defineElement } from './mountWidget';
import type { SottoChatElement, WidgetConfig } from '../types';

/**
 * Drives an iframe of the frame page that the host wrote itself.
 *
 * The iframe needs `?v=2` in its address, so that the frame waits for us, and stays where and how the host put it:
 * nothing is drawn.
 * It stands on the page already, so the chat in it is open from the start.
 *
 * @returns the widget once its frame is ready; rejects when the address is none of a frame page
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
