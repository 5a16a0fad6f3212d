import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let ben: Visitor;
let shop: string;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  [ana, ben] = [await test.person('ana'), await test.person('ben')];
});
afterAll(() => test.server.server.close(0));

/** A visitor who asks something. */
async function ask(text: string) {
  const session = await test.server.openSession(shop);
  const send = async (words: string): Promise<{ type: string; text: string }[]> => {
    const id = `m-${String(Math.random()).slice(2, 14)}`;
    const response = await test.server.send(session, { id, text: words }, { Accept: 'application/json' });
    return ((await response.json()) as { messages: { type: string; text: string }[] }).messages;
  };
  await send(text);
  return { path: `/conversations/${session.conversationId}`, say: send };
}

describe('the inbox page', () => {
  it('says what to do while there is nothing, and then lists what visitors asked', async () => {
    expect((await ana.get('/inbox')).html).toContain('You have no widget yet.');
    const made = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Shop', botId: 'new' });
    shop = /widget\/([\w-]+)\?/.exec(made.location ?? '')?.[1] ?? '';
    expect((await ana.get('/inbox')).html).toContain('No conversations yet.');
    const { path } = await ask('Do you ship <b>to Lisbon</b>?');
    const { html } = await ana.get('/inbox');
    expect(html).toContain('Do you ship &lt;b&gt;to Lisbon&lt;/b&gt;?');
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain('data-unread="true"');
  });

  it('OW-26: leads to the setting without which nobody asks for a person, and then offers notifications', async () => {
    const link = `href="/integrations/widget/${shop}#widget-handover"`;
    const { html } = await ana.get('/inbox');
    expect([html.includes(link), html.includes('data-notify')]).toEqual([true, false]);
    expect((await ana.get('/inbox/settings')).html).toContain(link);
    expect((await ana.get(`/integrations/widget/${shop}`)).html).toContain('id="widget-handover"');
    await ana.send('/integrations/widget/new', { form: 'widget', name: 'Desk', botId: 'new', handover: 'on' });
    const after = (await ana.get('/inbox')).html;
    expect([after.includes(link), after.includes('data-notify')]).toEqual([false, true]);
  });

  it('OW-26: names the visitor of each conversation, and who said what last', async () => {
    const { path, say } = await ask('Is my parcel late?');
    const rowOf = async () =>
      new RegExp(`<a href="${path}"[^>]*>(.*?)</a>`, 's')
        .exec((await ana.get('/inbox')).html)?.[1]
        ?.replaceAll(/<[^>]+>/g, '|')
        .replaceAll(/\|+/g, '|');
    expect(await rowOf()).toMatch(/^\|Unread: \|Visitor\| · Is my parcel late\?\|Bot\|: \|You said: Is my parcel late/);
    await ana.send(path, { form: 'answer', text: '**No**, see [the list](https://shop.example).' });
    expect(await rowOf()).toBe('|Visitor| · Is my parcel late?|You|: |No, see the list.|');
    await say('Thank you');
    expect(await rowOf()).toBe('|Unread: |Visitor| · Is my parcel late?|Thank you|');
  });

  it('names the language of a visitor in its row', async () => {
    const made = await test.server.call(`/v1/integration/widget/${shop}/session/create`, {
      body: {},
      headers: { 'Accept-Language': 'pt-BR,pt;q=0.9' },
    });
    const session = (await made.json()) as Awaited<ReturnType<typeof test.server.openSession>>;
    await test.server.send(session, { id: 'm-in-portuguese', text: 'Bom dia' }, { Accept: 'application/json' });
    expect((await ana.get('/inbox')).html).toContain('<bdi>Portuguese</bdi>');
  });

  it('keeps the search and the filters in its form, and says when nothing matches', async () => {
    const { html } = await ana.get('/inbox?search=lisb&state=open&contact=false');
    expect(html).toContain('to Lisbon');
    expect(html).toContain('value="lisb"');
    expect((await ana.get('/inbox?search=zeppelin')).html).toContain('No conversation matches.');
    expect((await ana.get('/inbox?state=nonsense&from=2020-99-99')).html).toContain('to Lisbon');
  });

  it('is only for who is signed in, and shows nobody else’s', async () => {
    expect((await ben.get('/inbox')).html).not.toContain('Lisbon');
    const { path } = await ask('A private matter');
    expect((await ben.get(path)).html).not.toContain('A private matter');
    expect((await ben.send(path, { form: 'take-over' })).html).toContain('cannot be opened here');
  });
});

