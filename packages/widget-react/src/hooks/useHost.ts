import { createContext, useContext } from 'react';

/** What surrounds the widget: the page of the host, and how links leave it. */
export interface Host {
  /** Address of the page that embeds the widget; relative links of messages are resolved against it. */
  readonly hostAddress: string;
  /** Whether pictures of the host page load by themselves. @default true */
  readonly isPictureSource?: boolean | undefined;
  /** In a frame: whether the page around it can close the layout `fullscreen`, and bring it back. @default false */
  readonly canClose?: boolean | undefined;
  /**
   * Reloads the chat with its conversation and draft; undefined where that would load a page of somebody else.
   */
  readonly reload?: (() => void) | undefined;
  /** Opens an address of our own or of the host's origin. In an iframe the host page is asked to do it. */
  readonly navigate: (url: string, target: '_top' | '_blank') => void;
}

/** The page around the widget. */
export const HostContext = createContext<Host>({ hostAddress: 'about:blank', navigate: () => undefined });

/** The page around the widget. */
export function useHost(): Host {
  return useContext(HostContext);
}
