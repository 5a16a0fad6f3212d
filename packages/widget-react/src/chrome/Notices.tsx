import { useHost } from '../hooks/useHost';
import { retryLost, useLost } from '../hooks/lazyPart';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { OfflineIcon } from '../icons/icons';
import { SafeImage } from './SafeImage';

/** A notice that there is no connection, and that nothing is lost. */
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
 * A notice that a part of the chat could not be loaded, with a button to try again. When that is no help, an
 * iframe loads itself anew: the file may be one of an older version.
 */
export function LostNotice({ onDone }: { readonly onDone: () => void }) {
  const words = useWords();
  const { reload } = useHost();
  const isLost = useLost();
  if (!isLost) return null;
  // The button goes with the notice: the keyboard must be somewhere.
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

/** The owner's picture above the conversation; hidden when it does not load [W-6]. */
export function Banner() {
  const banner = useConfig((config) => config.banner);
  return <SafeImage address={banner} className="sotto-banner" />;
}
