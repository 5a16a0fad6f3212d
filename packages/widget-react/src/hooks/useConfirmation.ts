import { useCallback, useEffect, useRef, useState } from 'react';
import { CONFIRMATION_MS } from '@sotto/widget-core';

/** True for two seconds after it was confirmed; every confirmation begins them anew. */
export function useConfirmation(): readonly [isConfirmed: boolean, confirm: () => void] {
  const [isConfirmed, setConfirmed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const confirm = useCallback(() => {
    setConfirmed(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setConfirmed(false);
    }, CONFIRMATION_MS);
  }, []);
  return [isConfirmed, confirm];
}
