import type { Widget, WidgetEnvironment, WidgetOptions } from '@sotto/widget-core';
import { createHostSessionSource, type FrameBridge } from '@sotto/widget-core/internal';
import type { HostLink, Init } from '@sotto/widget-core/internal/protocol';
import type { HeldBack, FollowConsent } from './consent';
import { reportContent } from './reportContent';

/** Widget options of a host page that requests optional capabilities. */
export type HostOptions = Pick<WidgetOptions, 'environment' | 'createSession' | 'transport'> & {
  readonly heldBack: HeldBack | undefined;
  readonly hasLauncher: boolean;
};

/**
 * Creates the widget's options for a host page with optional capabilities: nothing is stored before consent, the page
 * creates the sessions, the page's own backend answers.
 */
export async function readHostOptions(
  browser: WidgetEnvironment,
  { connection }: HostLink,
  { capabilities, config }: Init,
): Promise<HostOptions> {
  // A page that uses consent gets this part immediately, so that consent can be withdrawn while offline.
  const consent = config['consent'] == null ? undefined : await import('./consent');
  const heldBack = config['consent'] === 'wait' ? consent?.holdBack(browser) : undefined;
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
 * Applies the consent state that the host page sends during the chat. If the part cannot be loaded, it is applied
 * once it is.
 */
export const followConsent: FollowConsent = (...given) => {
  if ((given[0] as { consent?: unknown }).consent == null) return;
  import('./consent').then(
    (part) => {
      part.followConsent(...given);
    },
    () => {
      addEventListener(
        'online',
        () => {
          followConsent(...given);
        },
        { once: true },
      );
    },
  );
};

/**
 * Reports the content height to the host if requested, and notifies it when a page has to be shown over a closed
 * chat.
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
