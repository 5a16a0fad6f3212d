import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { MoreIcon } from './icons';
import { MenuItems } from './MenuItems';

/** Restart and Export. Absent when both are switched off. Escape closes it [W-5]. */
export function WidgetMenu() {
  const words = useWords();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useCloseOutside(root, isOpen, setOpen);
  if (!canRestart && !canExport) return null;

  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') setOpen(false);
  };

  return (
    <div className="sotto-menu-root" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className="sotto-bar-button"
        aria-label={words.menu}
        title={words.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <MoreIcon />
      </button>
      {isOpen && <MenuItems id={id} onChoose={close} />}
    </div>
  );
}

function useCloseOutside(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    const onPress = (event: Event): void => {
      if (!event.composedPath().includes(element)) setOpen(false);
    };
    const page = element.ownerDocument;
    const onBlur = (): void => {
      setOpen(false);
    };
    page.addEventListener('pointerdown', onPress, true);
    // A press in the page around the frame takes the focus away from this window.
    page.defaultView?.addEventListener('blur', onBlur);
    return () => {
      page.removeEventListener('pointerdown', onPress, true);
      page.defaultView?.removeEventListener('blur', onBlur);
    };
  }, [root, isOpen, setOpen]);
}
