import type { JsonObject } from '@sotto/widget-core/api';
import { CONFIG_FIELDS, type ConfigKey } from '@sotto/widget-core/internal/config';
import * as v from 'valibot';
import { isObject } from '../site/isObject';
import { STUDIO_ROWS } from './studioFields';

/** Messages for settings that an owner can mistype; the table of settings has the rules. */
const MESSAGES: Partial<Record<ConfigKey, string>> = {
  background: 'Enter a colour such as #f4f1ea, or an address that starts with https://.',
  brandURL: 'Enter an address that starts with https://.',
  messages: 'Write at most 50 messages, and 65,000 characters together.',
  peekDismissalMs: 'Enter a number that is not below 0.',
};
/** Messages for fields of pictures, by their control. */
const MESSAGES_OF_PICTURES: Readonly<Record<string, string>> = {
  picture: 'Enter an address that starts with https://.',
  icon: 'Enter an address that starts with https://, or upload a picture.',
};

/**
 * Adds the rules of the settings to the schema of a widget: an invalid one is an error of its own field.
 *
 * @param stored - an unchanged setting is accepted, so that an old one does not prevent other changes
 */
export function withSettings<Schema extends v.GenericSchema<unknown, { config?: JsonObject | undefined }>>(
  schema: Schema,
  stored: JsonObject,
) {
  return v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value } = dataset;
      const config = value.config ?? {};
      for (const [key, message] of settingProblems(config, stored))
        addIssue({
          message,
          path: [
            { type: 'object', origin: 'value', input: value, key: 'config', value: config },
            { type: 'object', origin: 'value', input: config, key, value: config[key] },
          ],
        });
    }),
  );
}

/** Settings that visitors would not get, because the widget ignores them, with the reason. */
function settingProblems(
  config: JsonObject,
  stored: JsonObject,
): readonly (readonly [name: string, message: string])[] {
  // What only a page has is not in the table of checks; of it, only numbers can be mistyped.
  const ofPage = STUDIO_ROWS.flatMap(({ name, kind, owner, partOf = name }) => {
    const [setting = '', part] = partOf.split('.');
    const parts = config[setting];
    const value = part === undefined ? parts : isObject(parts) ? parts[part] : undefined;
    const isWrong = owner === 'page' && kind === 'number' && value !== undefined && !(Number(value) >= 0);
    return isWrong ? [[name, 'Enter a number that is not below 0.'] as const] : [];
  });
  const ofWidget = (Object.keys(CONFIG_FIELDS) as ConfigKey[]).flatMap((name) => {
    const value = config[name];
    const { schema, allowed } = CONFIG_FIELDS[name];
    if (
      (value ?? null) === null ||
      JSON.stringify(value) === JSON.stringify(stored[name]) ||
      isSign(name, value) ||
      v.is(schema, value)
    )
      return [];
    const message =
      MESSAGES[name] ??
      MESSAGES_OF_PICTURES[STUDIO_ROWS.find((row) => row.name === name)?.control ?? ''] ??
      `This must be ${allowed}.`;
    return [[name, message] as const];
  });
  return [...ofWidget, ...ofPage];
}

/** The launcher shows an emoji as well as a picture. */
function isSign(name: ConfigKey, value: unknown): boolean {
  return name === 'buttonIcon' && typeof value === 'string' && /^[^\x00-\x7f]{1,16}$/.test(value);
}
