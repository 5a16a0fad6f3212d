import { createContext, useContext, useState } from 'react';
import type { Message } from '@sotto/widget-core';
import { useWidget } from './useWidget';

/** Author of a row: the visitor, the bot, or none for context lines. */
export type Speaker = 'user' | 'bot' | 'context';

/** One row of the list: a message or the streaming reply. */
export interface Row {
  readonly key: string;
  readonly speaker: Speaker;
  /** Undefined while the reply is streaming. */
  readonly message: Message | undefined;
  /** Whether it is the first or last message of one author within two minutes. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The row that contains a message. */
export const MessageContext = createContext<Row | undefined>(undefined);

/** Whether the text was streaming when it was first rendered. */
export const StreamedContext = createContext(false);

/**
 * Whether a part was first rendered while its reply was streaming: text may follow it at any time, so it keeps its
 * size.
 */
export function useIsStreamed(): boolean {
  const { conversation } = useWidget();
  const isInStreamed = useContext(StreamedContext);
  const [isStreamed] = useState(() => isInStreamed || conversation.getState().reply !== undefined);
  return isStreamed;
}
