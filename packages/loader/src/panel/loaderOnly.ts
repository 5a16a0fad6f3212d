// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** Settings that the frame does not get with the others: the loader's own, and those that reach it in another way. */
export const LOADER_ONLY: ReadonlySet<string> = new Set(
  (
    'widget id target transport base config load open restoreOpen offset zIndex topLayer height ' +
    'launcher launcherSelector triggers tabTitle sound pageContext dataLayer mobile mobileQuery ' +
    'back shortcut frameTitle nonce credentialless timeoutMs debug integrationId type ' +
    'createSession meta contact messages functions'
  ).split(' '),
);
