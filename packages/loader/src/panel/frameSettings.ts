import type { Init } from '@sotto/widget-core/internal/protocol';
import type { WidgetState } from '../panelHost';
import type { WidgetConfig } from '../types';
import { LOADER_ONLY } from './loaderOnly';

/** The settings the frame may know: plain data only, without what the loader keeps to itself. */
export function toFrameSettings(config: WidgetConfig): Init['config'] {
  // `frame` is the iframe of a page that has made its own (`connectFrame`).
  const sent = Object.entries(config).filter(([name]) => name !== 'frame' && !LOADER_ONLY.has(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(sent))) as Init['config'];
}

/** Settings of the page that are in the frame's address, or of the launcher: the first picture is right with them. */
const NOT_IN_THE_PICTURE = /^(language|layout|session|position)$|utton/;

/** Whether the page has set what the server does not know, and would draw otherwise. */
export function hasOwnPicture({ config, messages }: WidgetState): boolean {
  return !!messages[0] || Object.keys(toFrameSettings(config)).some((name) => !NOT_IN_THE_PICTURE.test(name));
}
