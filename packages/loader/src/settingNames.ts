// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/**
 * Settings that need the rest of the element before the visitor shows intent, where they are set. By the beginnings of
 * their names that no other setting shares, without dashes and capitals; `theme.` is a field of the theme in an
 * attribute of its own.
 */
export const NEEDED_AT_ONCE = /^(open|debug|theme.|trigger|shortcu|toplaye|buttoni|restore|launchers)/;
