import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import type { PanelHost, WidgetState } from '../panelHost';
import type { LauncherElement } from '../elementTypes';
import { warn } from '../warn';
import { readOpen } from './visitSession';

/** Features that few widgets use; each is a separate chunk, loaded if the settings need it. */
export interface LazyFeatures {
  /** The widget is on the page: starts shortcut, triggers, top layer and page swaps. */
  start(): void;
  /** The page's notifications have changed. */
  showNotices(): void;
  /** The number of unread messages has changed. */
  showUnread(unread: number): void;
}

/** @param setOpen - opens or closes */
export function createLazyFeatures(
  launcherElement: LauncherElement,
  state: WidgetState,
  signal: AbortSignal,
  setOpen: PanelHost['setOpen'],
): LazyFeatures {
  const { element, root, launcher } = launcherElement;
  let notices: Promise<{ show: () => void }> | undefined;
  let attention: Promise<{ show: (unread: number) => void }> | undefined;
  const shadow = element.shadowRoot as ShadowRoot;
  return {
    start() {
      const { shortcut, triggers, topLayer } = state.config;
      if (shortcut)
        void import('./shortcut').then((module) => {
          module.listenForShortcut(window, shortcut, signal, () => {
            setOpen(!state.isOpen, 'launcher', true);
          });
        }, warn);
      // Once per tab: not if the chat has already been open or was closed in this tab.
      if (triggers && readOpen(state) === undefined)
        void import('./triggers').then((module) => {
          module.watchTriggers({
            window,
            triggers,
            signal,
            onTrigger: () => {
              setOpen(true, 'trigger');
            },
          });
        }, warn);
      if (isInlineLayout(state.layout))
        void import('./migrateState').then((module) => {
          module.migrateState(element, signal);
        }, warn);
      if (topLayer) {
        element.popover = 'manual';
        if (element.isConnected) element.showPopover();
      }
    },
    showNotices() {
      if (!notices && Object.keys(state.notifications).length === 0) return;
      notices ??= import('./notices').then((module) =>
        module.createNotices({ window, root, shadow, launcher, state, setOpen: setOpen, element }),
      );
      notices.then(
        (one) => {
          one.show();
        },
        (error: unknown) => {
          // The next one loads it again.
          notices = undefined;
          warn(error);
        },
      );
    },
    showUnread(unread) {
      if (!state.config.tabTitle && !state.config.sound) return;
      attention ??= import('./attention').then((module) => module.createAttention({ window, element, signal }));
      attention.then(
        (one) => {
          one.show(unread);
        },
        (error: unknown) => {
          attention = undefined;
          warn(error);
        },
      );
    },
  };
}
