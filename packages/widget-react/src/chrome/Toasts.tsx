import { useEffect, useRef, useState } from 'react';
import type { Toast } from '@sotto/widget-core';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView, useWords } from '../hooks/useWidgetStore';
import { AlertIcon, CheckIcon, CloseIcon } from '../icons/icons';

/** Duration of the exit animation, in milliseconds. */
const LEAVING_MS = 160;

/**
 * Toasts above the composer, one at a time [W-25]. Hovering or focusing one keeps it; Escape or its button dismisses
 * it.
 */
export function Toasts() {
  const toast = useWidgetView((view) => view.toasts[0]);
  const leaving = useLeaving(toast);
  const shown = toast ?? leaving;
  return (
    <div className="sotto-toasts" role="status">
      {shown && <ToastNote key={shown.id} toast={shown} isLeaving={shown !== toast} />}
    </div>
  );
}

/** The toast that is being removed, during its animation. Skipped for reduced motion. */
function useLeaving(toast: Toast | undefined): Toast | undefined {
  const isStill = useWidgetView((view) => view.media.reducedMotion);
  const before = useRef(toast);
  const [leaving, setLeaving] = useState<Toast>();
  useEffect(() => {
    const last = before.current;
    before.current = toast;
    if (toast || !last || isStill) return;
    setLeaving(last);
    const timer = setTimeout(() => {
      setLeaving(undefined);
    }, LEAVING_MS);
    return () => {
      clearTimeout(timer);
      setLeaving(undefined);
    };
  }, [toast, isStill]);
  return leaving;
}

function ToastNote({ toast, isLeaving }: { readonly toast: Toast; readonly isLeaving: boolean }) {
  const widget = useWidget();
  const words = useWords();
  const hold = (): void => {
    widget.toasts.hold(true);
  };
  const release = (): void => {
    widget.toasts.hold(false);
  };
  useEffect(
    () => () => {
      widget.toasts.hold(false);
    },
    [widget],
  );
  return (
    <div
      className="sotto-toast"
      data-kind={toast.kind}
      data-leaving={isLeaving || undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Keep the chat open.
        event.preventDefault();
        widget.toasts.remove(toast.id);
      }}
    >
      {toast.kind === 'error' ? <AlertIcon /> : <CheckIcon />}
      <span className="sotto-toast-text" dir="auto">
        {toast.text}
      </span>
      <button
        type="button"
        className="sotto-toast-close"
        aria-label={words.dismiss}
        data-tip={words.dismiss}
        onClick={() => {
          widget.toasts.remove(toast.id);
        }}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
