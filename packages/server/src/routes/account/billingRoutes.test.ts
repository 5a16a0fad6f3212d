import { createHmac } from 'node:crypto';
import { DEFAULT_PLAN, PLANS, REFUND_DAYS, TRIAL_DAYS } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addUsage } from '../../db/queries/accounts/counterQueries';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('H-13 plans', () => {
  it('cost what the specification says', () => {
    expect(Object.fromEntries(Object.entries(PLANS).map(([name, { price }]) => [name, price]))).toEqual({
      free: 0,
      starter: 5,
      basic: 25,
      pro: 65,
      proPlus: 95,
      team: 365,
      ultimate: null,
    });
    expect([DEFAULT_PLAN, TRIAL_DAYS, REFUND_DAYS]).toEqual(['basic', 7, 14]);
  });
});

const idOf = async (person: Person): Promise<string> =>
  ((await person.ask('/v1/auth/session')).body['user'] as { id: string }).id;

describe('S-4 checkout', () => {
  const clock = createManualClock();
  const requests: { url: string; body: URLSearchParams; key: string | null }[] = [];
  let page = 'https://checkout.stripe.com/c/pay/one';
  let test: BuilderTest;
  let ana: Person;
  let anaId: string;
  let events = 0;
  beforeAll(async () => {
    test = await startBuilderTest({
      clock,
      config: {
        publicUrl: 'http://localhost:3000',
        stripe: { secretKey: 'sk_test', webhookSecret: 'whsec', prices: { basic: 'price_basic', pro: 'price_pro' } },
      },
      billingFetch: async (url, init) => {
        requests.push({
          url: url instanceof Request ? url.url : String(url),
          body: init?.body as URLSearchParams,
          key: new Headers(init?.headers).get('authorization'),
        });
        return Response.json({ url: page });
      },
    });
    ana = await test.person('ana');
    anaId = await idOf(ana);
  });
  afterAll(() => test.server.close(0));

  const notify = (
    type: string,
    fields: object,
    { secret = 'whsec', at = clock.now(), id = `evt_${String((events += 1))}` } = {},
  ) => {
    const created = Math.floor(at / 1000);
    const object = {
      id: 'sub_1',
      customer: 'cus_1',
      status: 'active',
      metadata: { userId: anaId, plan: 'basic' },
      items: { data: [{ price: { id: 'price_basic' } }] },
      ...fields,
    };
    const body = JSON.stringify({ id, type, created, data: { object } });
    const time = String(Math.floor(clock.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return test.call('/v1/billing/webhook', { body, headers: { 'Stripe-Signature': `t=${time},v1=${signature}` } });
  };
  const usage = async () => (await ana.ask('/v1/usage/fetch')).body;

  it('sends the browser to the payment page, with trial, plan, referral and the way back', async () => {
    const { status, body } = await ana.ask('/api/billing/checkout', {
      trial: true,
      plan: 'basic',
      referral: 'friend',
      returnTo: '/hub/skillsets/a#chat',
    });
    expect([status, body]).toEqual([200, { redirectUrl: page }]);
    expect(requests.at(-1)).toMatchObject({
      url: 'https://api.stripe.com/v1/checkout/sessions',
      key: 'Bearer sk_test',
    });
    expect(Object.fromEntries(requests.at(-1)?.body ?? [])).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_basic',
      client_reference_id: anaId,
      customer_email: 'ana@example.com',
      success_url: 'http://localhost:3000/hub/skillsets/a#chat',
      'subscription_data[trial_period_days]': '7',
      'subscription_data[metadata][referral]': 'friend',
    });
    expect((await ana.ask('/v1/billing/checkout', { plan: 'pro', returnTo: '/' })).status).toBe(200);
    expect(requests.at(-1)?.body.has('subscription_data[trial_period_days]')).toBe(false);
  });

  it('refuses plans that are not sold, ways back that leave the site, and strangers', async () => {
    for (const fields of [
      { plan: 'free' },
      { plan: 'ultimate' },
      { plan: 'nothing' },
      { plan: 'team' },
      { returnTo: '//evil.test' },
      { returnTo: 'https://evil.test/' },
      { returnTo: '/\\evil.test' },
    ]) {
      expect([
        fields,
        (await ana.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/', ...fields })).status,
      ]).toEqual([fields, 400]);
    }
    expect((await test.call('/api/billing/checkout', { body: { plan: 'basic', returnTo: '/' } })).status).toBe(401);
    page = 'https://evil.test/pay';
    expect((await ana.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/' })).status).toBe(502);
  });

  it('changes the plan by signed messages only, once each, and never back in time', async () => {
    expect(await usage()).toMatchObject({ plan: 'free', hasTrial: true, messages: { used: 0, limit: 100 } });
    expect((await notify('customer.subscription.created', {}, { secret: 'guessed' })).status).toBe(400);
    expect((await usage())['plan']).toBe('free');
    const trial = Math.floor(clock.now() / 1000);
    expect(
      (await notify('customer.subscription.created', { status: 'trialing', trial_start: trial }, { id: 'evt_first' }))
        .status,
    ).toBe(200);
    expect(await usage()).toMatchObject({
      plan: 'basic',
      status: 'trialing',
      hasTrial: false,
      messages: { limit: 5000 },
    });
    expect((await ana.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/' })).status).toBe(409);
    expect((await ana.ask('/api/billing/checkout', { trial: true, plan: 'pro', returnTo: '/' })).status).toBe(409);
    clock.advance(60_000);
    await notify('customer.subscription.updated', { items: { data: [{ price: { id: 'price_pro' } }] } });
    await notify('customer.subscription.updated', { status: 'canceled' }, { at: clock.now() - 30_000 });
    await notify('customer.subscription.created', { status: 'trialing' }, { id: 'evt_first' });
    expect(await usage()).toMatchObject({ plan: 'pro', status: 'active', hasTrial: false });
  });

  it('H-8 answers NO_SUBSCRIPTION when it has ended, and LIMITS_REACHED over the plan', async () => {
    const bot = await ana.make('/v1/bot/create');
    const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
    clock.advance(60_000);
    await notify('customer.subscription.deleted', {});
    expect(await ana.ask('/v1/skillset/create', {})).toMatchObject({ status: 402, body: { code: 'NO_SUBSCRIPTION' } });
    const ended = await test.send(await test.openSession(widget), { id: clientId(), text: 'Hi' });
    expect([ended.status, await ended.json()]).toMatchObject([402, { code: 'NO_SUBSCRIPTION' }]);
    expect((await ana.ask('/v1/bot/list')).status).toBe(200);

    const ben = await test.person('ben');
    const benBot = await ben.make('/v1/bot/create');
    const benWidget = await ben.make('/v1/integration/widget/create', { botId: benBot });
    expect(await ben.ask('/v1/integration/widget/create', { botId: benBot })).toMatchObject({
      status: 429,
      body: { code: 'LIMITS_REACHED' },
    });
    const counter = { subject: accountCounter(await idOf(ben)), period: monthOf(clock.now()) };
    await addUsage(test.database, [counter], { messages: 98 }, clock.now());
    const session = await test.openSession(benWidget);
    const statuses: number[] = [];
    for (const text of ['99', '100', '101']) {
      const response = await test.send(session, { id: clientId(), text });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ben.ask('/v1/usage/fetch')).body['messages']).toEqual({ used: 100, limit: 100 });
    clock.advance(31 * 86_400_000);
    expect((await test.send(await test.openSession(benWidget), { id: clientId(), text: 'A new month' })).status).toBe(
      200,
    );
  });
});

describe('S-4 a server that sells nothing', () => {
  it('says so, and limits nothing', async () => {
    const test = await startBuilderTest();
    const ana = await test.person('ana');
    expect(await ana.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/' })).toMatchObject({
      status: 501,
      body: { code: 'NOT_IMPLEMENTED', message: 'Billing is off on this server: every account has everything.' },
    });
    expect((await ana.ask('/v1/usage/fetch')).body).toMatchObject({ plan: 'ultimate', messages: { limit: null } });
    await test.server.close(0);
  });
});
