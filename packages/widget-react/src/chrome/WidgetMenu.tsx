import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { downloadText } from './downloadText';
import { ExportIcon, MoreIcon, RestartIcon } from './icons';

/** Restart and Export. Absent when both are switched off. Escape closes it, arrows, Home and End move in it [W-5]. */
export function WidgetMenu() {
  const widget = useWidget();
  const words = useWords();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useCloseOutside(root, isOpen, setOpen);
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [isOpen]);
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
    else moveInMenu(event);
  };
  const choose = (action: () => void) => (): void => {
    close();
    action();
  };
  const restart = (): void => { widget.askRestart(); };
  const exportText = (): void => {
    widget.transcript().then(({ fileName, text }) => { downloadText(fileName, text); }, () => undefined);
  };

  return (
    <div className="sotto-menu-root" ref={root} onKeyDown={onKeyDown}>
      <button ref={trigger} type="button" className="sotto-bar-button" aria-label={words.menu} title={words.menu} aria-haspopup="menu" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => { setOpen(!isOpen); }}>
        <MoreIcon />
      </button>
      {isOpen && (
        <div className="sotto-menu" role="menu" id={id} aria-label={words.menu}>
          {canRestart && <button type="button" role="menuitem" tabIndex={-1} className="sotto-menu-item" onClick={choose(restart)}><RestartIcon />{words.restart}</button>}
          {canExport && <button type="button" role="menuitem" tabIndex={-1} className="sotto-menu-item" onClick={choose(exportText)}><ExportIcon />{words.export}</button>}
        </div>
      )}
    </div>
  );
}

function useCloseOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    const onPress = (event: Event): void => {
      if (!event.composedPath().includes(element)) setOpen(false);
    };
    const page = element.ownerDocument;
    const onBlur = (): void => { setOpen(false); };
    page.addEventListener('pointerdown', onPress, true);
    // A press in the page around the frame takes the focus away from this window.
    page.defaultView?.addEventListener('blur', onBlur);
    return () => {
      page.removeEventListener('pointerdown', onPress, true);
      page.defaultView?.removeEventListener('blur', onBlur);
    };
  }, [root, isOpen, setOpen]);
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === event.target);
  const next = { ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
