import type { Widget, WidgetEnvironment, WidgetOptions } from '@sotto/widget-core';
import { createHostSessionSource, type FrameBridge } from '@sotto/widget-core/internal';
import type { HostLink, Init } from '@sotto/widget-core/internal/protocol';
import { holdBack, type HeldBack } from './consent';
import { reportContent } from './reportContent';

export { followConsent } from './consent';

/** What a host page that asks for more than usual has told. */
export type HostOptions = Pick<WidgetOptions, 'environment' | 'createSession' | 'transport'> & {
  readonly heldBack: HeldBack | undefined;
  readonly hasLauncher: boolean;
};

/**
 * What a widget is made of where the host page asks for more than usual: nothing is kept before consent, the page makes
 * the sessions, the page's own backend answers.
 */
export async function readHostOptions(
  browser: WidgetEnvironment,
  { connection }: HostLink,
  { capabilities, config }: Init,
): Promise<HostOptions> {
  const heldBack = config['consent'] === 'wait' ? holdBack(browser) : undefined;
  return {
    heldBack,
    hasLauncher: capabilities.includes('launcher'),
    environment: heldBack?.environment ?? browser,
    ...(capabilities.includes('transport') && {
      transport: (await import('./pageTransport')).createHostTransport(connection, capabilities),
    }),
    ...(capabilities.includes('createSession') && { createSession: createHostSessionSource(connection) }),
  };
}

/**
 * Tells the host how high the content is, where it wants to know; and shows a page over the chat also where the chat is
 * closed.
 */
export function followHost(widget: Widget, bridge: FrameBridge, root: HTMLElement, init: Init | undefined): void {
  if (init?.capabilities.includes('content'))
    reportContent(root, (height) => {
      bridge.resize(root.clientWidth, height, 'content');
    });
  const show = (): void => {
    const { overlay, isOpen } = widget.view.getState();
    if (overlay && !isOpen) bridge.resize(root.clientWidth, root.clientHeight, 'overlay');
  };
  show();
  widget.view.subscribe((state, before) => {
    if (state.overlay !== before.overlay) show();
  });
}
