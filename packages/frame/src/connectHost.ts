import type { Widget } from '@sotto/widget-core';
import { createFrameBridge, type FrameBridge } from '@sotto/widget-core/internal';
import {
  connectToHost,
  PROTOCOL_VERSION,
  systemClock,
  type HostLink,
  type Init,
} from '@sotto/widget-core/internal/protocol';
import type { FrameOptions } from './frameOptions';

declare const __SOTTO_BUILD__: string;

/** Starts connecting to the host page: sends hello, then uses a port or the raw form. */
export function findHost(
  window: Window,
  options: FrameOptions,
  allowedOrigins: readonly string[],
  warn: (message: string) => void,
): HostLink {
  return connectToHost({
    window,
    form: options.form,
    allowedOrigins,
    hostOrigin: options.hostOrigin,
    build: __SOTTO_BUILD__,
    clock: systemClock,
    onProblem: (problem) => {
      void import('./describeProblem').then(({ describeProblem }) => {
        warn(describeProblem(problem));
      });
    },
  });
}

/** What the bridge needs from the rest of the frame. */
export interface BridgeHandlers {
  readonly focusInput: () => void;
  readonly saveFile: (file: { readonly fileName: string; readonly text: string }) => void;
}

/** Applies everything the host has set so far, then connects host and widget. */
export function joinHost(widget: Widget, link: HostLink, init: Init | undefined, ties: BridgeHandlers): FrameBridge {
  if (init) restore(widget, init);
  return createFrameBridge({
    widget,
    connection: link.connection,
    build: __SOTTO_BUILD__,
    protocol: PROTOCOL_VERSION,
    past: init?.state.messages,
    ...ties,
  });
}

function restore(widget: Widget, { state, media, page }: Init): void {
  widget.view.setMedia(media);
  widget.view.setMaximize(state.maximized);
  if (state.meta) widget.meta.set(state.meta);
  if (page) widget.meta.set({ ...widget.meta.get(), page });
  if (state.functions) widget.functions.set(state.functions);
  if (state.contact !== undefined) widget.contact.set(state.contact);
  widget.view.setOpen(state.open);
}

/** Address of the embedding page, as far as it is known: from the host, from the browser, or only its origin. */
export function hostAddressOf(window: Window, init: Init | undefined): string {
  if (init?.page) return init.page.url;
  if (window.parent === window) return window.location.href;
  // Firefox has no ancestorOrigins.
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  return window.document.referrer || ancestors?.[0] || window.location.href;
}
