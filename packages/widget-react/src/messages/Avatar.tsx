import { useConfig } from '../hooks/useWidgetStore';
import { BotIcon } from '../chrome/icons';
import { SafeImage } from '../chrome/SafeImage';

/** The bot's face, once per group. */
export function Avatar() {
  const icon = useConfig((config) => config.botIcon);
  return <span className="sotto-avatar" aria-hidden="true"><SafeImage address={icon} fallback={<BotIcon />} /></span>;
}
