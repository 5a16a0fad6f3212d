import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { BotIcon, CloseIcon } from '../chrome/icons';
import { SafeImage } from '../chrome/SafeImage';
import { Panel, type ChatWidgetHandle } from './Panel';

/** A panel above the launcher, in a corner of the page. Escape closes it and the focus returns to the launcher. */
export function PopoverLayout() {
  const widget = useWidget();
  const words = useWords();
  const isOpen = useWidgetView((view) => view.isOpen);
  const isMaximized = useWidgetView((view) => view.isMaximized);
  const isMobile = useWidgetView((view) => view.media.mobile);
  const position = useConfig((config) => config.position);
  const maximize = useConfig((config) => config.maximize);
  const launcher = useRef<HTMLButtonElement>(null);
  const panel = useRef<ChatWidgetHandle>(null);
  const isMeant = useRef(false);
  useEffect(() => {
    if (isOpen && isMeant.current) panel.current?.focus();
    isMeant.current = false;
  }, [isOpen]);

  const close = (): void => {
    widget.setOpen(false);
    launcher.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  };
  const toggle = (): void => {
    isMeant.current = true;
    widget.setOpen(!isOpen);
  };

  return (
    <div className="sotto-corner" data-position={position} data-mobile={isMobile || undefined}>
      {isOpen && (
        <section className="sotto-panel sotto-popover" aria-label={words.conversation} data-floating={!isMobile || undefined} data-maximized={isMaximized || undefined} onKeyDown={onKeyDown}>
          <Panel handle={panel} canClose canMaximize={maximize && !isMobile} onClose={close} />
        </section>
      )}
      <Launcher buttonRef={launcher} isOpen={isOpen} onClick={toggle} />
    </div>
  );
}

function Launcher({ buttonRef, isOpen, onClick }: { readonly buttonRef: RefObject<HTMLButtonElement | null>; readonly isOpen: boolean; readonly onClick: () => void }) {
  const words = useWords();
  const isHidden = useConfig((config) => config.hideButton);
  const title = useConfig((config) => config.buttonTitle);
  const icon = useConfig((config) => config.buttonIcon);
  if (isHidden) return null;
  return (
    <button ref={buttonRef} type="button" className="sotto-launcher" aria-label={isOpen ? words.close : title || words.open} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onClick}>
      {isOpen ? <CloseIcon /> : <SafeImage address={icon} fallback={<BotIcon />} />}
    </button>
  );
}
