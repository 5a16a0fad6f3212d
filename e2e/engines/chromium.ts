import { chromium, type Browser } from 'playwright-core';
import { launchFirefox } from './firefox';
import type { Storage } from './person';
import { launchWebKit } from './webkit/launchWebKit';

/** How a browser differs from the plain one. Each is false by default. */
export interface LaunchOptions {
  /** The browser with everything around the engine. */
  isWhole?: boolean;
  /** Frames of other sites have processes of their own. */
  isolatesSites?: boolean;
  /**
   * With the back-forward cache, which Playwright switches off because it loses sight of frames in it; the whole
   * browser, for the shell has none.
   */
  keepsPages?: boolean;
}

/**
 * A real Chromium, with storage as visitors have it; Firefox or WebKit when the run is asked for it (`--engine firefox`,
 * `--engine webkit`).
 * Where its headless shell is at hand (see run.mjs), it is that: the same engine without the browser’s own windows, at
 * about three quarters of the work.
 *
 * Playwright switches ThirdPartyStoragePartitioning off, which denies storage to cross-site frames. The last
 * `--disable-features` wins, so ours leaves it on, unless storage is to be denied.
 *
 * A frame of another site shares the process of its page, as on phones with little memory. In a process of its own it
 * learns of the focus by messages that input events can overtake: on a busy machine about one text in a hundred that the
 * driver typed right after the chat had opened was lost.
 */
export function launchChromium(
  storage: Storage = 'partitioned',
  { keepsPages = false, isWhole = false, isolatesSites = false }: LaunchOptions = {},
): Promise<Browser> {
  const { SOTTO_ENGINE: engine, FIREFOX_PATH: firefox, WEBKIT_PATH: webkit } = process.env;
  if (engine === 'firefox' && firefox) return launchFirefox(firefox, storage);
  if (engine === 'webkit' && webkit) return Promise.resolve(launchWebKit(webkit, storage));
  const executablePath =
    (isWhole || keepsPages ? undefined : process.env['CHROMIUM_SHELL_PATH']) || process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: start the specs with node e2e/run.mjs');
  return chromium.launch({
    executablePath,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      ...(isolatesSites ? [] : ['--disable-site-isolation-trials']),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=Translate,MediaRouter,OptimizationHints,NetworkTimeServiceQuerying,HttpsUpgrades,\
PaintHolding,DestroyProfileOnBrowserClose,AimEnabled${storage === 'denied' ? ',ThirdPartyStoragePartitioning' : ''}`,
    ],
  });
}
