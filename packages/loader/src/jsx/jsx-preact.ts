import type { HTMLAttributes } from 'preact';
import type { SottoChatAttributes, SottoChatListeners } from '../manifest/elementAttributes';
import type { SottoChatElement } from '../types';

/** `<sotto-chat>` in JSX. */
export type SottoChatProps = Omit<HTMLAttributes<SottoChatElement>, keyof SottoChatAttributes> &
  SottoChatAttributes &
  SottoChatListeners;

declare module 'preact' {
  // oxlint-disable-next-line typescript/no-namespace -- the name Preact gives it
  namespace JSX {
    interface IntrinsicElements {
      'sotto-chat': SottoChatProps;
    }
  }
}
