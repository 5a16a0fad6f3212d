import type { Browser, Frame, Page } from 'playwright-core';
import type { HostServer } from '../hostPages/hostServer';
import { rawHtml, speak, type AttackPage } from './attackPage';
import { watchPage } from './watch';

/** The real frame in a host page's own iframe, spoken to as any page can (contract 2.6). */
export interface RawPage extends AttackPage {
  readonly page: Page;
  readonly frame: Frame;
}

/**
 * Opens the frame in a page of its own and waits until one can type.
 *
 * @param prepare - before anything is loaded
 */
export async function openRawPage(
  browser: Browser,
  server: string,
  host: HostServer,
  prepare?: (page: Page) => Promise<void>,
): Promise<RawPage> {
  host.pages.set('/raw', { html: rawHtml(`${server}/integrations/widget/demo/frame?layout=fullscreen`) });
  const context = await browser.newContext({ viewport: { width: 460, height: 940 } });
  const page = await context.newPage();
  const signals = await watchPage(context, page, [server, host.origin]);
  await prepare?.(page);
  // Not until everything is loaded: a part that is held back would hold that back, too, in Firefox.
  await page.goto(`${host.origin}/raw`, { waitUntil: 'domcontentloaded' });
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('the page has no frame');
  await frame.waitForSelector('textarea');
  signals.navigations.length = 0;
  const inPage: AttackPage['inPage'] = (expression) => page.evaluate(expression);
  return {
    page,
    frame,
    signals,
    inPage,
    inFrame: (expression) => frame.evaluate(expression),
    call: (type, props) => speak(inPage, type, props),
    close: () => context.close(),
  };
}
