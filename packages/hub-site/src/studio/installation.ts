import type { Json } from '@sotto/widget-core/api';

/** What to install. */
export interface Installation {
  /** Address of the server, with its path prefix and without a slash at the end. */
  readonly base: string;
  /** Id of the widget. */
  readonly widget: string;
  /** Settings that override the stored ones, by their names in `WidgetConfig`. */
  readonly settings?: Readonly<Record<string, Json>>;
}

/** Address of the script. */
export function scriptAddress({ base }: Pick<Installation, 'base'>): string {
  return `${base.replace(/\/+$/, '')}/integrations/widget/v2.js`;
}

/** Settings as attributes: `barTitle` becomes `bar-title`; values that are not text are written as JSON. */
export function toAttributes(
  settings: Installation['settings'] = {},
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
}
