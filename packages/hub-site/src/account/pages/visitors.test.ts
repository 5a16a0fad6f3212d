import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let shop: string;
let path: string;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
  shop =
    /widget\/([\w-]+)\?/.exec(
      (await ana.send('/integrations/widget/new', { form: 'widget', name: 'Shop <1>', botId: 'new' })).location ?? '',
    )?.[1] ?? '';
  path = await talk({ name: 'Zoë <b>', email: 'zoe@example.com', phone: '+49 170 1234' }, 'It is <i>wrong</i>');
});
afterAll(() => test.server.server.close(0));

/** A visitor who says something, leaves a contact and dislikes the reply. @returns the conversation's page */
async function talk(contact: object | undefined, reason?: string): Promise<string> {
  const { call } = test.server;
  const session = await test.server.openSession(shop);
  const { token } = session;
  const at = `/v1/conversation/${session.conversationId}`;
  await (await test.server.send(session, { id: `m-${session.conversationId.slice(-12)}`, text: 'hello' })).text();
  if (contact) await call(`${at}/contact/upsert`, { token, body: contact });
  const { items } = (await (await call(`${at}/message/list`, { token })).json()) as {
    items: { id: string; type: string }[];
  };
  const reply = items.find(({ type }) => type === 'bot')?.id ?? '';
  if (reason !== undefined) await call(`${at}/message/${reply}/downvote`, { token, body: { reason } });
  return `/conversations/${session.conversationId}`;
}

describe('FH-2 what visitors left, on the pages of an account', () => {
  it('FH-2: a conversation shows every field of the contact, whether it is verified, and when', async () => {
    const { html } = await ana.get(path);
    expect(html).toContain('<h1><bdi>Zoë &lt;b&gt;</bdi></h1>');
    expect(html).toContain('<a href="mailto:zoe@example.com" dir="ltr">zoe@example.com</a>');
    expect(html).toContain('<a href="tel:+491701234" dir="ltr">+49 170 1234</a>');
    expect(html).toContain('Not verified: entered by the visitor.');
    expect(html).toMatch(
      /<dt>Received<\/dt><dd><time dateTime="\d{4}-\d\d-\d\dT[\d:.]+Z" data-local="true">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>/,
    );
  });

  it('FH-2: a vote stands with the message it is on, with its reason as it was typed', async () => {
    const { html } = await ana.get(path);
    const line = /<li class="line line-bot">.*?<\/li>/s.exec(html)?.[0] ?? '';
    expect(line).toContain('<span class="vote vote-down">Not helpful</span>');
    expect(line).toContain('<blockquote dir="auto">It is &lt;i&gt;wrong&lt;/i&gt;</blockquote>');
    expect(html).toContain('1 not helpful');
    // The list beside it names the other conversation and its vote.
    const [, other = ''] = (await ana.get(await talk(undefined))).html.split('<section class="inbox-thread"');
    expect([
      other.includes('vote'),
      other.includes('contact-card'),
      other.includes('<h1><bdi>Conversation</bdi></h1>'),
    ]).toEqual([false, false, true]);
  });

  it('FH-2: the list names the person, else the widget, and counts votes; also on the overview', async () => {
    for (const page of ['/conversations', '/overview']) {
      const { html } = await ana.get(page);
      expect(html).toMatch(
        new RegExp(
          `<a href="${path}"><bdi>Zoë &lt;b&gt;</bdi></a><span class="quiet"><span><bdi>Shop &lt;1&gt;</bdi> · ` +
            `<time [^>]*>[^<]+</time></span> <span class="vote vote-down">1 not helpful</span>`,
        ),
      );
    }
  });

  it('FH-2: the list can be of one widget, and so are the files', async () => {
    const all = (await ana.get('/conversations')).html;
    expect(all).toContain('action="/v1/contact/export"');
    expect(all).toContain('action="/v1/vote/export"');
    const { html } = await ana.get(`/conversations?widget=${shop}`);
    expect(html).toContain(`action="/v1/contact/export?widgetId=${shop}"`);
    expect(html).toContain(`<option value="${shop}" selected="">`);
    const ben = await test.person('ben');
    expect((await ben.get(`/conversations?widget=${shop}`)).status).toBe(404);
    expect((await ben.get(path)).html).not.toContain('zoe@example.com');
    expect((await ben.get('/conversations')).html).toContain('No conversations yet.');
    expect((await test.anybody().get('/conversations')).location).toBe('/signin?callbackUrl=%2Fconversations');
  });

  it('FH-2: more conversations than one page holds are on the next', async () => {
    const { conversations } = await import('../../../../server/src/db/schema');
    await test.server.database.insert(conversations).values(
      Array.from({ length: 60 }, (_, index) => ({
        id: `conv_old${String(index)}`,
        widgetId: shop,
        createdAt: 1 + (index % 3),
        lastActivityAt: 1,
      })),
    );
    const first = await ana.get('/conversations');
    const next = /href="(\/conversations\?cursor=[^"]+)" rel="next">Older/.exec(first.html)?.[1] ?? '';
    const second = await ana.get(next);
    const ids = [first, second].flatMap(({ html }) =>
      [...html.matchAll(/href="\/conversations\/(conv_[\w]+)"/g)].map(([, id]) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id?.startsWith('conv_old'))).toHaveLength(60);
    expect(second.html).toContain('<a href="/conversations">Newest</a>');
  });
});
