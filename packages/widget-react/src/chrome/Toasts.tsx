import { useEffect, useState } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useWidgetView } from '../hooks/useWidgetStore';
import { AlertIcon, CheckIcon } from './icons';

/** How long a notice is shown, in milliseconds; it stays while the pointer or the focus is on it. */
const TOAST_MS = 4000;

/** Short notices above the composer, one at a time [W-25]. */
export function Toasts() {
  const widget = useWidget();
  const toast = useWidgetView((view) => view.toasts[0]);
  const [isHeld, setHeld] = useState(false);
  const id = toast?.id;
  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => { widget.removeToast(id); }, TOAST_MS);
    return () => { clearTimeout(timer); };
  }, [widget, id, isHeld]);

  return (
    <div className="sotto-toasts" role="status">
      {toast && (
        <p key={toast.id} className="sotto-toast" data-kind={toast.kind} onPointerEnter={() => { setHeld(true); }} onPointerLeave={() => { setHeld(false); }}>
          {toast.kind === 'error' ? <AlertIcon /> : <CheckIcon />}
          {toast.text}
        </p>
      )}
    </div>
  );
}
