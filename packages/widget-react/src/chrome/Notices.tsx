import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { OfflineIcon } from './icons';
import { SafeImage } from './SafeImage';

/** Says that there is no connection, and that nothing is lost. */
export function OfflineNotice() {
  const words = useWords();
  const isOnline = useWidgetView((view) => view.isOnline);
  if (isOnline) return null;
  return <p className="sotto-offline" role="status"><OfflineIcon />{words.offline}</p>;
}

/** The owner's picture above the conversation; hidden when it does not load [W-6]. */
export function Banner() {
  const banner = useConfig((config) => config.banner);
  return <SafeImage address={banner} className="sotto-banner" />;
}
