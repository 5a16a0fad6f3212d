import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { SottoChatAttributes, SottoChatListeners } from '../manifest/elementAttributes';
import type { SottoChatElement } from '../types';

/** `<sotto-chat>` in JSX. Listeners work from React 19 on; before, a `ref` and `addEventListener` do. */
export type SottoChatProps = Omit<
  DetailedHTMLProps<HTMLAttributes<SottoChatElement>, SottoChatElement>,
  keyof SottoChatAttributes
> &
  SottoChatAttributes &
  SottoChatListeners;

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- the name React gives it
  namespace JSX {
    interface IntrinsicElements {
      'sotto-chat': SottoChatProps;
    }
  }
}
