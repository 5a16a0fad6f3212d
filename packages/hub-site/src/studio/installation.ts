import type { Json } from '@sotto/widget-core/api';

/** What is to be put onto a page. */
export interface Installation {
  /** Address of the server, with its path prefix and without a slash at the end. */
  readonly base: string;
  /** Id of the widget. */
  readonly widget: string;
  /** Settings of this page over those that the server keeps, by their names in `WidgetConfig`. */
  readonly settings?: Readonly<Record<string, Json>>;
}

/** Address of the script. */
export function scriptAddress({ base }: Pick<Installation, 'base'>): string {
  return `${base.replace(/\/+$/, '')}/integrations/widget/v2.js`;
}

/** Settings as attributes: `barTitle` is `bar-title`; what is no text is written as JSON. */
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
