import type { Json } from '@sotto/widget-core/api';
import { isObject } from '../site/isObject';
import { STUDIO_ROWS } from './studioFields';

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

/**
 * Settings as attributes: `barTitle` becomes `bar-title`, a setting with parts one attribute for each part
 * (`trigger-after`), and values that are not text become JSON.
 */
export function toAttributes(
  settings: Installation['settings'] = {},
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const parts = STUDIO_ROWS.filter(({ partOf }) => partOf?.startsWith(`${name}.`));
    const entries =
      parts.length > 0 && isObject(value)
        ? parts.map((row) => [row.attribute, value[row.partOf?.split('.')[1] ?? '']] as const)
        : [[STUDIO_ROWS.find((row) => row.name === name)?.attribute ?? toKebabCase(name), value] as const];
    return entries.flatMap(([attribute = name, part]) =>
      part === undefined || part === null
        ? []
        : [[attribute, typeof part === 'string' ? part : JSON.stringify(part)] as const],
    );
  });
}

const toKebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
