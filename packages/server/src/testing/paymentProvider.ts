import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestServer } from './startTestServer';

/** What the provider knows of a subscription, in the words of its API. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly price: string;
  readonly trial_start?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface CheckoutSession {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: 'open' | 'complete' | 'expired';
}

/** A payment provider that speaks as Stripe does, on this machine. */
export interface PaymentProvider {
  readonly url: string;
  /** Settings of a server that sells by it. */
  readonly settings: {
    secretKey: string;
    webhookSecret: string;
    prices: { basic: string; pro: string };
  };
  /** Calls as `POST /v1/customers`, oldest first. */
  readonly calls: string[];
  /** Where people pay; a test may set another address. */
  page: string;
  /** Answers every call with this status instead. */
  failsWith: number | undefined;
  /** Pages to pay on, oldest first. */
  sessions(): readonly CheckoutSession[];
  /** Somebody pays on the newest page that is open, or the newest of an account. */
  pay(account?: string): ProviderSubscription;
  /** Makes a subscription, or changes what is given of it. */
  set(subscription: Partial<ProviderSubscription> & { id: string }): ProviderSubscription;
  /** An event as it is sent, signed. `object` is the subscription as of then. @default as it is now */
  event(
    test: TestServer,
    type: string,
    id: string,
    options?: { object?: object; secret?: string; at?: number; eventId?: string; body?: string },
  ): Promise<Response>;
}

const ENDED = new Set(['canceled', 'incomplete_expired']);

/** Starts one; `now` is its clock. Close it with `close`. */
export async function startPaymentProvider(
  now: () => number = Date.now,
): Promise<PaymentProvider & { close(): Promise<void> }> {
  const settings = {
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    prices: { basic: 'price_basic', pro: 'price_pro' },
  };
  const customers = new Map<string, { id: string; metadata: Record<string, string> }>();
  const subscriptions = new Map<string, ProviderSubscription>();
  const sessions: CheckoutSession[] = [];
  const calls: string[] = [];
  let made = 0;
  const newId = (kind: string): string => `${kind}_${String((made += 1))}`;

  const view = ({ price, ...subscription }: ProviderSubscription, expand = false) => ({
    object: 'subscription',
    trial_start: null,
    metadata: {},
    ...subscription,
    ...(expand && { customer: customers.get(subscription.customer) }),
    items: { object: 'list', data: [{ id: `si_${subscription.id}`, price: { id: price, object: 'price' } }] },
  });
  const list = (data: object[]) => ({ object: 'list', has_more: false, data });
  const page = ({ id, status }: CheckoutSession) => ({ id, object: 'checkout.session', status, url: provider.page });

  function answer(call: string, fields: Readonly<Record<string, string>>): object | undefined {
    const [, kind = '', id = ''] = /^\w+ \/v1\/(\w+(?:\/sessions)?)(?:\/(\w+))?/.exec(call) ?? [];
    if (call === 'POST /v1/customers') {
      const customer = { id: newId('cus'), object: 'customer', metadata: { userId: fields['metadata[userId]'] ?? '' } };
      customers.set(customer.id, customer);
      return customer;
    }
    const isKnown = customers.has(fields['customer'] ?? '');
    if (call === 'GET /v1/subscriptions' && isKnown)
      return list(
        [...subscriptions.values()]
          .filter(
            ({ customer, status }) =>
              customer === fields['customer'] && (fields['status'] === 'all' || !ENDED.has(status)),
          )
          .map((each) => view(each)),
      );
    const subscription = subscriptions.get(id);
    if (call.startsWith('GET') && kind === 'subscriptions' && subscription)
      return view(subscription, fields['expand[0]'] === 'customer');
    if (call === 'POST /v1/checkout/sessions' && isKnown) {
      sessions.push({ id: newId('cs'), fields, status: 'open' });
      return page(sessions.at(-1) as CheckoutSession);
    }
    if (call === 'GET /v1/checkout/sessions')
      return list(
        sessions
          .filter((each) => each.fields['customer'] === fields['customer'] && each.status === fields['status'])
          .map(page)
          .reverse(),
      );
    if (call.endsWith('/expire')) return page(end(id, 'expired'));
    if (call === 'POST /v1/billing_portal/sessions' && isKnown)
      return {
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `https://billing.stripe.com/p/${fields['customer'] ?? ''}`,
      };
    return undefined;
  }

  function end(id: string, status: 'complete' | 'expired'): CheckoutSession {
    const index = sessions.findIndex((each) => each.id === id && each.status === 'open');
    const session = sessions[index];
    if (!session) throw new Error(`There is no open page ${id}`);
    return (sessions[index] = { ...session, status });
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
      const body = new URLSearchParams(await text(request));
      const call = `${request.method ?? ''} ${pathname}`;
      calls.push(call);
      const refuse = (status: number, type: string, code?: string) => ({
        status,
        json: { error: { type, code, message: `Refused: ${call}` } },
      });
      const reply = ((): { status: number; json: object } => {
        if (provider.failsWith !== undefined) return refuse(provider.failsWith, 'api_error');
        if (request.headers.authorization !== `Bearer ${settings.secretKey}`)
          return refuse(401, 'invalid_request_error');
        const expired = /\/sessions\/(\w+)\/expire$/.exec(call)?.[1];
        if (expired !== undefined && sessions.some(({ id, status }) => id === expired && status !== 'open'))
          return refuse(400, 'invalid_request_error');
        const json = answer(call, Object.fromEntries([...searchParams, ...body]));
        return json ? { status: 200, json } : refuse(404, 'invalid_request_error', 'resource_missing');
      })();
      response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') });
      response.end(JSON.stringify(reply.json));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const provider: PaymentProvider & { close(): Promise<void> } = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    settings,
    calls,
    page: 'https://checkout.stripe.com/c/pay/one',
    failsWith: undefined,
    sessions: () => sessions,
    pay(account) {
      const newest = sessions.findLast(
        ({ status, fields: { client_reference_id: of } }) => status === 'open' && (account ?? of) === of,
      );
      const { id, fields } = end(newest?.id ?? '', 'complete');
      const isTrial = fields['subscription_data[trial_period_days]'] !== undefined;
      return provider.set({
        id: `sub_of_${id}`,
        customer: fields['customer'] ?? '',
        price: fields['line_items[0][price]'] ?? '',
        status: isTrial ? 'trialing' : 'active',
        metadata: Object.fromEntries(
          Object.entries(fields).flatMap(([name, value]) => {
            const key = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name)?.[1];
            return key === undefined ? [] : [[key, value]];
          }),
        ),
        ...(isTrial && { trial_start: Math.floor(now() / 1000) }),
      });
    },
    set(changes) {
      const base = { customer: [...customers.keys()].at(-1) ?? '', status: 'active', price: 'price_basic' };
      const subscription = { ...base, ...subscriptions.get(changes.id), ...changes };
      subscriptions.set(changes.id, subscription);
      return subscription;
    },
    event(test, type, id, { object, secret = settings.webhookSecret, at = now(), eventId = newId('evt'), body } = {}) {
      const subscription = subscriptions.get(id);
      const time = String(Math.floor(at / 1000));
      const sent =
        body ??
        JSON.stringify({
          id: eventId,
          object: 'event',
          type,
          created: Number(time),
          data: { object: object ?? (subscription ? view(subscription) : { id, customer: 'cus_of_others' }) },
        });
      const signature = createHmac('sha256', secret).update(`${time}.${sent}`).digest('hex');
      return test.call('/v1/billing/webhook', {
        body: sent,
        headers: { 'Stripe-Signature': `t=${time},v1=${signature}` },
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}
