import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPaymentProvider } from '../../../../server/src/testing/paymentProvider';
import type { PageRequest } from '../../site/route';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest } from '../../testing/visit';
import { pricingRoute } from './pricingPage';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

async function buy(returnTo: string, redirectUrl: string) {
  const post = vi.fn(async () => ({ redirectUrl }));
  const request = {
    form: new URLSearchParams({ form: 'checkout', plan: 'basic', returnTo }),
    viewer: {},
    hub: { post },
    cookie: () => undefined,
  } as unknown as PageRequest;
  return { answer: await pricingRoute.act?.(request), post };
}

describe('S-4 to buy a plan', () => {
  it('leads to the provider over a page in between, and within the site at once', async () => {
    expect((await buy('/usage', 'https://pay.example/1')).answer).toMatchObject({
      headers: { Refresh: '0; url=https://pay.example/1' },
    });
    const { answer } = await buy('/usage', '/usage?paid=1');
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get('Location')).toBe('/usage?paid=1');
  });

  it('comes back to a page of this site only', async () => {
    const fieldsOf = async (returnTo: string) => (await buy(returnTo, '/usage')).post.mock.lastCall as unknown[];
    expect((await fieldsOf('/usage'))[2]).toMatchObject({ returnTo: '/usage' });
    expect(JSON.stringify(await fieldsOf('https://evil.example/usage'))).not.toContain('evil.example');
    expect(JSON.stringify(await fieldsOf('//evil.example/usage'))).not.toContain('evil.example');
  });
});

describe('H-13 plans where they are sold', () => {
  let provider: Awaited<ReturnType<typeof startPaymentProvider>>;
  let test: SiteTest;
  beforeAll(async () => {
    provider = await startPaymentProvider();
    test = await startSiteTest(
      accountRoutes,
      { HUB_BILLING: 'stripe' },
      { config: { publicUrl: 'http://localhost:3000', stripe: provider.settings }, billingUrl: provider.url },
    );
  });
  afterAll(async () => {
    await test.server.server.close(0);
    await provider.close();
  });

  it('SV-12 a person with a plan manages and changes it, and buys again when it has ended', async () => {
    const ana = await test.person('ana');
    const buttons = async () =>
      [...(await ana.get('/pricing')).html.matchAll(/<p class="quiet">(.*?)<\/p>|<button[^>]*>(.*?)<\/button>/g)].map(
        ([, text, label]) => text ?? label,
      );
    const others = ['Starter', 'Pro', 'Pro Plus', 'Team'];
    const [starter, ...larger] = others;
    const plans = (how: (title: string) => string) => [how(starter ?? ''), how('Basic'), ...larger.map(how)];
    expect(await buttons()).toEqual(['Your plan', ...plans((title) => `Try ${title} for 7 days`)]);

    const form = { form: 'checkout', plan: 'basic', trial: 'on', returnTo: '/usage' };
    expect((await ana.send('/pricing', form)).html).toContain(`<a href="${provider.page}">`);
    const { id, customer } = provider.pay();
    await provider.event(test.server, 'customer.subscription.created', id);
    const [toStarter, , ...toLarger] = plans((title) => `Change to ${title}`);
    expect(await buttons()).toEqual([toStarter, 'Your plan', 'Manage plan', ...toLarger]);
    expect((await ana.send('/pricing', form)).html).toContain(`<a href="https://billing.stripe.com/p/${customer}">`);

    provider.set({ id, status: 'canceled' });
    await provider.event(test.server, 'customer.subscription.deleted', id);
    expect(await buttons()).toEqual(plans((title) => `Choose ${title}`));
  });

  it('H-8 Subscribe opens for whose plan has ended, and keeps what was typed', async () => {
    const ben = await test.person('ben');
    await ben.send('/pricing', { form: 'checkout', plan: 'basic', returnTo: '/usage' });
    const { id } = provider.pay();
    await provider.event(test.server, 'customer.subscription.created', id);
    provider.set({ id, status: 'canceled' });
    await provider.event(test.server, 'customer.subscription.deleted', id);
    const { html } = await ben.send('/skillsets/new', { form: 'thing', name: 'Order help' });
    const dialog = /<dialog open.*?<\/dialog>/s.exec(html)?.[0] ?? '';
    expect(dialog).toContain('<h2 id="alert-title">Subscribe</h2>');
    expect(dialog).toContain(
      'You do not have an active subscription. In order to access all features, you will need to start a subscription.',
    );
    expect([...dialog.matchAll(/class="button[^>]*>(.*?)</g)].map(([, label]) => label)).toEqual([
      'Start Trial',
      'Plans',
    ]);
    expect(html).toContain('value="Order help"');
  });
});
