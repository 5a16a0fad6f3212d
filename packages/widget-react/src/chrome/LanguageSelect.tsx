import { useMemo } from 'react';
import { languageName, offeredLanguages } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Icon } from '../icons/icons';

/**
 * Language menu, if there are two or more languages [W-5, W-36]. A native select behind a plain button, which works
 * with any keyboard, screen reader and phone. Languages are listed by their own names.
 */
export function LanguageSelect() {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const languages = useConfig((config) => config.languages);
  const intl = useConfig((config) => config.intl);
  const offered = useMemo(() => offeredLanguages({ languages, intl }), [languages, intl]);
  if (offered.length < 2) return null;
  // A page may set a language that is not in the list; it is shown.
  const listed = offered.includes(language) ? offered : [language, ...offered];
  return (
    <span className="sotto-bar-button sotto-language" data-tip={words.language}>
      <select
        className="sotto-language-list"
        aria-label={words.language}
        value={language}
        onChange={(event) => {
          widget.view.setLanguage(event.target.value);
        }}
      >
        {listed.map((tag) => (
          <option key={tag} value={tag} lang={tag} dir="auto">
            {languageName(tag)}
          </option>
        ))}
      </select>
      <Icon>
        <circle cx="10" cy="10" r="6.8" />
        <path d="M3.2 10h13.6M10 3.2c-4.3 4-4.3 9.6 0 13.6 4.3-4 4.3-9.6 0-13.6Z" />
      </Icon>
    </span>
  );
}
