import { useEffect, useState } from 'react';
import { downloadText } from '../lib/downloadText';
import { RestartIcon } from '../icons/toolIcons';
import { lazyPart } from '../hooks/lazyPart';
import { useHasThreads } from '../hooks/useThreads';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { useMenu, type MenuItemsProps } from './useMenu';
import { Icon } from '../icons/icons';

const HistoryIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.8" />
    <path d="M10 6v4.2l2.8 1.7" />
  </Icon>
);

const ExportIcon = () => (
  <Icon>
    <path d="M10 3.2v9M6.3 8.7 10 12.4l3.7-3.7M3.5 13v1.5a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V13" />
  </Icon>
);

const ThreadItems = lazyPart(() => import('./ThreadItems').then((part) => part.ThreadItems));

/** The menu [W-5], or the earlier conversations in its place. */
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
    // Keep the focus while the list is loading.
    if (hasThreads) ThreadItems.preload();
  }, [hasThreads]);

  const exportText = (): void => {
    widget.conversation.transcript('visitor').then(
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
