import { createContext, useContext, useState } from 'react';
import { useWidget } from './useWidget';

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
