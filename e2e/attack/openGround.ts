import { firefox } from 'playwright-core';
import { launchChromium } from '../engines/chromium';
import { createWebKitSessions } from '../engines/webkit';
import { startHostServer } from '../hostPages/hostServer';
import { startStack } from '../startStack';
import type { AttackPage } from './attackPage';
import type { AttackGround } from './attackRun';
import { proveWatch, warmUp } from './look';
import { openRawPage } from './rawPage';
import { openWebKitPage } from './webkitPage';
import { traceTasks } from './watch';

/** Somewhere to attack, and the end of it. */
export interface OpenGround extends AttackGround {
  /** Such as `chromium 156.0`. */
  readonly engine: string;
  close(): Promise<void>;
}

/**
 * Server, host and so many pages with the frame, every part drawn once.
 *
 * @param name - chromium, firefox (FIREFOX_PATH, spoken to over WebDriver BiDi) or webkit (WEBKIT_PATH, WebDriver)
 */
export async function openGround(name: string, pages: number): Promise<OpenGround> {
  const [stack, host] = await Promise.all([startStack(), startHostServer()]);
  const own = { server: stack.origin, host: host.origin };
  const browser = name === 'webkit' ? await launchWebKit() : await launch(name);
  const opened: AttackPage[] = [];
  for (let count = 0; count < pages; count += 1) opened.push(await browser.open(stack.origin, host));
  await Promise.all(
    opened.map(async (page) => {
      await proveWatch(page);
      await warmUp(page);
    }),
  );
  return {
    engine: browser.engine,
    pages: opened,
    own,
    trace: browser.trace,
    async close() {
      for (const page of opened) await page.close();
      await Promise.all([browser.close(), stack.close(), host.close()]);
    },
  };
}

interface AttackBrowser {
  readonly engine: string;
  readonly trace: AttackGround['trace'];
  open(
    ...place: Parameters<typeof openWebKitPage> extends [unknown, ...infer Rest] ? Rest : never
  ): Promise<AttackPage>;
  close(): Promise<void>;
}

async function launch(name: string): Promise<AttackBrowser> {
  const executablePath = process.env['FIREFOX_PATH'];
  if (name !== 'chromium' && !(name === 'firefox' && executablePath))
    throw new Error(`There is no engine '${name}': chromium, firefox with FIREFOX_PATH, webkit with WEBKIT_PATH`);
  const browser =
    name === 'chromium' || !executablePath
      ? await launchChromium()
      : await firefox.launch({ channel: 'moz-firefox', executablePath });
  return {
    engine: `${name} ${browser.version()}`,
    trace: () => traceTasks(browser),
    open: (server, host) => openRawPage(browser, server, host),
    close: () => browser.close(),
  };
}

async function launchWebKit(): Promise<AttackBrowser> {
  const miniBrowser = process.env['WEBKIT_PATH'];
  if (!miniBrowser) throw new Error('WEBKIT_PATH is not set');
  const sessions = await createWebKitSessions(miniBrowser);
  return {
    engine: 'webkit, WebKitGTK',
    trace: () => Promise.resolve(undefined),
    open: (server, host) => openWebKitPage(sessions, server, host),
    close: sessions.close,
  };
}