describe('the panes of a conversation', () => {
  it('show the list, the thread and the person on one page, and the list keeps its filters', async () => {
    const { path } = await ask('Do you deliver to Porto?');
    const { html } = await ana.get(`${path}?state=open&search=porto`);
    const [pane = '', thread = '', person = ''] = html.split(
      /(?=<section class="inbox-thread"|<aside class="inbox-person")/,
    );
    expect(pane).toContain(`href="${path}?search=porto&amp;state=open" class="inbox-row" aria-current="page"`);
    expect(pane).toContain('value="porto"');
    expect(pane).not.toContain('to Lisbon');
    expect(thread).toContain('class="transcript"');
    expect(thread.indexOf('name="text"')).toBeGreaterThan(thread.indexOf('class="transcript"'));
    expect(person).toContain('name="form" value="note"');
    expect(html).toContain('href="/inbox?search=porto&amp;state=open" class="thread-back"');
  });

  it('OW-26: have a place for the sign that the visitor types, empty until then', async () => {
    const { path } = await ask('Do you deliver to Braga?');
    const { html } = await ana.get(path);
    expect(html).toMatch(/role="status"><span data-typing="[^"]*" hidden=""><bdi>The visitor<\/bdi> is typing…/);
    expect(html).toContain(`"openId":"${path.split('/').at(-1) ?? ''}"`);
  });

  it('are left with the filters by their forms', async () => {
    const { path } = await ask('Do you deliver to Faro?');
    const place = `${path}?search=faro`;
    expect((await ana.send(place, { form: 'answer', text: 'Yes.' })).location).toBe(`${place}&sent=`);
    expect((await ana.send(place, { form: 'note', text: 'Far away.' })).location).toBe(`${place}&sent=#notes`);
    expect((await ana.send(place, { form: 'solve' })).location).toBe('/inbox?search=faro');
  });
});

