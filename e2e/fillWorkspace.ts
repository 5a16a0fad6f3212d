import type { Page } from 'playwright-core';
import { postAs } from './signIn';
import type { Stack } from './startStack';

/** Names as long as people make them. */
const LONG_NAME = 'Returns, exchanges and warranty claims for customers in Switzerland, Liechtenstein and Norway';

/**
 * Makes one of everything in the workspace of whoever is signed in, with long and right-to-left texts among it.
 *
 * @returns paths of every page of a workspace, by name
 */
export async function fillWorkspace(page: Page, stack: Stack): Promise<Record<string, string>> {
  const post = (path: string, body: object, headers?: Record<string, string>) => postAs(page, path, body, headers);
  const skillset = await post('skillset/create', {
    name: 'Order help',
    description: 'Finds orders and says when they arrive.',
    visibility: 'public',
    icon: '📦',
  });
  for (const [name, description] of [
    ['find order', 'When somebody asks where an order is.'],
    ['cancel order', 'When an order has not left yet.'],
  ] as const)
    await post(`skillset/${skillset.id}/ability/create`, { name, description, instruction: 'Ask for the number.' });
  await post(`skillset/${skillset.id}/mcp/create`, { name: 'Parcels', url: 'https://parcels.invalid/mcp' });
  const dataset = await post('dataset/create', { name: 'Shipping', description: 'Where and how fast we ship.' });
  await page.evaluate(async (id) => {
    const body = new FormData();
    body.set('file', new File(['Shipping takes three days.'], 'shipping.md', { type: 'text/markdown' }));
    await fetch(`/v1/dataset/${id}/file/upload`, { method: 'POST', body });
  }, dataset.id);
  const bot = await post('bot/create', {
    name: 'Harbour Coffee',
    backstory: 'You help customers of a coffee shop.',
    skillsets: [skillset.id],
    datasets: [dataset.id],
  });
  const widget = await post('integration/widget/create', {
    name: 'Shop chat',
    botId: bot.id,
    config: { barTitle: 'Ask Harbour', tools: true },
  });
  const blueprint = await post('blueprint/create', {
    name: 'A shop that answers',
    steps: '1. Clone the skillset.',
    parts: { skillsets: [skillset.id], datasets: [dataset.id], bots: [bot.id], widgets: [widget.id] },
  });
  await post('secret/create', { name: 'nightly import' });
  const webhook = await post('webhook/create', {
    url: 'https://crm.harbour.example/hooks/sotto?key=4f2a',
    events: ['conversation.started', 'contact.created'],
  });
  await post(`webhook/${webhook.id}/test`, {});
  await post('graphql', { query: '{ me { displayName } }' }, { 'X-Sotto-Assistant': 'graphql' });
  const trial = await post(`hub/skillset/${skillset.id}/session/create`, {});
  await page.evaluate(
    async ([id, token]) => {
      const body = JSON.stringify({ id: 'm-0123456789', text: 'Where is my order?' });
      await (
        await fetch(`/v1/conversation/${id}/complete`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body,
        })
      ).text();
    },
    [trial.id, trial.token ?? ''] as const,
  );
  const check = await post('check/create', {
    botId: bot.id,
    name: 'Where is my order?',
    turns: [{ ask: 'Where is my order?', expect: [{ contains: 'on its way' }, { excludes: 'sorry' }] }],
  });
  await post('check/create', {
    botId: bot.id,
    name: LONG_NAME,
    turns: [{ ask: 'How do I send something back?', expect: [{ contains: 'within 30 days' }] }],
  });
  await post('bot/create', { name: LONG_NAME, description: `${LONG_NAME}. `.repeat(4) });
  await post('inbox/reply/upsert', { name: 'shipping', text: 'It takes three days to most places in Europe.' });
  const thread = await askAsVisitors(page, stack, widget.id);
  return {
    inbox: '/inbox',
    thread: `/conversations/${thread}`,
    replies: '/inbox/replies',
    'delete-conversation': `/conversations/${thread}/delete`,
    conversations: '/conversations',
    insights: '/insights',
    checks: '/checks',
    check: `/checks/${check.id}`,
    'new-check': `/checks/new?bot=${bot.id}&ask=Where+is+my+order%3F&answer=It+is+**on+its+way**.`,
    team: '/team',
    log: '/account/log',
    skillsets: '/skillsets',
    datasets: '/datasets',
    blueprints: '/blueprints',
    start: '/start',
    overview: '/overview',
    account: '/account',
    webhooks: '/account/webhooks',
    webhook: `/account/webhooks/${webhook.id}`,
    usage: '/usage',
    pricing: '/pricing',
    signout: '/signout',
    playground: '/playground',
    skillset: `/skillsets/${skillset.id}?test=`,
    bot: `/bots/${bot.id}?saved`,
    dataset: `/datasets/${dataset.id}?search=shipping`,
    blueprint: `/blueprints/${blueprint.id}`,
    widget: `/integrations/widget/${widget.id}`,
    identity: `/integrations/widget/${widget.id}/identity`,
    conversation: `/conversations/${trial.id}`,
    situation: `/playground/situation?conversationId=${trial.id}`,
    bots: '/bots',
    widgets: '/integrations/widget',
    contacts: '/contacts',
    install: '/install',
    'new-skillset': '/skillsets/new',
    'new-bot': '/bots/new',
    'new-dataset': '/datasets/new',
    'new-blueprint': '/blueprints/new',
    'new-widget': '/integrations/widget/new',
  };
}

/** Conversations of visitors with a widget: answered, voted down, of a known person, from right to left. @returns an id */
async function askAsVisitors(page: Page, { origin }: Stack, widget: string): Promise<string> {
  interface Answer {
    readonly conversationId: string;
    readonly token: string;
    readonly messages: readonly { readonly id: string; readonly type: string }[];
  }
  const call = async (path: string, body: object, token?: string): Promise<Answer> => {
    const response = await fetch(`${origin}/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  let last = '';
  for (const text of [
    'Do you ship to Lisbon?',
    'هل تشحنون إلى دبي؟ أريد أن أعرف كم يستغرق ذلك من الوقت',
    `My parcel has not arrived. ${'It was sent two weeks ago, and the number is 12345-ABCDEF. '.repeat(5)}`,
  ]) {
    const shop = 'https://shop.example.com/products/a-very-long-address-of-a-page?colour=blue';
    const { conversationId, token } = await call(`integration/widget/${widget}/session/create`, { page: shop });
    const { messages } = await call(`conversation/${conversationId}/complete`, { text }, token);
    const reply = messages.find(({ type }) => type === 'bot')?.id ?? '';
    await call(`conversation/${conversationId}/message/${reply}/downvote`, { reason: 'Not what I asked' }, token);
    last = conversationId;
    await call(
      `conversation/${conversationId}/contact/upsert`,
      { name: 'Zoë Lindqvist', email: 'zoe.lindqvist.with.a.long.address@customers.example.com', phone: '+351 123' },
      token,
    );
  }
  await postAs(page, `conversation/${last}/label/upsert`, { name: 'Shipping' });
  await postAs(page, `conversation/${last}/note/create`, { text: 'A regular customer, be generous.' });
  await postAs(page, `conversation/${last}/message/answer`, { text: 'Hello Zoë, I am looking into it.' });
  return last;
}
