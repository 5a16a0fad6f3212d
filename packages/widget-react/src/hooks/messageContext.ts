import { createContext, useContext, useState } from 'react';
import type { Message } from '@sotto/widget-core';
import { useWidget } from './useWidget';

/** The author of a row: the visitor, the bot, or nobody (what the bot looked up). */
export type Speaker = 'user' | 'bot' | 'context';

/** One line of the list: a finished message or the reply that is being written. */
export interface Row {
  readonly key: string;
  readonly speaker: Speaker;
  /** Undefined while the reply is being written. */
  readonly message: Message | undefined;
  /** First and last message of one author within two minutes. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The row that a message stands in. */
export const MessageContext = createContext<Row | undefined>(undefined);

/** Whether the text around was being written when it was first drawn. */
export const StreamedContext = createContext(false);

/**
 * Whether a part was first drawn while a reply was being written, or belongs to a text that was: text may follow it at
 * any moment, so that it keeps the size that it has.
 */
export function useIsStreamed(): boolean {
  const { conversation } = useWidget();
  const isInStreamed = useContext(StreamedContext);
  const [isStreamed] = useState(() => isInStreamed || conversation.getState().reply !== undefined);
  return isStreamed;
}
