import { readFileSync } from 'node:fs';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { plainPage } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';
import { startWordPress, type WordPressSite } from '../hostPages/wordpressSite';
import { postAs, signInAt } from '../signIn';

const loader = await useLoaderPage();

/** Asks in the chat of the open page, and sees the answer. */
async function asks(): Promise<void> {
  const chat = chatOn(loader.page);
  await chat.open();
  await chat.ask('What is this?');
  await sees(chat.messages.last(), 'An answer.');
  expect(await loader.page.locator('sotto-chat').count()).toBe(1);
}

// The oldest WordPress that the plugin names, and the newest of the pinned package.
describe.each(['6.3', '6.5'])('L-1 WordPress %s with the plugin', (version) => {
  let site: WordPressSite;
  beforeAll(async () => {
    site = await startWordPress(version);
  }, 240_000);
  afterAll(async () => {
    await (site as WordPressSite | undefined)?.close();
  });

  it('has no chat before it is set up, and has one after the owner filled in two fields', async () => {
    await loader.page.goto(site.origin);
    expect(await loader.page.locator('script[src*="v2.js"]').count()).toBe(0);

    await loader.page.goto(`${site.origin}/wp-login.php`);
    await loader.page.locator('#user_login').fill('admin');
    await loader.page.locator('#user_pass').fill('password');
    await loader.page.locator('#wp-submit').click();
    // Signed in: WordPress asks for the administrator's address before it shows its own pages.
    await loader.page.waitForURL(/confirm_admin_email/, { waitUntil: 'commit' });
    await loader.page.goto(`${site.origin}/wp-admin/options-general.php`);
    await loader.page.getByLabel('Sotto server').fill(`  ${loader.stack.origin}/ `);
    await loader.page.getByLabel('Sotto widget').fill('demo');
    await loader.page.locator('#submit').click();
    await loader.page.locator('#setting-error-settings_updated').waitFor();
    expect(await loader.page.locator('script[src*="v2.js"]').count()).toBe(0);

    await loader.page.goto(site.origin);
    const tag = loader.page.locator('script[src*="v2.js"]');
    expect(await tag.getAttribute('src')).toBe(`${loader.stack.origin}/integrations/widget/v2.js`);
    expect(await tag.getAttribute('data-widget')).toBe('demo');
    expect(await tag.getAttribute('data-cfasync')).toBe('false');
    expect(await tag.getAttribute('async')).not.toBeNull();
    await asks();
  });

  it('keeps no address that is none, and prints none that would leave its attribute', async () => {
    await site.run(
      "update_option( 'sotto_chat_base', 'javascript:alert(1)' ); update_option( 'sotto_chat_widget', '\"><script>window.broken = 1</script>' );",
    );
    const printed = await site.run(
      "echo wp_json_encode( array( sotto_chat_sanitize_base( 'javascript:alert(1)' ), sotto_chat_sanitize_base( ' https://chat.example.com/chat ' ) ) );",
    );
    expect(JSON.parse(printed)).toEqual(['', 'https://chat.example.com/chat']);
    await loader.page.goto(site.origin);
    expect(await loader.page.evaluate('window.broken')).toBeUndefined();
    expect(await loader.page.locator('script[src^="javascript"]').count()).toBe(0);
  });

  // The newest is enough: it is the same PHP.
  if (version !== '6.5') return;
  it('W-32 vouches for its members with the PHP of the widget’s page, as it is copied', async () => {
    const { page, stack } = loader;
    const { id, secret } = await makeMembersWidget();
    await page.goto(`${stack.origin}/integrations/widget/${id}/identity`);
    const code = ((await page.locator('[data-kind="php"] [data-part="code"]').textContent()) ?? '').replace(
      '<?php',
      '',
    );
    const vouch = (key: string): Promise<string> =>
      site.run(`
      wp_update_user( array( 'ID' => 1, 'display_name' => 'Zoë "Z" O’Neil', 'user_email' => 'zoe@example.com' ) );
      putenv( 'SOTTO_IDENTITY_SECRET=${key}' );
      ${code}
      $user = get_user_by( 'id', 1 );
      echo sotto_identity( array( 'id' => $user->ID, 'name' => $user->display_name, 'email' => $user->user_email ) );`);
    const open = async (contact: object): Promise<number> => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ contact }),
      };
      return (await fetch(`${stack.origin}/v1/integration/widget/${id}/session/create`, init)).status;
    };
    const identity = await vouch(secret);
    expect(JSON.parse(Buffer.from(identity.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      sub: '1',
      name: 'Zoë "Z" O’Neil',
      email: 'zoe@example.com',
    });
    expect([
      await open({ identity }),
      await open({ identity: await vouch('another key') }),
      await open({ email: 'zoe@example.com' }),
    ]).toEqual([200, 403, 403]);
  });
});

/** A widget that only visitors may use whom its site vouches for, and its key. */
async function makeMembersWidget(): Promise<{ id: string; secret: string }> {
  await signInAt(loader.page, loader.stack, 'owner@shops.example.com', '/overview');
  const bot = await postAs(loader.page, 'bot/create', { name: 'Members' });
  const { id } = await postAs(loader.page, 'integration/widget/create', { name: 'Members', botId: bot.id });
  const { secret = '' } = await postAs(loader.page, `integration/widget/${id}/identity/create`, {});
  await postAs(loader.page, `integration/widget/${id}/update`, { requiresIdentity: true });
  return { id, secret };
}

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
  const draw = (settings: Record<string, string>): string =>
    liquid.parseAndRenderSync(block, { block: { settings }, request: { locale: { iso_code: 'de' } } }).trim();

  it('has a chat in the language of the shop and the corner of the owner', async () => {
    loader.host.pages.set('/shop', {
      html: plainPage(draw({ base: `${loader.stack.origin} `, widget: 'demo', position: 'bottom-left' })),
    });
    await loader.page.goto(`${loader.host.origin}/shop`);
    await asks();
    expect(await loader.page.evaluate('window.sotto.instance.config')).toMatchObject({
      language: 'de',
      position: 'bottom-left',
    });
  });

  it('has nothing before the owner filled in the address and the widget', () => {
    expect(draw({ base: '', widget: 'demo', position: 'bottom-right' })).toBe('');
    expect(draw({ base: loader.stack.origin, widget: '', position: 'bottom-right' })).toBe('');
  });

  it('cannot be left by what is typed into its settings', async () => {
    loader.host.pages.set('/shop', {
      html: plainPage(
        draw({ base: loader.stack.origin, widget: '"><script>window.broken = 1</script>', position: '"x' }),
      ),
    });
    await loader.page.goto(`${loader.host.origin}/shop`);
    expect(await loader.page.evaluate('window.broken')).toBeUndefined();
    expect(await loader.page.locator('script[data-widget]').count()).toBe(1);
  });
});
