import type { Contact, Json, Message, SottoChatElement, Status } from '@sotto/loader';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { findWidget, watchWidgets } from './pageWidgets';
import { isSameValue } from '../hooks/useSteady';

/** State of a hosted widget. Without one, and on a server: closed, empty, idle. */
export interface SottoChatState {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  readonly isMaximized: boolean;
  /** Number of unread replies. */
  readonly unread: number;
  readonly status: Status;
  readonly conversationId: string | null;
  readonly messages: readonly Partial<Message>[];
  readonly meta: Readonly<Record<string, Json>>;
  readonly contact: Contact | null;
}

const NOTHING: SottoChatState = {
  isOpen: false,
  isReady: false,
  isMaximized: false,
  unread: 0,
  status: 'idle',
  conversationId: null,
  messages: [],
  meta: {},
  contact: null,
};

/** Events that may change the state. */
const CHANGES = [
  'ready',
  'openchange',
  'maximizechange',
  'messageschange',
  'metachange',
  'contactchange',
  'sessionchange',
  'statuschange',
  'unreadchange',
  'destroy',
];

/** The page's first hosted widget, or the one with the given id; null if there is none, and on a server. */
export function useSottoElement(id: string | undefined): SottoChatElement | null {
  const watch = useCallback((onChange: () => void) => watchWidgets(window, onChange), []);
  return useSyncExternalStore(
    watch,
    () => findWidget(window, id),
    () => null,
  );
}

/** Returns the page's hosted widget, to call its methods; null if there is none. */
export function useSottoChat(): SottoChatElement | null;
/**
 * Returns a slice of the hosted widget's state. Renders again only when the slice changes.
 *
 * @param id - selects a widget if the page has several. @default the first one
 */
export function useSottoChat<Slice>(selector: (chat: SottoChatState) => Slice, id?: string): Slice;
export function useSottoChat(selector?: (chat: SottoChatState) => unknown, id?: string): unknown {
  const element = useSottoElement(id);
  const last = useRef<unknown>(undefined);
  const watch = useCallback(
    (onChange: () => void) => {
      for (const name of CHANGES) element?.addEventListener(name, onChange);
      return () => {
        for (const name of CHANGES) element?.removeEventListener(name, onChange);
      };
    },
    [element],
  );
  const read = (): unknown => {
    const next = selector?.(readState(element));
    if (!isSameValue(last.current, next)) last.current = next;
    return last.current;
  };
  const slice = useSyncExternalStore(watch, read, () => selector?.(NOTHING));
  return selector ? slice : element;
}

/** Some properties exist only once the rest of the element has been loaded. */
function readState(element: SottoChatElement | null): SottoChatState {
  const known: Partial<SottoChatState> = element ?? {};
  const state = { ...NOTHING };
  for (const name of Object.keys(NOTHING) as (keyof SottoChatState)[])
    if (known[name] !== undefined) Object.assign(state, { [name]: known[name] });
  return state;
}
