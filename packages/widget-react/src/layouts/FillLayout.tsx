import { useEffect, useRef, type Ref } from 'react';
import { showsMaximize } from '@sotto/widget-core/internal';
import { CloseIcon } from '../icons/icons';
import { isComposing } from '../hooks/isComposing';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Panel, type ChatWidgetHandle } from './Panel';

interface FillLayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  /** A layout that floats above a page: round corners. */
  readonly isFloating: boolean;
  /** The visitor can close it, by a button and by Escape. @default where it floats */
  readonly canClose?: boolean;
  /** Kept as it stands, unseen. @default false */
  readonly isHidden?: boolean;
  readonly onClose?: (() => void) | undefined;
}

/**
 * Fills what it is given: the iframe, whose place the loader decides, or its container. Escape closes what can be
 * closed.
 */
export function FillLayout({ handle, isFloating, canClose = isFloating, isHidden = false, onClose }: FillLayoutProps) {
  const widget = useWidget();
  const words = useWords();
  const title = useConfig((config) => config.barTitle);
  const root = useRef<HTMLElement>(null);
  const isMobile = useWidgetView((view) => view.media.mobile);
  const config = useConfig((settings) => settings);
  const canMaximize = useWidgetView((view) => showsMaximize(config, view));
  const close =
    onClose ??
    ((): void => {
      widget.view.setOpen(false);
    });
  // Where the surface covers the launcher, and there is no bar, something must close it.
  const isStuck = canClose && config.hideBar && (isMobile || config.layout !== 'popover');
  useEffect(() => {
    const page = root.current?.ownerDocument;
    if (!canClose || !page) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      // Layers above (menu, question) have taken theirs already; an open input method uses Escape itself.
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      event.preventDefault();
      if (onClose) onClose();
      else widget.view.setOpen(false);
    };
    page.addEventListener('keydown', onKeyDown);
    return () => {
      page.removeEventListener('keydown', onKeyDown);
    };
  }, [widget, canClose, onClose]);

  return (
    <section
      ref={root}
      className="sotto-panel sotto-fill"
      aria-label={words.title || title || words.conversation}
      data-hidden={isHidden || undefined}
      data-floating={(isFloating && !isMobile) || undefined}
    >
      <Panel handle={handle} canClose={canClose} canMaximize={canMaximize} onClose={onClose} />
      {isStuck && (
        <button
          type="button"
          className="sotto-bar-button sotto-lone-close"
          aria-label={words.close}
          data-tip={words.close}
          onClick={close}
        >
          <CloseIcon />
        </button>
      )}
    </section>
  );
}
