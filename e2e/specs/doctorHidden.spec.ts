import { describe, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
const doctor = () => loader.page.locator('[data-sotto-doctor]');

async function visit(): Promise<void> {
  loader.host.pages.set('/', { html: plainPage(scriptTag(loader.stack.origin)) });
  await loader.page.goto(`${loader.host.origin}/?sotto_debug`);
  await sees(doctor(), 'None found.');
  // The owner's settings draw the launcher again, with its own styles.
  await loader.page.waitForLoadState('networkidle');
}
/** Hides the chat as a content blocker or a script of the page does, whose styles win over ours. */
const hide = (selector: string, style: string): Promise<void> =>
  loader.page.locator(selector).evaluate((node, text) => {
    (node as HTMLElement).style.cssText += text;
  }, style);
const cover = (style: string): Promise<void> =>
  loader.page.evaluate((text) => {
    const overlay = document.createElement('div');
    overlay.id = 'overlay';
    overlay.style.cssText = `position:fixed;inset:0;${text}`;
    document.documentElement.append(overlay);
  }, style);

describe('emb-13 the doctor names what hides the chat', () => {
  it.each([
    ['sotto-chat', 'visibility:hidden!important', 'button.launcher has visibility: hidden'],
    ['sotto-chat', 'opacity:0!important', 'sotto-chat has opacity: 0'],
    ['sotto-chat button.launcher', 'transform:scale(0)!important', 'button.launcher is 0 × 0 pixels large'],
    ['sotto-chat', 'clip-path:inset(50%)!important', 'sotto-chat has a clip-path'],
    ['sotto-chat', 'pointer-events:none!important', 'button.launcher has pointer-events: none'],
    ['sotto-chat button.launcher', 'right:-999px!important', 'button.launcher is outside of the window'],
    ['html', 'opacity:0.01', 'html has opacity: 0.01'],
  ])('%s with %s', async (selector, style, reason) => {
    await visit();
    await hide(selector, style);
    await sees(doctor(), `The chat is on the page but hidden: `);
    await sees(doctor(), reason);
  });

  it('an element above it, and no more when it has gone', async () => {
    await visit();
    await cover('z-index:2147483001');
    await sees(doctor(), 'Something is above the chat: div#overlay covers the chat');
    await loader.page.evaluate("document.getElementById('overlay').remove()");
    await sees(doctor(), 'None found.');
  });

  it('an open chat, by its frame or by what is around it', async () => {
    await visit();
    await chatOn(loader.page).open();
    await sees(doctor(), 'None found.');
    await hide('sotto-chat iframe', 'opacity:0');
    await sees(doctor(), 'The frame of the chat is hidden by a style of the browser: iframe has opacity: 0');
    await hide('sotto-chat iframe', 'opacity:1; height:0');
    await sees(doctor(), 'hidden by a style of the browser: iframe is 420 × 0 pixels large');
    await hide('sotto-chat iframe', 'height:100%');
    await hide('html', 'opacity:0');
    await sees(doctor(), 'The chat is on the page but hidden: html has opacity: 0');
  });

  it('nothing where an element is below the chat, or see-through', async () => {
    await visit();
    await cover('z-index:2147482999');
    await hide('html', 'opacity:0.9');
    await hide('sotto-chat', 'clip-path:none');
    await loader.page.waitForTimeout(2500);
    await sees(doctor(), 'None found.');
  });
});
