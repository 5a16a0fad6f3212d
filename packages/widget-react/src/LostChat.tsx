import { useEffect, useRef } from 'react';
import type { Widget } from '@sotto/widget-core';
import { readLayout, showsLauncher } from '@sotto/widget-core/internal';
import { useConfig, useWords } from './hooks/useWidgetStore';
import { AlertIcon } from './icons/icons';
import { Launcher } from './layouts/Launcher';
import { WidgetProvider } from './WidgetProvider';
import { WidgetRoot } from './WidgetScreen';

interface LostChatProps {
  /** Knows only the page's settings, without a server. */
  readonly widget: Widget;
  /** A retry by the visitor has failed. */
  readonly isTried: boolean;
  readonly onRetry: () => void;
}

/**
 * Shown instead of the chat while its settings cannot be loaded. Loading is retried when the visitor presses the
 * launcher or the button, and when the connection is back. After a failed retry it explains why nothing opens.
 */
export function LostChat({ widget, ...props }: LostChatProps) {
  return (
    <WidgetProvider widget={widget}>
      <WidgetRoot>
        <Lost {...props} />
      </WidgetRoot>
    </WidgetProvider>
  );
}

function Lost({ isTried, onRetry }: Omit<LostChatProps, 'widget'>) {
  const words = useWords();
  const config = useConfig((settings) => settings);
  const launcher = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => {
      removeEventListener('online', onRetry);
    };
  }, [onRetry]);
  if (readLayout(config).canClose)
    return (
      <div className="sotto-corner" data-position={config.position}>
        <div role="status">{isTried && <p className="sotto-peek-card">{words.busy}</p>}</div>
        {showsLauncher(config) && <Launcher buttonRef={launcher} onClick={onRetry} />}
      </div>
    );
  return (
    <section className={`sotto-panel sotto-${config.layout}`} aria-label={words.conversation}>
      <div className="sotto-failure" role="status">
        <AlertIcon />
        <p>{words.busy}</p>
        <button type="button" className="sotto-quiet-button" onClick={onRetry}>
          {words.retry}
        </button>
      </div>
    </section>
  );
}
