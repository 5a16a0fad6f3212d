import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSmtpMailer } from '../accounts/mailer';
import { startBuilderTest, type BuilderTest } from '../testing/builder';
import { startPaymentProvider } from '../testing/paymentProvider';

vi.setConfig({ testTimeout: 60_000 });

/** Libraries that cannot be read from the disk. */
const missing = vi.hoisted(() => new Set<string>());
const readable = vi.hoisted(
  () => (name: string, library: object) =>
    new Proxy(library, {
      get(target, key) {
        // A promise of a module asks it for this.
        if (key !== 'then' && missing.has(name)) throw new Error(`${name} is missing`);
        return Reflect.get(target, key) as unknown;
      },
    }),
);
vi.mock('nodemailer', async (original) => readable('nodemailer', await original<object>()));
vi.mock('stripe', async (original) => readable('stripe', await original<object>()));
vi.mock('../graphql/execute', async (original) => readable('graphql', await original<object>()));

describe('SV-37 a library that could not be loaded is loaded again at its next use', () => {
  let test: BuilderTest | undefined;
  afterEach(async () => {
    missing.clear();
    await test?.server.close(0);
    test = undefined;
  });

  it('SV-37 for mails', async () => {
    missing.add('nodemailer');
    // Nobody listens on this port.
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'chat@example.com' });
    const send = () => mailer.send({ to: 'ana@example.org', subject: 'Hello', text: 'Hello' });
    await expect(send()).rejects.toThrow('nodemailer is missing');
    missing.clear();
    await expect(send()).rejects.toThrow('ECONNREFUSED');
    await mailer.close?.();
  });

  it('SV-37 for GraphQL and for payments', async () => {
    const provider = await startPaymentProvider();
    const config = { publicUrl: 'http://localhost:3000', stripe: provider.settings };
    test = await startBuilderTest({ config, billingUrl: provider.url });
    const ana = await test.person('ana');
    const use = async () => [
      (await ana.ask('/v1/graphql', { query: '{ bots { items { id } } }' })).status,
      (await ana.ask('/v1/billing/checkout', { plan: 'basic', returnTo: '/' })).status,
    ];
    missing.add('stripe').add('graphql');
    expect(await use()).toEqual([500, 500]);
    missing.clear();
    expect(await use()).toEqual([200, 200]);
    await provider.close();
  });
});
