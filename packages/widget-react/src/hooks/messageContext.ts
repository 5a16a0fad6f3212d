import { createContext } from 'react';
import type { Message } from '@sotto/widget-core';

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
