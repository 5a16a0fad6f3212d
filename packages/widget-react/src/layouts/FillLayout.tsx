import { useEffect, useRef, type Ref } from 'react';
import { showsMaximize } from '@sotto/widget-core/internal';
import { CloseIcon } from '../icons/icons';
import { BarButton } from '../chrome/BarButton';
import { isComposing } from '../hooks/isComposing';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Panel, type ChatWidgetHandle } from './Panel';

interface FillLayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  /** A layout that floats above a page: round corners. */
  readonly isFloating: boolean;
  /** Whether the visitor can close it with a button or Escape. @default if it floats */
  readonly canClose?: boolean;
  /** Keeps it mounted but hidden. @default false */
  readonly isHidden?: boolean;
  readonly onClose?: (() => void) | undefined;
}

/**
 * Fills its container: the iframe, which the loader positions, or an element. Escape closes it if it can be closed.
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
  // Without a top bar, and with the launcher covered, a close button is needed.
  const isStuck = canClose && config.hideBar && (isMobile || config.layout !== 'popover');
  useEffect(() => {
    const page = root.current?.ownerDocument;
    if (!canClose || !page) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      // Menus and dialogs have handled Escape already, and an input method uses it during composition.
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
        <BarButton name={words.close} className="sotto-lone-close" onClick={close}>
          <CloseIcon />
        </BarButton>
      )}
    </section>
  );
}
