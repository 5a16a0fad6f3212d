import type { Ref } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import { BotIcon, CloseIcon } from '../icons/icons';
import { SafeImage } from '../chrome/SafeImage';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { useOwnComponents, type LauncherProps } from '../parts/components';

interface LauncherPlaceProps {
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
}

/**
 * The launcher button [W-3]. Its badge counts unread replies and the page's notifications, and the count is part of
 * its accessible name.
 */
export function Launcher({ buttonRef, onClick }: LauncherPlaceProps) {
  const { Launcher: Button = LauncherButton } = useOwnComponents();
  const words = useWords();
  const isOpen = useWidgetView((view) => view.isOpen);
  const language = useWidgetView((view) => view.language);
  const unread = useWidgetView((view) => view.unread);
  const notifications = useWidgetView((view) => view.notifications);
  const title = useConfig((config) => config.buttonTitle);
  const notes = Object.values(notifications).map(({ text }) => text);
  const news = isOpen ? [] : [...(unread > 0 ? [fillWord(words.unread, { count: unread }, language)] : []), ...notes];
  const label = isOpen ? words.close : [title || words.open, ...news].join(', ');
  return (
    <Button
      buttonRef={buttonRef}
      isOpen={isOpen}
      unread={isOpen ? 0 : unread + notes.length}
      label={label}
      onClick={onClick}
    />
  );
}

function LauncherButton({ buttonRef, isOpen, unread, label, onClick }: LauncherProps) {
  const icon = useConfig((config) => config.buttonIcon);
  return (
    <button
      ref={buttonRef}
      type="button"
      className="sotto-launcher"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <span key={String(isOpen)} className="sotto-launcher-icon">
        {isOpen ? <CloseIcon /> : <SafeImage address={icon} fallback={<BotIcon />} />}
      </span>
      {unread > 0 && (
        <span className="sotto-badge" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  );
}
