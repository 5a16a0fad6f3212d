import { createContext, useContext } from 'react';

/** The host page around the widget, and how links are opened. */
export interface Host {
  /** Address of the embedding page; base of relative links in messages. */
  readonly hostAddress: string;
  /** Whether pictures from the host page load without asking. @default true */
  readonly isPictureSource?: boolean | undefined;
  /** In a frame: whether the host page can close and reopen the layout `fullscreen`. @default false */
  readonly canClose?: boolean | undefined;
  /** Reloads the chat, keeping conversation and draft; undefined if that would reload somebody else's page. */
  readonly reload?: (() => void) | undefined;
  /** Opens an address of the widget's or the host's origin. An iframe asks the host page to do it. */
  readonly navigate: (url: string, target: '_top' | '_blank') => void;
}

/** The page around the widget. */
export const HostContext = createContext<Host>({ hostAddress: 'about:blank', navigate: () => undefined });

/** The page around the widget. */
export function useHost(): Host {
  return useContext(HostContext);
}
