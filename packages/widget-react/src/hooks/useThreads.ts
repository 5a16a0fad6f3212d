import type { ThreadsState, WidgetThreads } from '@sotto/widget-core';
import { useEffect, useState } from 'react';
import { useWidget } from './useWidget';
import { useWidgetView } from './useWidgetStore';

/** The visitor's earlier conversations. */
export interface Threads extends ThreadsState {
  /** Whether this visitor can have any. */
  readonly isAvailable: boolean;
  readonly list: () => void;
  readonly listMore: () => void;
  /** Opens a conversation. Failures are in `error`. */
  readonly open: (id: string) => Promise<void>;
  /** Starts a new one. */
  readonly create: () => Promise<void>;
}

const NOTHING: ThreadsState = { status: 'loading', threads: [], hasMore: false, error: undefined, opening: undefined };

/** Whether the visitor can have earlier conversations: with a server, only visitors with a verified identity. */
export function useHasThreads(): boolean {
  const { threads } = useWidget().integration.features;
  const isVerified = useWidgetView(({ contact }) => contact?.identity !== undefined);
  return threads === 'everyone' || (threads === 'verified' && isVerified);
}

/** Lists the visitor's conversations and follows changes while the component is mounted. */
export function useThreads(): Threads {
  const widget = useWidget();
  const isAvailable = useHasThreads();
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    if (!isAvailable) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    widget.threads().then(
      (threads) => {
        if (isOver) return;
        setState(threads.getState());
        stop = threads.subscribe(setState);
        void threads.list();
      },
      () => {
        if (!isOver) setState({ ...NOTHING, status: 'failed' });
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [widget, isAvailable]);
  const run = async (act: (threads: WidgetThreads) => Promise<void>): Promise<void> => {
    await act(await widget.threads());
  };
  return {
    ...state,
    isAvailable,
    list() {
      void run((threads) => threads.list());
    },
    listMore() {
      void run((threads) => threads.listMore());
    },
    open: (id) => run((threads) => threads.open(id)),
    create: () => run((threads) => threads.create()),
  };
}
