import type { HTMLAttributes } from 'preact';
import type { SottoChatAttributes, SottoChatListeners } from '../manifest/elementAttributes';
import type { SottoChatElement } from '../types';

/** `<sotto-chat>` in JSX. */
export type SottoChatProps = Omit<HTMLAttributes<SottoChatElement>, keyof SottoChatAttributes> &
  SottoChatAttributes &
  SottoChatListeners;

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the name Preact gives it
  namespace JSX {
    interface IntrinsicElements {
      'sotto-chat': SottoChatProps;
    }
  }
}
