import { useEffect, useRef, useState } from 'react';
import { downloadText } from '../chrome/downloadText';
import { ExportIcon, RestartIcon } from '../composer/toolIcons';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { useDismiss, useInteractions, useListNavigation, usePosition } from './position';

/** What the menu needs of its button. */
export interface MenuItemsProps {
  readonly id: string;
  /** The button that opens the menu. */
  readonly trigger: HTMLElement | null;
  /** The menu closes without a choice, because of a press outside or because the window lost the focus. */
  readonly onDismiss: () => void;
  /** Closes the menu; called before what was chosen is done. */
  readonly onChoose: () => void;
}

/** Restart and Export. The first takes the focus; arrows, Home and End move in it [W-5]. */
export function MenuItems({ id, trigger, onDismiss, onChoose }: MenuItemsProps) {
  const widget = useWidget();
  const words = useWords();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const items = useRef<(HTMLElement | null)[]>([]);
  const [activeIndex, setActiveIndex] = useState<number | null>(0);
  const { setFloating, context, floatingStyles } = usePosition(trigger, 'bottom-end', onDismiss);
  const { getFloatingProps, getItemProps } = useInteractions([
    // Escape is handled by WidgetMenu, which gives the focus back to the button.
    useDismiss(context, { escapeKey: false }),
    useListNavigation(context, {
      listRef: items,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
      focusItemOnOpen: true,
      focusItemOnHover: false,
    }),
  ]);
  useEffect(() => {
    const view = trigger?.ownerDocument.defaultView;
    // A press in the page around the frame takes the focus away from this window.
    view?.addEventListener('blur', onDismiss);
    return () => {
      view?.removeEventListener('blur', onDismiss);
    };
  }, [trigger, onDismiss]);

  const exportText = (): void => {
    widget.conversation.transcript().then(
      ({ fileName, text }) => {
        downloadText(fileName, text);
      },
      () => undefined,
    );
  };
  const entries = [
    canRestart && { name: words.restart, icon: <RestartIcon />, run: () => void widget.view.askRestart() },
    canExport && { name: words.export, icon: <ExportIcon />, run: exportText },
  ].filter((entry) => entry !== false);
  return (
    <div
      ref={setFloating}
      className="sotto-menu"
      role="menu"
      id={id}
      aria-label={words.menu}
      style={floatingStyles}
      {...getFloatingProps()}
    >
      {entries.map(({ name, icon, run }, index) => (
        <button
          key={name}
          ref={(element) => {
            items.current[index] = element;
          }}
          type="button"
          role="menuitem"
          className="sotto-menu-item"
          tabIndex={activeIndex === index ? 0 : -1}
          {...getItemProps({
            onClick: () => {
              onChoose();
              run();
            },
          })}
        >
          {icon}
          {name}
        </button>
      ))}
    </div>
  );
}
