import { lazyPart } from '../hooks/lazyPart';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import type { TopBarProps } from '../parts/components';
import { BotIcon, CloseIcon, MaximizeIcon, MinimizeIcon } from '../icons/icons';
import { BarButton } from './BarButton';
import { SafeImage } from './SafeImage';

const WidgetMenu = lazyPart(
  () => import('./WidgetMenu').then((part) => part.WidgetMenu),
  <span className="sotto-bar-button" />,
  { isFirst: true },
);
const LanguageSelect = lazyPart(
  () => import('./LanguageSelect').then((part) => part.LanguageSelect),
  <span className="sotto-bar-button" />,
);

/** Top bar: icon, title, language, menu, maximize and close [W-5]. */
export function TopBar({ canClose, canMaximize, onClose }: TopBarProps) {
  const widget = useWidget();
  const words = useWords();
  const barTitle = useConfig((config) => config.barTitle);
  const barIcon = useConfig((config) => config.barIcon);
  const hasLanguages = useConfig((config) => Math.max(config.languages.length, Object.keys(config.intl).length) > 1);
  const isMaximized = useWidgetView((view) => view.isMaximized);
  const maximizeWord = isMaximized ? words.minimize : words.maximize;

  return (
    <header className="sotto-bar">
      <span className="sotto-bar-icon" aria-hidden="true">
        <SafeImage address={barIcon} fallback={<BotIcon />} />
      </span>
      <h1 className="sotto-bar-title">
        <bdi>{words.title === '' ? barTitle : words.title}</bdi>
      </h1>
      <div className="sotto-bar-buttons">
        {hasLanguages && <LanguageSelect />}
        <WidgetMenu />
        {canMaximize && (
          <BarButton
            name={maximizeWord}
            onClick={() => {
              widget.view.setMaximize(!isMaximized);
            }}
          >
            {isMaximized ? <MinimizeIcon /> : <MaximizeIcon />}
          </BarButton>
        )}
        {canClose && (
          <BarButton name={words.close} onClick={onClose}>
            <CloseIcon />
          </BarButton>
        )}
      </div>
    </header>
  );
}
