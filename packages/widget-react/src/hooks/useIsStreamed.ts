import { useState } from 'react';
import { useWidget } from './useWidget';

/**
 * Whether a part was first drawn while a reply was being written: text may follow it at any moment, so that it keeps
 * the size that it has.
 */
export function useIsStreamed(): boolean {
  const { conversation } = useWidget();
  const [isStreamed] = useState(() => conversation.getState().reply !== undefined);
  return isStreamed;
}
