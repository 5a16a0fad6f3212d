import type { Integration } from '@sotto/widget-core/api';
import { chooseLanguage, offeredLanguages, SHIPPED_LANGUAGES } from '@sotto/widget-core/internal/config';

/**
 * Language of a widget for a visitor, as the widget would choose it.
 *
 * @param browser - languages of the visitor's browser, preferred first
 * @param requested - language that an address asks for. @default that of the widget's settings
 */
export function languageOf(
  { config, languages }: Pick<Integration, 'config' | 'languages'>,
  browser: readonly string[],
  requested?: string,
): string {
  const { intl, language } = config;
  return chooseLanguage({
    chosen: undefined,
    requested: requested ?? (typeof language === 'string' ? language : undefined),
    browser,
    offered: offeredLanguages({ languages, intl: typeof intl === 'object' && intl !== null ? { ...intl } : {} }),
    builtIn: SHIPPED_LANGUAGES,
  });
}

/** Language of a widget for the visitor of a conversation who is not here to say. */
export function languageOfVisitor(
  widget: Pick<Integration, 'config' | 'languages'>,
  { language }: { readonly language: string | null },
): string {
  return languageOf(widget, language === null ? [] : [language]);
}
