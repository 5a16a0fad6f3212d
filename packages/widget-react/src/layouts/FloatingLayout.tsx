import { useEffect, useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import type { ResolvedConfig } from '@sotto/widget-core';
import { readLayout, showsLauncher, showsMaximize } from '@sotto/widget-core/internal';
import { CloseIcon } from '../icons/icons';
import { BarButton } from '../chrome/BarButton';
import { isComposing } from '../hooks/isComposing';
import { lazyPart } from '../hooks/lazyPart';
import { useShowsPeek, useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { setOpen, useWidget, type OpenReason } from '../hooks/useWidget';
import { FloatingSurface } from './FloatingSurface';
import { Launcher } from './Launcher';
import { Panel, type ChatWidgetHandle } from './Panel';
import { Peek } from './Peek';

const PageNotes = lazyPart(() => import('./PageNotes').then((part) => part.PageNotes));

interface FloatingLayoutProps {
  readonly layout: ResolvedConfig['layout'];
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly onClose?: (() => void) | undefined;
}

/**
 * A layout that opens and closes, without an iframe [W-2]: launcher and preview in a corner, and the panel. Escape
 * closes it. The focus enters when a visitor opens it, and returns when it closes.
 */
export function FloatingLayout({ layout, handle, onClose }: FloatingLayoutProps) {
  const widget = useWidget();
  const words = useWords();
  const config = useConfig((settings) => settings);
  const isOpen = useWidgetView((view) => view.isOpen);
  const hasNotes = useWidgetView((view) => !view.isOpen && Object.keys(view.notifications).length > 0);
  const isMaximized = useWidgetView((view) => view.isMaximized);
  const isMobile = useWidgetView((view) => view.media.mobile);
  const canMaximize = useWidgetView((view) => showsMaximize(config, view));
  const isPeeking = useShowsPeek();
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<ChatWidgetHandle>(null);
  useImperativeHandle(handle, () => ({ focus: () => panel.current?.focus() }), []);
  const isMeant = useRef(false);
  const cameFrom = useRef<Element>(null);
  useEffect(() => {
    if (isOpen && isMeant.current) panel.current?.focus();
    isMeant.current = false;
  }, [isOpen]);

  const close = (reason: OpenReason): void => {
    if (onClose) onClose();
    else setOpen(widget, false, reason);
  };
  const closeByButton = (): void => {
    close('close-button');
  };
  const open = (reason: OpenReason): void => {
    // Only if a visitor opens it, not a script.
    isMeant.current = config.autoFocus;
    cameFrom.current = document.activeElement;
    setOpen(widget, true, reason);
  };
  const peek = (): void => {
    open('peek');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Menus and dialogs have handled Escape already, and an input method uses it during composition.
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    close('escape');
  };
  // Without a top bar, and with the launcher covered, a close button is needed.
  const isStuck = config.hideBar && (isMobile || layout !== 'popover');

  return (
    <div className="sotto-floating" onKeyDown={onKeyDown}>
      <div className="sotto-corner" data-position={config.position}>
        <div className="sotto-page-notes" role="status">
          {hasNotes && <PageNotes onOpen={peek} />}
        </div>
        {isPeeking && <Peek onOpen={peek} />}
        {showsLauncher(config) && (
          <Launcher
            buttonRef={launcher}
            onClick={() => {
              if (isOpen) close('launcher');
              else open('launcher');
            }}
          />
        )}
      </div>
      {isOpen && (
        <FloatingSurface
          layout={layout}
          isModal={isMobile || readLayout(config).hasBackdrop}
          position={config.position}
          label={words.title || config.barTitle || words.conversation}
          isMaximized={isMaximized && canMaximize}
          isMobile={isMobile}
          focusBack={() => launcher.current ?? cameFrom.current}
          onClose={close}
        >
          <Panel handle={panel} canClose canMaximize={canMaximize} onClose={closeByButton} />
          {isStuck && (
            <BarButton name={words.close} className="sotto-lone-close" onClick={closeByButton}>
              <CloseIcon />
            </BarButton>
          )}
        </FloatingSurface>
      )}
    </div>
  );
}
