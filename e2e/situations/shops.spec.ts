import { readFileSync } from 'node:fs';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { launchChromium } from '../engines/chromium';
import { plainPage, startHostServer, type HostServer } from '../hostPages/hostServer';
import { startWordPress, type WordPressSite } from '../hostPages/wordpressSite';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;
let host: HostServer;
let page: Page;

beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchChromium(), startStack(), startHostServer()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), host.close()]);
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  stack.model.script = ['Hello from the model.'];
});
afterEach(async () => {
  await page.context().close();
});

/** Asks in the chat of the open page, and sees the answer. */
async function asks(): Promise<void> {
  const chat = chatOn(page);
  await chat.open();
  await chat.ask('What is this?');
  await sees(chat.messages.last(), 'Hello from the model.');
  expect(await page.locator('sotto-chat').count()).toBe(1);
}

// The oldest WordPress that the plugin names, and the newest of the pinned package.
describe.each(['6.3', '6.5'])('L-1 WordPress %s with the plugin', (version) => {
  let site: WordPressSite;
  beforeAll(async () => { site = await startWordPress(version); }, 240_000);
  afterAll(async () => { await (site as WordPressSite | undefined)?.close(); });

  it('has no chat before it is set up, and has one after the owner filled in two fields', async () => {
    await page.goto(site.origin);
    expect(await page.locator('script[src*="v2.js"]').count()).toBe(0);

    await page.goto(`${site.origin}/wp-login.php`);
    await page.locator('#user_login').fill('admin');
    await page.locator('#user_pass').fill('password');
    await page.locator('#wp-submit').click();
    await page.goto(`${site.origin}/wp-admin/options-general.php`);
    await page.getByLabel('Sotto server').fill(`  ${stack.origin}/ `);
    await page.getByLabel('Sotto widget').fill('demo');
    await page.locator('#submit').click();
    await page.locator('#setting-error-settings_updated').waitFor();
    expect(await page.locator('script[src*="v2.js"]').count()).toBe(0);

    await page.goto(site.origin);
    const tag = page.locator('script[src*="v2.js"]');
    expect(await tag.getAttribute('src')).toBe(`${stack.origin}/integrations/widget/v2.js`);
    expect(await tag.getAttribute('data-widget')).toBe('demo');
    expect(await tag.getAttribute('data-cfasync')).toBe('false');
    expect(await tag.getAttribute('async')).not.toBeNull();
    await asks();
  });

  it('keeps no address that is none, and prints none that would leave its attribute', async () => {
    await site.run("update_option( 'sotto_chat_base', 'javascript:alert(1)' ); update_option( 'sotto_chat_widget', '\"><script>window.broken = 1</script>' );");
    const printed = await site.run("echo wp_json_encode( array( sotto_chat_sanitize_base( 'javascript:alert(1)' ), sotto_chat_sanitize_base( ' https://chat.example.com/chat ' ) ) );");
    expect(JSON.parse(printed)).toEqual(['', 'https://chat.example.com/chat']);
    await page.goto(site.origin);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('script[src^="javascript"]').count()).toBe(0);
  });
});

describe('L-1 a Shopify theme with the app embed block', () => {
  const liquid = new Liquid({ ownPropertyOnly: true });
  // Shopify takes the schema out before a page is drawn.
  liquid.registerTag('schema', {
    parse(_token: TagToken, remaining: TopLevelToken[]) {
      while (remaining.length > 0) if ((remaining.shift() as Partial<TagToken>).name === 'endschema') return;
      throw new Error('{% endschema %} is missing');
    },
    render: () => undefined,
  });
  const block = readFileSync(new URL('../../examples/shopify/blocks/sotto-chat.liquid', import.meta.url), 'utf8');
  const draw = (settings: Record<string, string>): string => liquid.parseAndRenderSync(block, { block: { settings }, request: { locale: { iso_code: 'de' } } }).trim();

  it('has a chat in the language of the shop and the corner of the owner', async () => {
    host.pages.set('/shop', { html: plainPage(draw({ base: `${stack.origin} `, widget: 'demo', position: 'bottom-left' })) });
    await page.goto(`${host.origin}/shop`);
    await asks();
    expect(await page.evaluate('window.sotto.instance.config')).toMatchObject({ language: 'de', position: 'bottom-left' });
  });

  it('has nothing before the owner filled in the address and the widget', () => {
    expect(draw({ base: '', widget: 'demo', position: 'bottom-right' })).toBe('');
    expect(draw({ base: stack.origin, widget: '', position: 'bottom-right' })).toBe('');
  });

  it('cannot be left by what is typed into its settings', async () => {
    host.pages.set('/shop', { html: plainPage(draw({ base: stack.origin, widget: '"><script>window.broken = 1</script>', position: '"x' })) });
    await page.goto(`${host.origin}/shop`);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('script[data-widget]').count()).toBe(1);
  });
});
