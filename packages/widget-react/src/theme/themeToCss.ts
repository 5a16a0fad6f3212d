import type { CSSProperties } from 'react';

/**
 * Custom properties as a style for React, which sets them through the CSSOM: no style sheet is written,
 * so a strict `style-src` holds [W-35].
 *
 * @param properties - names with their dashes, such as `--sotto-bar-primary`
 */
export function themeToCss(properties: Readonly<Record<string, string>>): CSSProperties {
  return properties;
}
