import { firefox, type Browser } from 'playwright-core';

/**
 * Firefox as it is shipped, through WebDriver BiDi.
 *
 * One process for all sites: the driver gives keys to the process of the page, so that they would not reach a frame of another site.
 *
 * @param executablePath - of Firefox or Firefox ESR
 */
export function launchFirefox(executablePath: string): Promise<Browser> {
  return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: { 'fission.autostart': false, 'browser.tabs.remote.autostart': true } });
}
