import { firefox, type Browser } from 'playwright-core';
import { launchChromium } from '../engines/chromium';

/** A browser by the name of its engine. Firefox is the one of the machine, spoken to over WebDriver BiDi. */
export async function launchEngine(name: string): Promise<Browser> {
  if (name === 'chromium') return launchChromium();
  const executablePath = process.env['FIREFOX_PATH'];
  if (name !== 'firefox' || !executablePath) throw new Error(`There is no engine '${name}': chromium, or firefox with FIREFOX_PATH`);
  return firefox.launch({ channel: 'moz-firefox', executablePath });
}
