import { layerThemes } from '@sotto/widget-core/internal/protocol';
import { toPropertyName } from '../appearance';
import type { LauncherElement } from '../elementTypes';
import type { Theme } from '../types';

/**
 * Applies all layers of the theme, as the frame does; the launcher's first drawing uses only the strongest.
 *
 * Fields that the page sets without naming a preset are merged over the owner's theme. Fields of the other scheme, or
 * of a replaced theme, are removed.
 */
export function createThemeLayers({ element: { style } }: LauncherElement): (launcherElement: LauncherElement) => void {
  let drawn: readonly string[] = [];
  return ({ owner, state: { config, scheme } }) => {
    const own: Partial<Theme> =
      typeof config.theme === 'object' ? config.theme : { ...(config.theme !== undefined && { name: config.theme }) };
    const { config: light, dark } = layerThemes(owner?.theme, own);
    const fields = scheme === 'dark' ? { ...light, ...dark } : light;
    const names = Object.keys({ ...light, ...dark });
    for (const name of drawn) if (!names.includes(name)) style.removeProperty(toPropertyName(name));
    for (const name of names) style.setProperty(toPropertyName(name), (fields[name] ?? '') as string);
    drawn = names;
  };
}
