import type { Init } from '@sotto/widget-core/internal/protocol';
import type { WidgetState } from '../panelHost';
import type { WidgetConfig } from '../types';

/** Settings that are the loader's own and never sent to the frame. */
const LOADER_ONLY = new Set(
  (
    'widget integrationId type transport createSession functions messages meta contact id target base load open ' +
    'restoreOpen launcher launcherSelector triggers tabTitle sound offset zIndex topLayer height mobile ' +
    'mobileQuery back shortcut frameTitle frame nonce credentialless pageContext dataLayer timeoutMs debug config'
  ).split(' '),
);

/** The settings the frame may know: plain data only, without what the loader keeps to itself. */
export function toFrameSettings(config: WidgetConfig): Init['config'] {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(config).filter(([name]) => !LOADER_ONLY.has(name)))),
  ) as Init['config'];
}

/** Settings of the page that are in the frame's address, or of the launcher: the first picture is right with them. */
const NOT_IN_THE_PICTURE = /^(language|layout|session|position)$|utton/;

/** Whether the page has set what the server does not know, and would draw otherwise. */
export function hasOwnPicture({ config, messages }: WidgetState): boolean {
  return !!messages[0] || Object.keys(toFrameSettings(config)).some((name) => !NOT_IN_THE_PICTURE.test(name));
}
