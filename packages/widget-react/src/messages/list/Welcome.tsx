import { useConfig, useWords } from '../../hooks/useWidgetStore';
import { BotIcon } from '../../chrome/icons';
import { SafeImage } from '../../chrome/SafeImage';
import { LazyMessageText } from '../LazyMessageText';

/** The intro above the conversation; while nothing has been said it fills the sheet as a welcome. */
export function Welcome({ isEmpty }: { readonly isEmpty: boolean }) {
  const words = useWords();
  const configured = useConfig((config) => config.intro);
  const math = useConfig((config) => config.math);
  const barTitle = useConfig((config) => config.barTitle);
  const icon = useConfig((config) => config.botIcon ?? config.barIcon);
  const text = (words.intro === '' ? configured : words.intro).trim();
  if (!isEmpty && text === '') return null;
  return (
    <div className="sotto-welcome" data-empty={isEmpty || undefined}>
      {isEmpty && (
        <span className="sotto-welcome-icon" aria-hidden="true">
          <SafeImage address={icon} fallback={<BotIcon />} />
        </span>
      )}
      {text !== '' ? (
        <LazyMessageText className="sotto-intro" text={text} isGrowing={false} isFromBot math={math} headingLevel={2} />
      ) : (
        <p className="sotto-welcome-title">{words.title === '' ? barTitle : words.title}</p>
      )}
    </div>
  );
}
