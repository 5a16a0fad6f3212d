import { useWidget } from './useWidget';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CONFIRMATION_MS } from '@sotto/widget-core/internal';

/**
 * Copies text and shows a tick for two seconds. Denied clipboard access is ignored (specification, section 8).
 *
 * @param notice - toast after copying; without one only the tick is shown
 */
export function useCopy(notice?: string): {
  readonly isCopied: boolean;
  /** @param writeFirst - writes more than plain text; if it fails, the text is copied */
  readonly copy: (text: string, writeFirst?: () => Promise<void>) => void;
} {
  const widget = useWidget();
  const [isCopied, confirm] = useConfirmation();

  const copy = (text: string, writeFirst?: () => Promise<void>): void => {
    const write = (): Promise<void> => writeClipboard(text);
    (writeFirst?.().catch(write) ?? write()).then(
      () => {
        confirm();
        if (notice !== undefined) widget.toasts.add({ kind: 'success', text: notice });
      },
      () => undefined,
    );
  };
  return { isCopied, copy };
}

/** On plain HTTP pages there is no clipboard API; a hidden text box and `execCommand` still work. */
async function writeClipboard(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'sotto-hidden';
  document.body.append(box);
  box.select();
  const isDone = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isDone) throw new Error('The clipboard is not available');
}

/** True for two seconds after each confirmation. */
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
