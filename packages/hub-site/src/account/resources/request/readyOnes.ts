import type { AbilityRequest, RequestArgument } from '@sotto/hub-api';

/** A field that an owner fills in to use a ready ability. */
export interface ReadyField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** What is accepted. It becomes part of an address, so it has no marks of its own. */
  readonly pattern: RegExp;
}

/** An ability for a common service, which works once its fields are filled in. */
export interface ReadyOne {
  readonly id: string;
  readonly title: string;
  /** What the owner has to know. */
  readonly lead: string;
  readonly fields: readonly ReadyField[];
  /** The key that the service gives; it is stored as this secret. */
  readonly key?: { readonly secret: string; readonly label: string; readonly hint: string; readonly isBasic?: boolean };
  readonly ability: {
    readonly name: string;
    readonly description: string;
    /** For requests that are not GET and only look something up. */
    readonly effect?: 'read';
    readonly confirm?: string;
  };
  readonly request: (values: Readonly<Record<string, string>>) => AbilityRequest;
}

type Asked = Pick<RequestArgument, 'name' | 'description'> & Partial<RequestArgument>;

/** A request with its defaults. */
function requestOf(
  method: AbilityRequest['method'],
  address: string,
  asked: readonly Asked[],
  rest: Partial<Omit<AbilityRequest, 'query' | 'headers'>> & {
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): AbilityRequest {
  const pairs = (all: Readonly<Record<string, string>> = {}) =>
    Object.entries(all).map(([name, value]) => ({ name, value }));
  return {
    method,
    address,
    body: rest.body ?? '',
    note: rest.note ?? '',
    query: pairs(rest.query),
    headers: pairs(rest.headers),
    arguments: asked.map((each) => ({ type: 'text', isRequired: true, ...each })),
  };
}

const ORDER_NUMBER: Asked = {
  name: 'number',
  type: 'integer',
  description: 'the number of the order, digits alone, such as 1042',
};
const ORDER_NOTE = 'Say in one sentence how far the order is. If there is none, ask for the number again.';
const SHOPIFY_QUERY =
  'query($q: String!) { orders(first: 1, query: $q) { nodes { name createdAt displayFinancialStatus ' +
  'displayFulfillmentStatus fulfillments { status estimatedDeliveryAt } } } }';

/** Abilities that work without code. Order numbers can be guessed, so answers about orders have no personal data. */
export const READY_ONES: readonly ReadyOne[] = [
  {
    id: 'shopify-order',
    title: 'Shopify: status of an order',
    lead: 'Whoever knows an order number reads its status, and no names or addresses.',
    fields: [
      { name: 'shop', label: 'Shop', hint: 'The part before .myshopify.com', pattern: /^[a-z0-9][a-z0-9-]{0,60}$/i },
    ],
    key: {
      secret: 'SHOPIFY_TOKEN',
      label: 'Admin API access token',
      hint: 'Of an app of your shop with the right read_orders',
    },
    ability: {
      name: 'order status',
      description: 'When somebody asks where an order is, or whether it has been sent.',
      effect: 'read',
    },
    request: ({ shop = '' }) =>
      requestOf('POST', `https://${shop}.myshopify.com/admin/api/2026-10/graphql.json`, [ORDER_NUMBER], {
        headers: { 'X-Shopify-Access-Token': '{{secret.SHOPIFY_TOKEN}}' },
        body: `{\n  "query": ${JSON.stringify(SHOPIFY_QUERY)},\n  "variables": {"q": "name:{{number}}"}\n}`,
        note: ORDER_NOTE,
      }),
  },
  {
    id: 'woocommerce-order',
    title: 'WooCommerce: status of an order',
    lead: 'Whoever knows an order number reads its status, and no names or addresses.',
    fields: [
      {
        name: 'site',
        label: 'Host of the shop',
        hint: 'Such as shop.example, without https://',
        pattern: /^[a-z0-9][a-z0-9.-]*\.[a-z0-9-]+$/i,
      },
    ],
    key: {
      secret: 'WOOCOMMERCE_KEY',
      label: 'Consumer key and secret',
      hint: 'As ck_…:cs_…, from WooCommerce › Settings › Advanced › REST API; the right to read is enough',
      isBasic: true,
    },
    ability: {
      name: 'order status',
      description: 'When somebody asks where an order is, or whether it has been sent.',
    },
    request: ({ site = '' }) =>
      requestOf('GET', `https://${site}/wp-json/wc/v3/orders/{{number}}`, [ORDER_NUMBER], {
        query: { _fields: 'id,status,date_created,date_completed' },
        headers: { Authorization: 'Basic {{secret.WOOCOMMERCE_KEY}}' },
        note: ORDER_NOTE,
      }),
  },
  {
    id: 'cal-availability',
    title: 'Cal.com: free times',
    lead: 'Needs no key.',
    fields: [
      {
        name: 'event',
        label: 'Event type ID',
        hint: 'The number in the address of the event type, when you edit it at Cal.com',
        pattern: /^\d{1,12}$/,
      },
    ],
    ability: { name: 'free times', description: 'When somebody asks for an appointment, or when there is time.' },
    request: ({ event = '' }) =>
      requestOf(
        'GET',
        'https://api.cal.com/v2/slots',
        [
          { name: 'start', type: 'date', description: 'the first day' },
          { name: 'end', type: 'date', description: 'the last day, at most two weeks later' },
          { name: 'zone', description: 'the IANA time zone of the visitor, such as Europe/Lisbon' },
        ],
        {
          query: { eventTypeId: event, start: '{{start}}', end: '{{end}}', timeZone: '{{zone}}' },
          headers: { 'cal-api-version': '2024-09-04' },
          note: 'Offer three times at most, in the time zone of the visitor.',
        },
      ),
  },
  {
    id: 'zendesk-ticket',
    title: 'Zendesk: open a ticket',
    lead: 'The visitor reads the ticket and approves it before it is sent.',
    fields: [
      {
        name: 'account',
        label: 'Account',
        hint: 'The part before .zendesk.com',
        pattern: /^[a-z0-9][a-z0-9-]{0,60}$/i,
      },
    ],
    key: {
      secret: 'ZENDESK_LOGIN',
      label: 'Email and API token',
      hint: 'As you@example.com/token:TOKEN, from Admin Center › Apps and integrations › Zendesk API',
      isBasic: true,
    },
    ability: {
      name: 'open a ticket',
      description: 'When the visitor needs a person and the question cannot be answered here.',
      confirm: 'Send this to our support?',
    },
    request: ({ account = '' }) =>
      requestOf(
        'POST',
        `https://${account}.zendesk.com/api/v2/tickets.json`,
        [
          { name: 'subject', description: 'what it is about, in a few words' },
          { name: 'message', description: 'what the visitor needs, in their own words' },
          { name: 'name', description: 'the name of the visitor' },
          { name: 'email', description: 'the email of the visitor' },
        ],
        {
          headers: { Authorization: 'Basic {{secret.ZENDESK_LOGIN}}' },
          body:
            '{"ticket": {\n  "subject": {{subject}},\n  "comment": {"body": {{message}}},\n' +
            '  "requester": {"name": {{name}}, "email": {{email}}}\n}}',
          note: 'Tell the visitor the number of the ticket, and that the answer comes by email.',
        },
      ),
  },
  {
    id: 'github-issue',
    title: 'GitHub: report a problem as an issue',
    lead: 'Issues of a public repository are public. The visitor reads the issue and approves it first.',
    fields: [
      {
        name: 'repository',
        label: 'Repository',
        hint: 'As owner/name',
        pattern: /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/,
      },
    ],
    key: {
      secret: 'GITHUB_TOKEN',
      label: 'Fine-grained token',
      hint: 'For this repository alone, with the right to write issues',
    },
    ability: {
      name: 'report a problem',
      description: 'When the visitor reports an error of the software.',
      confirm: 'Publish this as an issue at GitHub?',
    },
    request: ({ repository = '' }) =>
      requestOf(
        'POST',
        `https://api.github.com/repos/${repository}/issues`,
        [
          { name: 'title', description: 'the problem in one line' },
          { name: 'text', description: 'what the visitor did, expected and saw, without personal data' },
        ],
        {
          headers: {
            Accept: 'application/vnd.github+json',
            'X-GitHub-Api-Version': '2022-11-28',
            Authorization: 'Bearer {{secret.GITHUB_TOKEN}}',
          },
          body: '{"title": {{title}}, "body": {{text}}}',
          note: 'Tell the visitor the address of the issue.',
        },
      ),
  },
  {
    id: 'weather',
    title: 'Open-Meteo: the weather',
    lead: 'Needs no key; free for non-commercial use.',
    fields: [],
    ability: { name: 'weather', description: 'When somebody asks for the weather of today or the next days.' },
    request: () =>
      requestOf(
        'GET',
        'https://api.open-meteo.com/v1/forecast',
        [
          { name: 'latitude', type: 'number', description: 'the latitude of the place in degrees, such as 38.72' },
          { name: 'longitude', type: 'number', description: 'the longitude of the place in degrees, such as -9.14' },
        ],
        {
          query: {
            latitude: '{{latitude}}',
            longitude: '{{longitude}}',
            current: 'temperature_2m,weather_code,wind_speed_10m',
            daily: 'temperature_2m_max,temperature_2m_min,precipitation_probability_max',
            timezone: 'auto',
          },
          note: 'weather_code is a WMO code. Temperatures are in °C.',
        },
      ),
  },
  {
    id: 'currency',
    title: 'Frankfurter: exchange rates',
    lead: 'Needs no key. Rates of the European Central Bank, once per working day.',
    fields: [],
    ability: { name: 'exchange rate', description: 'When somebody asks for a price in another currency.' },
    request: () =>
      requestOf(
        'GET',
        'https://api.frankfurter.dev/v1/latest',
        [
          { name: 'from', description: 'the currency of the price, such as EUR' },
          { name: 'to', description: 'the currency asked for, such as USD' },
        ],
        {
          query: { base: '{{from}}', symbols: '{{to}}' },
          note: 'Multiply it yourself, and say that it is a daily rate.',
        },
      ),
  },
];