describe('the page of a conversation', () => {
  it('takes over, answers and hands back with forms alone', async () => {
    const { path, say: send } = await ask('Is anybody there?');
    expect((await ana.get(path)).html).toContain('Take over');
    expect((await ana.send(path, { form: 'take-over' })).location).toContain(path);
    expect((await ana.get(path)).html).toContain('Hand back to the bot');
    expect((await send('A person, please')).map(({ type }) => type)).toEqual(['user']);
    expect((await ana.get('/inbox?state=waiting')).html).toContain(path);
    expect((await ana.send(path, { form: 'answer', text: 'I am <here>.' })).location).toContain(path);
    const { html } = await ana.get(path);
    expect(html).toContain('line-person');
    expect(html).toContain('I am &lt;here&gt;.');
    await ana.send(path, { form: 'hand-back' });
    expect((await send('And the bot?')).map(({ type }) => type)).toEqual(['user', 'bot']);
  });

  it('OW-11 names what visitors read of somebody without a name, and leads to where one is chosen', async () => {
    const { path } = await ask('Who are you?');
    expect((await ana.get(path)).html).not.toContain('Visitors see you as');
    const { users } = await import('../../../../server/src/db/schema');
    await test.server.database.update(users).set({ name: '' });
    const { html } = await ana.get(path);
    expect(html).toContain('Visitors see you as “Support”. <a href="/account#profile">Choose a name</a>');
    expect((await ana.get('/account')).html).toContain('visitors read “Support”, in their language.');
    await ana.send('/account', { form: 'profile', anchor: 'profile', name: 'Ana' });
    expect((await ana.get(path)).html).not.toContain('Visitors see you as');
  });

  it('FS-12 signs the visitor out by its button, and says when that was', async () => {
    const session = await test.server.openSession(shop);
    const path = `/conversations/${session.conversationId}`;
    const list = () =>
      test.server.call(`/v1/conversation/${session.conversationId}/message/list`, { token: session.token });
    expect([(await list()).status, (await ana.get(path)).html.includes('Signed out')]).toEqual([200, false]);
    expect((await ana.send(path, { form: 'sign-out' })).location).toContain(path);
    expect((await ana.get(path)).html).toMatch(/role="status">Signed out /);
    expect((await list()).status).toBe(401);
  });

  it('OW-1 stores what is submitted twice once, and other words from the same form as well', async () => {
    const { path } = await ask('Twice?');
    const { html } = await ana.get(path);
    const keyOf = (form: string): string =>
      new RegExp(`name="form" value="${form}"/><input type="hidden" name="key" value="([^"]+)"`).exec(html)?.[1] ?? '';
    const [answer, note] = [
      { form: 'answer', key: keyOf('answer'), text: 'I am here.' },
      { form: 'note', key: keyOf('note'), text: 'Asks twice.' },
    ];
    for (const form of [answer, answer, note, note, { ...answer, text: 'Still here.' }])
      expect((await ana.send(path, form)).location).toContain(path);
    const { html: page } = await ana.get(path);
    // The list beside it has the last words, too.
    const after = page.slice(page.indexOf('class="inbox-thread"'));
    expect(['I am here.', 'Asks twice.', 'Still here.'].map((text) => after.split(`>${text}<`).length - 1)).toEqual([
      1, 1, 1,
    ]);
    expect(new Set([...after.matchAll(/name="key" value="([^"]+)"/g)].map(([, key]) => key)).has(answer.key)).toBe(
      false,
    );
  });

  it('refuses an empty answer with what is wrong', async () => {
    const { path } = await ask('Anything?');
    const { status, html } = await ana.send(path, { form: 'answer', text: '  ' });
    expect(status).toBe(422);
    expect(html).toContain('This field is needed.');
  });

  it('marks as read by being opened, and as solved by its button', async () => {
    const { path } = await ask('Read me');
    const row = async (): Promise<string> =>
      (await ana.get('/inbox')).html.split('<li data-state=').find((part) => part.includes(path)) ?? '';
    expect(await row()).toContain('data-unread');
    await ana.get(path);
    expect(await row()).not.toContain('data-unread');
    expect((await ana.send(path, { form: 'solve' })).location).toContain('/inbox');
    expect(await row()).toContain('state-solved');
  });
});

describe('deleting and downloading a conversation', () => {
  it('says what is deleted, deletes it by its button, and returns to the list', async () => {
    const { path } = await ask('Forget me <please>');
    await ana.send(path, { form: 'note', text: 'Wants to be forgotten.' });
    const { html } = await ana.get(`${path}?search=forget`);
    expect(html).toContain(`action="/v1${path.replace('conversations', 'conversation')}/export"`);
    expect(html).toContain(`href="${path}/delete?search=forget"`);
    const question = (await ana.get(`${path}/delete`)).html;
    expect(question).toContain('2 messages');
    expect(question).toContain('1 note');
    expect(question).not.toContain('0 ');
    expect((await ben.get(`${path}/delete`)).status).toBe(404);
    expect((await ben.send(`${path}/delete`, { form: 'delete' })).status).toBe(404);
    const done = await ana.send(`${path}/delete?search=forget`, { form: 'delete' });
    expect(done.location).toBe('/inbox?search=forget&deleted=');
    const list = (await ana.get(done.location ?? '')).html;
    expect(list).toContain('The conversation is deleted.');
    expect(list).not.toContain('Forget me');
    expect((await ana.get(path)).html).toContain('cannot be opened here');
  });
});

describe('canned replies', () => {
  it('are added, changed and deleted on their page, and stand in the answer box', async () => {
    const add = { form: 'reply', name: 'shipping', text: 'It takes <three> days.' };
    expect((await ana.send('/inbox/replies', add)).location).toBe('/inbox/replies?saved');
    const { html } = await ana.get('/inbox/replies');
    const [, id = ''] = /name="form" value="reply-([\w-]+)"/.exec(html) ?? [];
    expect(html).toContain('It takes &lt;three&gt; days.');
    const { path } = await ask('How long does it take?');
    const box = (await ana.get(`${path}?search=long&reply=${id}`)).html;
    expect(box).toContain(`href="${path}?search=long&amp;reply=${id}"`);
    expect(box).toMatch(/<textarea[^>]*>It takes &lt;three&gt; days\.<\/textarea>/);
    await ana.send('/inbox/replies', { form: `reply-${id}`, name: 'delivery', text: 'Two days.' });
    expect((await ana.get(path)).html).toContain('data-text="Two days."');
    expect((await ana.send('/inbox/replies', { form: 'reply', name: '', text: 'x' })).status).toBe(422);
    await ana.send('/inbox/replies', { form: `delete-${id}` });
    expect((await ana.get(path)).html).toContain('No canned replies yet.');
    expect((await ben.get('/inbox/replies')).html).not.toContain('Two days.');
  });
});
