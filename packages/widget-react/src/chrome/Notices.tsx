import { useHost } from '../hooks/useHost';
import { retryLost, useLost } from '../hooks/lazyPart';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { OfflineIcon } from '../icons/icons';
import { SafeImage } from './SafeImage';

/** Notice shown while offline: messages will be sent later. */
export function OfflineNotice() {
  const words = useWords();
  const isOnline = useWidgetView((view) => view.isOnline);
  if (isOnline) return null;
  return (
    <p className="sotto-offline" role="status">
      <OfflineIcon />
      {words.offline}
    </p>
  );
}

/**
 * Notice that a part of the chat could not be loaded, with a retry button. If the retry fails, an iframe reloads,
 * because the file may belong to an older version.
 */
export function LostNotice({ onDone }: { readonly onDone: () => void }) {
  const words = useWords();
  const { reload } = useHost();
  const isLost = useLost();
  if (!isLost) return null;
  // The button disappears with the notice, so move the focus.
  const onClick = (): void =>
    void retryLost().then((isWhole) => {
      (isWhole ? onDone : reload)?.();
    });
  return (
    <p className="sotto-offline" role="status">
      <span>{words.partLost}</span>
      <button type="button" className="sotto-text-button" onClick={onClick}>
        {words.reload}
      </button>
    </p>
  );
}

/** The owner's picture above the conversation; hidden if it cannot be loaded [W-6]. */
export function Banner() {
  const banner = useConfig((config) => config.banner);
  return <SafeImage address={banner} className="sotto-banner" />;
}
