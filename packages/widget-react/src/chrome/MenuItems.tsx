import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ExportIcon, RestartIcon } from '../composer/toolIcons';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { downloadText } from './downloadText';

interface MenuItemsProps {
  readonly id: string;
  /** Closes the menu; called before what was chosen is done. */
  readonly onChoose: () => void;
}

/** Restart and Export. The first takes the focus; arrows, Home and End move in it [W-5]. */
export function MenuItems({ id, onChoose }: MenuItemsProps) {
  const widget = useWidget();
  const words = useWords();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, []);
  const choose = (action: () => void) => (): void => {
    onChoose();
    action();
  };
  const restart = (): void => {
    widget.view.askRestart();
  };
  const exportText = (): void => {
    widget.conversation.transcript().then(
      ({ fileName, text }) => {
        downloadText(fileName, text);
      },
      () => undefined,
    );
  };
  return (
    <div ref={root} className="sotto-menu" role="menu" id={id} aria-label={words.menu} onKeyDown={moveInMenu}>
      {canRestart && (
        <button type="button" role="menuitem" tabIndex={-1} className="sotto-menu-item" onClick={choose(restart)}>
          <RestartIcon />
          {words.restart}
        </button>
      )}
      {canExport && (
        <button type="button" role="menuitem" tabIndex={-1} className="sotto-menu-item" onClick={choose(exportText)}>
          <ExportIcon />
          {words.export}
        </button>
      )}
    </div>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === event.target);
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
