import { createContext } from 'react';
import type { Row } from './list/messageRows';

/** The row that a message stands in. */
export const MessageContext = createContext<Row | undefined>(undefined);
