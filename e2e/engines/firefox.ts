import { firefox, type Browser } from 'playwright-core';
import type { Storage } from './person';

/**
 * Firefox as it is shipped, through WebDriver BiDi.
 *
 * One process for all sites: the driver gives keys to the process of the page, so that they would not reach a frame of another site.
 *
 * @param executablePath - of Firefox or Firefox ESR
 */
export function launchFirefox(executablePath: string, storage: Storage = 'partitioned'): Promise<Browser> {
  // "Cookies: all cross-site cookies" in the settings denies frames of other sites their storage too; the default partitions it.
  const cookieBehavior = storage === 'denied' ? 1 : 5;
  return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: { 'fission.autostart': false, 'browser.tabs.remote.autostart': true, 'network.cookie.cookieBehavior': cookieBehavior } });
}
