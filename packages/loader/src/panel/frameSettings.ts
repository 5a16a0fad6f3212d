import type { Init } from '@sotto/widget-core/internal/protocol';
import type { WidgetState } from '../panelHost';
import type { WidgetConfig } from '../types';
import { LOADER_ONLY } from './loaderOnly';

/** The settings that are sent to the frame: plain data, without those for the loader only. */
export function toFrameSettings(config: WidgetConfig): Init['config'] {
  // `frame` is an iframe that the page has created (`connectFrame`).
  const sent = Object.entries(config).filter(([name]) => name !== 'frame' && !LOADER_ONLY.has(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(sent))) as Init['config'];
}

/**
 * Page settings that do not make the server's first screen wrong, because they are in the frame's address or concern
 * the launcher.
 */
const NOT_IN_THE_PICTURE = /^(language|layout|session|position)$|utton/;

/** Whether the page has set anything that makes the server's first screen wrong. */
export function hasOwnPicture({ config, messages }: WidgetState): boolean {
  return !!messages[0] || Object.keys(toFrameSettings(config)).some((name) => !NOT_IN_THE_PICTURE.test(name));
}
