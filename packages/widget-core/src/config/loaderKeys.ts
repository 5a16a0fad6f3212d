// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/** Settings that the loader keeps for itself: known here so that nobody is warned of them. */
export const LOADER_KEYS: ReadonlySet<string> = new Set(
  (
    'widget id target transport base load open restoreOpen consent offset zIndex topLayer ' +
    'height launcher launcherSelector triggers tabTitle sound pageContext dataLayer mobile ' +
    'mobileQuery back shortcut frameTitle nonce credentialless timeoutMs debug'
  ).split(' '),
);
