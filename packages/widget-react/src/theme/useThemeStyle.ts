import { useMemo, type CSSProperties } from 'react';
import type { ResolvedTheme } from '@sotto/widget-core';
import { resolveTheme } from '@sotto/widget-core/internal';
import { useConfig, useWidgetView } from '../hooks/useWidgetStore';
import { opticalTheme } from './opticalTheme';

/** Current look of the widget. */
export interface ThemeStyle {
  readonly style: CSSProperties;
  readonly scheme: 'light' | 'dark';
  readonly messageStyle: ResolvedTheme['messageStyle'];
}

/** The current theme as custom properties [W-35]. */
export function useThemeStyle(): ThemeStyle {
  const setting = useConfig((config) => config.theme);
  const colorScheme = useConfig((config) => config.colorScheme);
  const mediaScheme = useWidgetView((view) => view.media.scheme);
  const scheme =
    setting.name === 'light' || setting.name === 'dark'
      ? setting.name
      : colorScheme === 'auto'
        ? mediaScheme
        : colorScheme;
  return useMemo(() => {
    const theme = resolveTheme(setting, scheme);
    return { style: themeToCss(opticalTheme(theme, scheme, setting.config)), scheme, messageStyle: theme.messageStyle };
  }, [setting, scheme]);
}

/**
 * Custom properties as a React style, which is set through the CSSOM: no style sheet is written, so a strict
 * `style-src` holds [W-35].
 *
 * @param properties - names with their dashes, such as `--sotto-bar-primary`
 */
function themeToCss(properties: Readonly<Record<string, string>>): CSSProperties {
  return properties;
}
