// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/**
 * Settings that need the rest of the element before the visitor shows intent, where they are set. By names without
 * dashes and capitals; `theme.` is a field of the theme in an attribute of its own.
 */
export const NEEDED_AT_ONCE = /^(open|debug|theme.|trigger|shortcut|toplayer|buttonicon|restoreopen|launcherselector)/;
