import { useCallback, useId, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../hooks/lazyPart';
import { useHasThreads } from '../hooks/useThreads';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { MoreIcon } from '../icons/icons';

const MenuItems = lazyPart(() => import('../floating/MenuItems').then((part) => part.MenuItems));

/** Menu with earlier conversations, Restart and Export; hidden if it would be empty. Escape closes it [W-5]. */
export function WidgetMenu() {
  const words = useWords();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const hasThreads = useHasThreads();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const dismiss = useCallback(() => {
    setOpen(false);
  }, []);
  if (!canRestart && !canExport && !hasThreads) return null;

  const close = (): void => {
    setOpen(false);
    trigger?.focus();
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
    <div className="sotto-menu-root" onKeyDown={onKeyDown}>
      <button
        ref={setTrigger}
        type="button"
        className="sotto-bar-button"
        aria-label={words.menu}
        data-tip={isOpen ? undefined : words.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={MenuItems.preload}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <MoreIcon />
      </button>
      {isOpen && <MenuItems id={id} trigger={trigger} onDismiss={dismiss} onChoose={close} onMissing={dismiss} />}
    </div>
  );
}
