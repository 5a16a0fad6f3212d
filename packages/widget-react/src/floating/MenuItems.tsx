import { useEffect, useState } from 'react';
import { downloadText } from '../lib/downloadText';
import { ExportIcon, HistoryIcon, RestartIcon } from '../icons/toolIcons';
import { lazyPart } from '../hooks/lazyPart';
import { useHasThreads } from '../hooks/useThreads';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { useMenu, type MenuItemsProps } from './useMenu';

const ThreadItems = lazyPart(() => import('./ThreadItems').then((part) => part.ThreadItems));

/** The menu [W-5], or in its place the earlier conversations. */
export function MenuItems(props: MenuItemsProps) {
  const [showsThreads, setShowsThreads] = useState(false);
  return showsThreads ? (
    <ThreadItems {...props} onMissing={props.onDismiss} />
  ) : (
    <FirstItems
      {...props}
      onThreads={() => {
        setShowsThreads(true);
      }}
    />
  );
}

/** Earlier conversations, Restart and Export. */
function FirstItems({
  id,
  trigger,
  onDismiss,
  onChoose,
  onThreads,
}: MenuItemsProps & { readonly onThreads: () => void }) {
  const widget = useWidget();
  const words = useWords();
  const hasThreads = useHasThreads();
  const canRestart = useConfig((config) => config.restartConversation);
  const canExport = useConfig((config) => config.exportConversation);
  const { setFloating, floatingStyles, getFloatingProps, itemProps } = useMenu(trigger, onDismiss);
  useEffect(() => {
    // The focus has nowhere to be while the list is on its way.
    if (hasThreads) ThreadItems.preload();
  }, [hasThreads]);

  const exportText = (): void => {
    widget.conversation.transcript().then(
      ({ fileName, text }) => {
        downloadText(fileName, text);
      },
      () => undefined,
    );
  };
  const closing = (run: () => void) => () => {
    onChoose();
    run();
  };
  const entries = [
    hasThreads && { name: words.threads, icon: <HistoryIcon />, run: onThreads },
    canRestart && {
      name: words.restart,
      icon: <RestartIcon />,
      run: closing(() => {
        widget.view.askRestart();
      }),
    },
    canExport && { name: words.export, icon: <ExportIcon />, run: closing(exportText) },
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
        <button key={name} {...itemProps(index, run)}>
          {icon}
          {name}
        </button>
      ))}
    </div>
  );
}
