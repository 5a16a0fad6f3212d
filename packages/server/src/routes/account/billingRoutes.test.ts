import { DEFAULT_PLAN, PLANS, REFUND_DAYS, TRIAL_DAYS } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addUsage } from '../../db/queries/accounts/counterQueries';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { startPaymentProvider } from '../../testing/paymentProvider';
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

const CREATED = 'customer.subscription.created';
const UPDATED = 'customer.subscription.updated';
const DELETED = 'customer.subscription.deleted';

const clock = createManualClock();
const lines: string[] = [];
let provider: Awaited<ReturnType<typeof startPaymentProvider>>;
let test: BuilderTest;
beforeAll(async () => {
  provider = await startPaymentProvider(() => clock.now());
  test = await startBuilderTest({
    clock,
    config: { publicUrl: 'http://localhost:3000', stripe: provider.settings, logLevel: 'info' },
    billingUrl: provider.url,
    writeLog: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await test.server.close(0);
  await provider.close();
});

const send = (type: string, id: string, options: Parameters<typeof provider.event>[3] = {}) =>
  provider.event(test, type, id, options);
const statusOf = async (...event: Parameters<typeof send>) => (await send(...event)).status;
const checkout = (person: Person, fields: object = {}) =>
  person.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/', ...fields });
const usage = async (person: Person) => (await person.ask('/v1/usage/fetch')).body;
/** Somebody who has paid, and the server knows. */
async function subscriber(name: string, fields: object = {}) {
  const person = await test.person(name);
  expect((await checkout(person, fields)).status).toBe(200);
  const subscription = provider.pay();
  expect(await statusOf(CREATED, subscription.id)).toBe(200);
  return { person, subscription };
}

describe('S-4 checkout', () => {
  it('sends the browser to the payment page, with trial, plan, referral and the way back', async () => {
    const ana = await test.person('ana');
    const { status, body } = await checkout(ana, {
      trial: true,
      referral: 'friend',
      returnTo: '/hub/skillsets/a#chat',
    });
    expect([status, body]).toEqual([200, { redirectUrl: provider.page }]);
    expect(provider.sessions().at(-1)?.fields).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_basic',
      client_reference_id: await idOf(ana),
      customer: expect.stringMatching(/^cus_/),
      success_url: 'http://localhost:3000/hub/skillsets/a#chat',
      'subscription_data[trial_period_days]': '7',
      'subscription_data[metadata][referral]': 'friend',
    });
    expect((await ana.ask('/v1/billing/checkout', { plan: 'pro', returnTo: '/' })).status).toBe(200);
    expect(provider.sessions().at(-1)?.fields).not.toHaveProperty('subscription_data[trial_period_days]');
    expect(provider.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1);
  });

  it('refuses plans that are not sold, ways back that leave the site, and strangers', async () => {
    const zoe = await test.person('zoe');
    for (const fields of [
      { plan: 'free' },
      { plan: 'ultimate' },
      { plan: 'nothing' },
      { plan: 'team' },
      { returnTo: '//evil.test' },
      { returnTo: 'https://evil.test/' },
      { returnTo: '/\\evil.test' },
    ])
      expect([fields, (await checkout(zoe, fields)).status]).toEqual([fields, 400]);
    expect((await test.call('/api/billing/checkout', { body: { plan: 'basic', returnTo: '/' } })).status).toBe(401);
    const { page } = provider;
    provider.page = 'https://evil.test/pay';
    expect((await checkout(zoe)).status).toBe(502);
    provider.page = page;
  });

  it('opens one page, however many are asked for at once', async () => {
    const person = await test.person('xena');
    const made = await Promise.all(['basic', 'pro', 'basic'].map((plan) => checkout(person, { plan })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    const id = await idOf(person);
    const own = provider.sessions().filter(({ fields }) => fields['client_reference_id'] === id);
    expect(own.map(({ status }) => status).sort()).toEqual(['expired', 'expired', 'open']);
  });

  it('answers 502 while the provider fails, with its reason in the log alone', async () => {
    const person = await test.person('yann');
    provider.failsWith = 503;
    const { status, body } = await checkout(person);
    provider.failsWith = undefined;
    expect([status, body['message']]).toEqual([502, 'The payment provider cannot be reached']);
    expect(lines.join('')).toContain('Refused: POST /v1/customers');
    expect(lines.join('')).not.toContain(provider.settings.secretKey);
  });

  it('changes the plan by signed events only', async () => {
    const bea = await test.person('bea');
    expect(await usage(bea)).toMatchObject({ plan: 'free', hasTrial: true, messages: { used: 0, limit: 100 } });
    await checkout(bea, { trial: true });
    const { id } = provider.pay();
    expect(await statusOf(CREATED, id, { secret: 'whsec_guessed' })).toBe(400);
    expect((await test.call('/v1/billing/webhook', { body: '{}' })).status).toBe(400);
    expect((await usage(bea))['plan']).toBe('free');
    expect(await statusOf(CREATED, id)).toBe(200);
    const trial = { plan: 'basic', status: 'trialing', hasTrial: false, messages: { used: 0, limit: 5000 } };
    expect(await usage(bea)).toMatchObject(trial);
    provider.set({ id, status: 'canceled' });
    expect(await statusOf(DELETED, id)).toBe(200);
    expect((await checkout(bea, { trial: true })).status).toBe(409);
    expect((await checkout(bea)).status).toBe(200);
  });

  it('H-8 answers NO_SUBSCRIPTION when it has ended, and LIMITS_REACHED over the plan', async () => {
    const { person: ana, subscription } = await subscriber('cleo');
    const bot = await ana.make('/v1/bot/create');
    const widget = await ana.make('/v1/integration/widget/create', { botId: bot });
    provider.set({ id: subscription.id, status: 'canceled' });
    await send(DELETED, subscription.id);
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

describe('SV-12 subscriptions', () => {
  it('SV-12 a person with a plan changes it at the provider: a second checkout buys nothing', async () => {
    const { person, subscription } = await subscriber('dora');
    const bought = provider.sessions().length;
    for (const fields of [{ plan: 'pro' }, { plan: 'pro', trial: true }, { plan: 'basic' }])
      expect((await checkout(person, fields)).body).toEqual({
        redirectUrl: `https://billing.stripe.com/p/${subscription.customer}`,
      });
    expect(provider.sessions()).toHaveLength(bought);
    provider.set({ id: subscription.id, price: 'price_pro' });
    await send(UPDATED, subscription.id);
    expect(await usage(person)).toMatchObject({ plan: 'pro', status: 'active', hasTrial: false });
  });

  it.each(['past_due', 'unpaid', 'paused'])(
    'SV-12 a plan that is %s is paid at the provider, not bought again',
    async (status) => {
      const { person, subscription } = await subscriber(`of-${status.replace('_', '')}`);
      provider.set({ id: subscription.id, status });
      expect((await checkout(person)).body['redirectUrl']).toMatch(/^https:\/\/billing\.stripe\.com\//);
    },
  );

  it('SV-12 the provider is asked: a second checkout before the event of the first buys nothing', async () => {
    const person = await test.person('edda');
    await checkout(person);
    provider.pay();
    expect((await checkout(person, { plan: 'pro' })).body['redirectUrl']).toMatch(/^https:\/\/billing\./);
  });

  it('SV-12 a page to pay that was left open ends when another one opens', async () => {
    const person = await test.person('finn');
    await checkout(person);
    await checkout(person, { plan: 'pro' });
    const own = provider.sessions().slice(-2);
    expect(own.map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('SV-12 the end of an old subscription, reported after the new one began, leaves the new plan', async () => {
    const { person, subscription: old } = await subscriber('gina');
    provider.set({ id: old.id, status: 'canceled' });
    await checkout(person, { plan: 'pro' });
    const { id } = provider.pay();
    expect(await statusOf(CREATED, id)).toBe(200);
    expect(await statusOf(DELETED, old.id)).toBe(200);
    expect(await usage(person)).toMatchObject({ plan: 'pro', status: 'active' });
    clock.advance(1000);
    expect(await statusOf(DELETED, old.id)).toBe(200);
    expect(await usage(person)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('SV-12 of two subscriptions the larger counts, and what is left when it ends', async () => {
    const { person, subscription } = await subscriber('hugo', { plan: 'pro' });
    provider.set({ id: 'sub_second', customer: subscription.customer, price: 'price_basic' });
    await send(CREATED, 'sub_second');
    expect(await usage(person)).toMatchObject({ plan: 'pro', status: 'active' });
    provider.set({ id: subscription.id, status: 'canceled' });
    await send(DELETED, subscription.id);
    expect(await usage(person)).toMatchObject({ plan: 'basic', status: 'active' });
  });

  it('SV-12 events repeated and out of order change nothing: the provider is asked what is true now', async () => {
    const { person, subscription } = await subscriber('ines');
    const past = { ...subscription, object: 'subscription' };
    provider.set({ id: subscription.id, price: 'price_pro' });
    await send(UPDATED, subscription.id);
    for (const object of [past, { ...past, status: 'canceled' }, { ...past, status: 'incomplete' }])
      for (const eventId of ['evt_late', 'evt_late'])
        expect(await statusOf(UPDATED, subscription.id, { object, eventId })).toBe(200);
    expect(await usage(person)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('SV-12 an event that could not be checked with the provider comes again', async () => {
    const { person, subscription } = await subscriber('jana');
    provider.set({ id: subscription.id, price: 'price_pro' });
    provider.failsWith = 500;
    expect(await statusOf(UPDATED, subscription.id, { eventId: 'evt_again' })).toBe(502);
    provider.failsWith = undefined;
    expect(await statusOf(UPDATED, subscription.id, { eventId: 'evt_again' })).toBe(200);
    expect((await usage(person))['plan']).toBe('pro');
  });

  it('SV-12 a first payment that fails takes nothing away', async () => {
    const person = await test.person('kai');
    await checkout(person);
    const { id } = provider.pay();
    for (const status of ['incomplete', 'incomplete_expired']) {
      provider.set({ id, status });
      expect(await statusOf(UPDATED, id)).toBe(200);
    }
    expect(await usage(person)).toMatchObject({ plan: 'free', status: 'active' });
    expect((await checkout(person)).body).toEqual({ redirectUrl: provider.page });
  });

  it('SV-12 a subscription keeps its plan when its price is no longer sold, and ends as any', async () => {
    const { person, subscription } = await subscriber('lena');
    provider.set({ id: subscription.id, price: 'price_of_before' });
    await send(UPDATED, subscription.id);
    expect(await usage(person)).toMatchObject({ plan: 'basic', status: 'active' });
    provider.set({ id: subscription.id, status: 'canceled' });
    await send(DELETED, subscription.id);
    expect((await usage(person))['status']).toBe('ended');
  });

  it('SV-12 acknowledges and logs events of unknown accounts, subscriptions and prices', async () => {
    const { person, subscription } = await subscriber('mara');
    provider.set({ id: 'sub_other_price', customer: subscription.customer, price: 'price_of_a_book' });
    expect(await statusOf(CREATED, 'sub_other_price')).toBe(200);
    provider.set({ id: subscription.id, status: 'canceled' });
    await send(DELETED, subscription.id);
    expect((await person.ask('/v1/account/delete', { email: 'mara@example.com' })).status).toBe(200);
    for (const id of [subscription.id, 'sub_of_others'])
      for (const type of [CREATED, UPDATED, DELETED]) expect([id, await statusOf(type, id)]).toEqual([id, 200]);
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'billing-unknown-account', subscription: subscription.id, type: DELETED }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'billing-unknown-account', subscription: 'sub_of_others' }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'billing-unknown-price', price: 'price_of_a_book' }),
    );
  });

  it('SV-12 acknowledges events about other things without asking anybody', async () => {
    const calls = provider.calls.length;
    expect(await statusOf('invoice.paid', 'in_1', { object: { id: 'in_1' } })).toBe(200);
    expect(provider.calls).toHaveLength(calls);
  });
});

describe('SV-12 signatures', () => {
  it('SV-12 are of the bytes that were sent, five minutes long', async () => {
    const { subscription } = await subscriber('nora');
    const calls = provider.calls.length;
    for (const at of [-301_000, -3_600_000])
      expect(await statusOf(UPDATED, subscription.id, { at: clock.now() + at })).toBe(400);
    expect(provider.calls).toHaveLength(calls);
    expect(await statusOf(UPDATED, subscription.id, { at: clock.now() - 299_000 })).toBe(200);
    // The same JSON with other bytes.
    const body = ` { "id": "evt_spaced", "object": "event", "type": "${UPDATED}", "data": { "object": { "id": "${subscription.id}" } } }\n`;
    expect(await statusOf(UPDATED, subscription.id, { body })).toBe(200);
    expect(await statusOf(UPDATED, subscription.id, { body: 'not JSON' })).toBe(400);
    expect(await statusOf(UPDATED, subscription.id, { body: '' })).toBe(400);
  });

  it('SV-12 are not read of a body over 256 KiB', async () => {
    expect(await statusOf(UPDATED, 'sub_1', { body: JSON.stringify({ text: 'x'.repeat(262_144) }) })).toBe(413);
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
