import { expect, it, vi } from 'vitest';
import { startBuilderTest } from '../testing/builder';
import { startPaymentProvider } from '../testing/paymentProvider';

vi.setConfig({ testTimeout: 60_000 });

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock('stripe', async (importOriginal) => {
  loads.count += 1;
  return await importOriginal<object>();
});

it('SV-12 loads the library of the payment provider for the first purchase, and never where nothing is sold', async () => {
  const buy = async (options: Parameters<typeof startBuilderTest>[0]) => {
    const test = await startBuilderTest(options);
    const ana = await test.person('ana');
    const before = loads.count;
    const { status } = await ana.ask('/api/billing/checkout', { plan: 'basic', returnTo: '/' });
    const { status: event } = await test.call('/v1/billing/webhook', { body: '{}' });
    await test.server.close(0);
    return [before, status, event, loads.count];
  };
  expect(await buy({})).toEqual([0, 501, 501, 0]);
  const provider = await startPaymentProvider();
  const config = { publicUrl: 'http://localhost:3000', stripe: provider.settings };
  expect(await buy({ config, billingUrl: provider.url })).toEqual([0, 200, 400, 1]);
  await provider.close();
});
