import { useMemo, type CSSProperties } from 'react';
import { resolveTheme, type ResolvedTheme } from '@sotto/widget-core';
import { useConfig, useWidgetView } from '../hooks/useWidgetStore';
import { opticalTheme } from './opticalTheme';
import { themeToCss } from './themeToCss';

/** How the widget looks at this moment. */
export interface ThemeStyle {
  readonly style: CSSProperties;
  readonly scheme: 'light' | 'dark';
  readonly messageStyle: ResolvedTheme['messageStyle'];
}

/** The theme of this moment, as custom properties [W-35]. */
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
