import type { Browser, Frame, Page } from 'playwright-core';
import type { HostServer } from '../hostPages/hostServer';
import { watchPage, type Signals } from './watch';

/** The real frame in a host page's own iframe, spoken to as any page can (contract 2.6). */
export interface RawPage {
  readonly page: Page;
  readonly frame: Frame;
  readonly signals: Signals & { collect(): Promise<void> };
  /** Asks the frame and gives its answer. @throws with the frame's error code */
  call(type: string, props: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const SPEAK = `
  const waiting = new Map();
  let next = 1;
  window.addEventListener('message', (event) => {
    const done = event.data && event.data.type === 'response' && waiting.get(event.data.id);
    if (done) { waiting.delete(event.data.id); done(event.data.props); }
  });
  window.speak = (type, props) => new Promise((resolve) => {
    const id = next++;
    waiting.set(id, resolve);
    document.querySelector('iframe').contentWindow.postMessage({ type, id, props }, '*');
  });
`;

/** Opens the frame in a page of its own and waits until one can type. */
export async function openRawPage(browser: Browser, server: string, host: HostServer, address = '/integrations/widget/demo/frame?layout=fullscreen'): Promise<RawPage> {
  host.pages.set('/raw', { html: `<!doctype html><title>A page</title><iframe allow="clipboard-write" style="width:420px;height:900px;border:0" src="${server}${address}"></iframe><script>${SPEAK}</script>` });
  const context = await browser.newContext({ viewport: { width: 460, height: 940 } });
  const page = await context.newPage();
  const signals = await watchPage(context, page, [server, host.origin]);
  await page.goto(`${host.origin}/raw`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('the page has no frame');
  await frame.waitForSelector('textarea');
  signals.navigations.length = 0;
  return {
    page,
    frame,
    signals,
    async call(type, props) {
      const answer = await page.evaluate(([name, payload]) => (window as unknown as { speak(type: string, props: unknown): Promise<{ value?: unknown; error?: { code: string } }> }).speak(name, payload), [type, props] as const);
      if (answer.error) throw new Error(answer.error.code);
      return answer.value;
    },
    close: () => context.close(),
  };
}
