import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../db/journal';
import { migrationsFolder } from '../../db/packageFiles';
import { listAnswersSince } from '../../db/queries/visitorMail/visitorMailQueries';
import { conversations, users } from '../../db/schema';
import { AWAY_WORDS } from '../../domain/conversations/awayWords';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The part before the @ of the owner's address. */
const LOCAL = 'ana.private.1984';

describe('OW-11 visitors never read a part of a sign-in address', () => {
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    ana = await test.person(LOCAL);
    await test.database.update(users).set({ name: ' ' });
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId, languages: ['en', 'fa'] });
  });
  afterAll(() => test.server.close(0));

  const begin = async (): Promise<TestSession & { path: string }> => {
    const session = await test.openSession(widgetId);
    await (await test.send(session, { id: clientId(), text: 'Is anybody there?' })).text();
    return { ...session, path: `/v1/conversation/${session.conversationId}` };
  };
  const read = async ({ token }: TestSession, path: string) => (await test.call(path, { token })).json();
  const answer = (at: string, given: object = {}) => ana.ask(`${at}/message/answer`, { text: 'Yes.', ...given });

  it('in the chat, while somebody types, in mails and in exports', async () => {
    const session = await begin();
    const { path: at, conversationId } = session;
    await ana.ask(`${at}/take-over`, {});
    expect(await read(session, `${at}/live`)).toMatchObject({ agent: { name: 'Support', picture: null } });
    await answer(at);
    const list = (await read(session, `${at}/message/list`)) as { items: object[] };
    expect(list.items.at(-1)).toMatchObject({ text: 'Yes.', author: { name: 'Support' } });
    expect(await listAnswersSince(test.database, conversationId, 0, 10)).toMatchObject([{ author: 'Support' }]);
    const exported = await test.call(`${at}/export`, { headers: ana.headers });
    expect(Buffer.from(await exported.arrayBuffer()).toString('latin1')).not.toContain(LOCAL);
    expect(JSON.stringify([list, await read(session, `${at}/live`)])).not.toContain(LOCAL);
  });

  it('in their language', async () => {
    const session = await begin();
    await test.database
      .update(conversations)
      .set({ language: 'fa-IR' })
      .where(eq(conversations.id, session.conversationId));
    await answer(session.path);
    expect(await read(session, `${session.path}/live`)).toMatchObject({ agent: { name: 'پشتیبانی' } });
    expect(Object.values(AWAY_WORDS).filter(({ support }) => support.trim() === '')).toEqual([]);
  });

  it('on the Hub', async () => {
    const id = await ana.make('/v1/skillset/create', { name: 'Parcels', visibility: 'public' });
    const { user } = (await ana.ask('/v1/auth/session')).body as { user: { id: string } };
    for (const page of [`/v1/hub/user/${user.id}/fetch`, `/v1/hub/skillset/${id}/fetch`, '/v1/hub/skillset/list'])
      expect(await (await test.call(page)).text()).not.toContain(LOCAL);
  });

  it('and the team reads who answers', async () => {
    const { path: at, conversationId } = await begin();
    await ana.ask(`${at}/take-over`, {});
    expect((await ana.ask(`${at}/fetch`)).body).toMatchObject({ agent: { name: LOCAL } });
    const { items } = (await ana.ask('/v1/inbox/list')).body as { items: { id: string }[] };
    expect(items.find(({ id }) => id === conversationId)).toMatchObject({ agent: { name: LOCAL } });
  });

  it('even where it was stored by earlier releases', async () => {
    const session = await begin();
    await answer(session.path);
    const old = JSON.stringify({ name: LOCAL });
    await test.database.execute(sql`update conversations set agent = (agent || ${old}::jsonb) - 'isUnnamed'`);
    await test.database.execute(sql`update messages set author = author || ${old}::jsonb where author is not null`);
    const tag = (await readJournal()).find((each) => each.tag.startsWith('0010'))?.tag ?? '';
    const statements = readFileSync(path.join(migrationsFolder(), `${tag}.sql`), 'utf8');
    for (const each of statements.split('--> statement-breakpoint')) await test.database.execute(sql.raw(each));
    for (const page of ['live', 'message/list'])
      expect(JSON.stringify(await read(session, `${session.path}/${page}`))).not.toContain(LOCAL);
  });

  it('but the name, as soon as one is chosen', async () => {
    const session = await begin();
    await answer(session.path);
    await ana.ask('/v1/account/profile/update', { name: 'Ana' });
    await answer(session.path);
    expect(await read(session, `${session.path}/live`)).toMatchObject({ agent: { name: 'Ana' } });
    await answer(session.path, { name: 'Dr. Torres' });
    await answer(session.path);
    expect(await read(session, `${session.path}/live`)).toMatchObject({ agent: { name: 'Dr. Torres' } });
  });
});
