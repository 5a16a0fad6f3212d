import { ASSISTANT_HEADER } from '@sotto/hub-api';
import type { MessagePart } from '@sotto/widget-core/api';
import { and, count, eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../domain/accounts/audit';
import { conversations, files, idempotencyKeys, messages, runs, usage, users, votes, widgets } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Receipt {
  id: string;
  deletedAt: number;
  counts: Record<string, number>;
}
interface Entry {
  action: string;
  actor: string;
  actorId: string | null;
  network: string | null;
  targetId: string | null;
  details: Record<string, unknown>;
}

let test: BuilderTest;
/** The operator, because she came first. */
let olga: Person;
let ana: Person;
let ben: Person;
let shop: string;
let secret: string;

beforeAll(async () => {
  test = await startBuilderTest();
  [olga, ana, ben] = [await test.person('olga'), await test.person('ana'), await test.person('ben')];
  shop = await makeWidget(ana);
  secret = String((await ana.ask(`/v1/integration/widget/${shop}/identity/create`, {})).body['secret']);
});
afterAll(() => test.server.close(0));

async function makeWidget(person: Person): Promise<string> {
  const botId = await person.make('/v1/bot/create', { name: 'Bot' });
  return person.make('/v1/integration/widget/create', { name: 'Shop', botId, config: { attachments: true } });
}

/** Somebody talks, attaches a file, votes, leaves a name. */
async function talk(widgetId: string, subject?: string): Promise<TestSession> {
  const jwt =
    subject === undefined
      ? undefined
      : await new SignJWT({ sub: subject })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(secret));
  const opened = await test.call(`/v1/integration/widget/${widgetId}/session/create`, {
    body: jwt === undefined ? {} : { contact: { identity: jwt } },
  });
  const session = (await opened.json()) as TestSession;
  const at = `/v1/conversation/${session.conversationId}`;
  const upload = await test.call(`${at}/attachment/upload`, {
    body: new TextEncoder().encode('my secret order'),
    token: session.token,
    headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent('../<order>..txt') },
  });
  const { id: fileId } = (await upload.json()) as { id: string };
  test.model.next({ text: 'It is on its way.' });
  await (
    await test.send(
      session,
      { id: clientId(), text: '<script>alert(1)</script> & "hello"', attachments: [{ id: fileId }] },
      { 'Idempotency-Key': clientId() },
    )
  ).text();
  const list = (await (await test.call(`${at}/message/list`, { token: session.token })).json()) as {
    items: { id: string; type: string }[];
  };
  const bot = list.items.find(({ type }) => type === 'bot')?.id ?? '';
  await test.call(`${at}/message/${bot}/upvote`, { token: session.token, body: {} });
  await test.call(`${at}/contact/upsert`, { token: session.token, body: { name: 'Zoë', email: 'zoe@example.com' } });
  return session;
}

/** Rows that still say something of a conversation. */
async function left(id: string): Promise<number[]> {
  const db = test.database;
  const of = async (table: typeof messages | typeof runs | typeof votes | typeof files): Promise<number> =>
    (
      await db
        .select({ value: count() })
        .from(table as typeof messages)
        .where(eq(table.conversationId, id))
    )[0]?.value ?? -1;
  const keys = await db.select({ value: count() }).from(idempotencyKeys).where(eq(idempotencyKeys.conversationId, id));
  const used = await db
    .select({ value: count() })
    .from(usage)
    .where(eq(usage.subject, `visitor:${id}`));
  return [
    await of(messages),
    await of(runs),
    await of(votes),
    await of(files),
    keys[0]?.value ?? -1,
    used[0]?.value ?? -1,
    (await db.select({ value: count() }).from(conversations).where(eq(conversations.id, id)))[0]?.value ?? -1,
  ];
}

const GONE = [0, 0, 0, 0, 0, 0, 0];
const audit = async (person: Person): Promise<Entry[]> =>
  (await person.ask('/v1/audit/list?take=100')).body['items'] as Entry[];

describe('FS-9 A708 what is deleted is gone', () => {
  it('A708 a visitor deletes the own conversation, and is told what went', async () => {
    const session = await talk(shop);
    const at = `/v1/conversation/${session.conversationId}/delete`;
    const response = await test.call(at, { token: session.token, body: {} });
    expect(response.status).toBe(200);
    const receipt = (await response.json()) as Receipt;
    expect(receipt.counts).toMatchObject({
      conversations: 1,
      messages: 2,
      replies: 1,
      votes: 1,
      contacts: 1,
      files: 1,
    });
    expect(receipt.deletedAt).toBeGreaterThan(0);
    expect(await left(session.conversationId)).toEqual(GONE);
    expect((await test.call(at, { token: session.token, body: {} })).status).toBe(404);
    const [entry] = await audit(ana);
    expect(entry).toMatchObject({
      action: 'conversation.delete',
      actor: 'visitor',
      actorId: null,
      targetId: session.conversationId,
      details: { receipt: receipt.id, messages: 2 },
    });
  });

  it('A708 not where the owner does not allow it, and never somebody else’s', async () => {
    const strict = await makeWidget(ana);
    await ana.ask(`/v1/integration/widget/${strict}/update`, { visitorsMayDelete: false });
    const [mine, other] = [await talk(strict), await talk(shop)];
    const at = (session: TestSession): string => `/v1/conversation/${session.conversationId}/delete`;
    expect((await test.call(at(mine), { token: mine.token, body: {} })).status).toBe(403);
    expect((await test.call(at(other), { token: mine.token, body: {} })).status).toBe(404);
    expect((await ben.ask(at(other), {})).status).toBe(404);
    expect((await left(other.conversationId)).at(-1)).toBe(1);
  });

  it('A708 its owner deletes one by its contact, and the assistant deletes nothing', async () => {
    const session = await talk(shop);
    const { contact } = (await ana.ask(`/v1/conversation/${session.conversationId}/fetch`)).body as {
      contact: { id: string };
    };
    const at = `/v1/contact/${contact.id}/delete`;
    expect((await ben.ask(at, {})).status).toBe(404);
    const asked = await test.call(at, { body: {}, headers: { ...ana.headers, [ASSISTANT_HEADER]: 'request' } });
    expect(asked.status).toBe(403);
    expect((await ana.ask(at, {})).status).toBe(200);
    expect(await left(session.conversationId)).toEqual(GONE);
  });

  it('A708 everything of a subject goes, and nobody else’s', async () => {
    const [first, second, other] = [await talk(shop, 'carol'), await talk(shop, 'carol'), await talk(shop, 'dave')];
    const deleted = await ana.ask('/v1/subject/delete', { subject: 'carol' });
    expect(deleted.body).toMatchObject({ counts: { conversations: 2, files: 2 } });
    expect(await left(first.conversationId)).toEqual(GONE);
    expect(await left(second.conversationId)).toEqual(GONE);
    expect((await left(other.conversationId)).at(-1)).toBe(1);
    expect((await ana.ask('/v1/subject/delete', { subject: 'carol' })).status).toBe(404);
    expect((await ben.ask('/v1/subject/delete', { subject: 'dave' })).status).toBe(404);
  });

  it('A708 an account goes with all it owns, after its address was typed, and an operator deletes others', async () => {
    const [eve, max] = [await test.person('eve'), await test.person('max')];
    const widgetId = await makeWidget(eve);
    const session = await talk(widgetId);
    // What she tried out of somebody else's, and what somebody else tried out of it.
    const skillset = await ana.make('/v1/skillset/create', { name: 'Tried', visibility: 'public' });
    const tryOut = async (person: Person) =>
      String((await person.ask(`/v1/hub/skillset/${skillset}/session/create`, {})).body['id']);
    const [hers, other] = [await tryOut(eve), await tryOut(ben)];
    expect((await eve.ask('/v1/account/delete', { email: 'ana@example.com' })).status).toBe(422);
    const gone = await eve.ask('/v1/account/delete', { email: 'Eve@example.com' });
    expect(gone.body).toMatchObject({ counts: { conversations: 2, widgets: 1, bots: 1, files: 1 } });
    expect(await left(session.conversationId)).toEqual(GONE);
    expect([(await left(hers)).at(-1), (await left(other)).at(-1)]).toEqual([0, 1]);
    expect(await test.database.select().from(widgets).where(eq(widgets.id, widgetId))).toEqual([]);
    expect((await eve.ask('/v1/widget/list')).status).toBeGreaterThanOrEqual(400);
    const [stored] = await test.database.select().from(users).where(eq(users.email, 'max@example.com'));
    const at = `/v1/operator/account/${stored?.id ?? ''}/delete`;
    expect((await max.ask(at, {})).status).toBe(403);
    expect((await olga.ask(at, {})).status).toBe(200);
    expect((await olga.ask('/v1/account/delete', { email: 'olga@example.com' })).status).toBe(409);
  });
});

describe('FS-9 A709 what is exported is whole, and runs nothing', () => {
  async function unzip(person: Person, path: string): Promise<Record<string, string>> {
    const response = await test.call(path, { method: 'POST', headers: person.headers });
    expect(response.status).toBe(200);
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  it('A709 a conversation as JSON, as a page without markup of strangers, and its files under harmless names', async () => {
    const session = await talk(shop);
    const entries = await unzip(ana, `/v1/conversation/${session.conversationId}/export`);
    const [exported] = JSON.parse(entries['conversations/00001.json'] ?? '') as { messages: { text: string }[] }[];
    expect(exported?.messages.map(({ text }) => text)).toEqual([
      '<script>alert(1)</script> & "hello"',
      'It is on its way.',
    ]);
    const page = entries['conversations/00001.html'] ?? '';
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;hello&quot;');
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain(`default-src 'none'`);
    const file = Object.keys(entries).find((name) => name.startsWith('files/')) ?? '';
    expect(file).toMatch(/^files\/[A-Za-z0-9_-]+[A-Za-z0-9._-]*txt$/);
    expect(entries[file]).toBe('my secret order');
    expect((await ben.ask(`/v1/conversation/${session.conversationId}/export`, {})).status).toBe(404);
    expect((await audit(ana))[0]).toMatchObject({ action: 'conversation.export', actor: 'person' });
  });

  it('A709 is a file to be kept by whoever asked for it, and by nobody in between', async () => {
    const { conversationId } = await talk(shop, 'frida');
    for (const [path, name] of [
      [`/v1/conversation/${conversationId}/export`, 'conversation'],
      ['/v1/subject/export?subject=frida', 'subject'],
      ['/v1/account/export', 'account'],
    ]) {
      const { headers } = await test.call(path ?? '', { method: 'POST', headers: ana.headers });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': expect.stringMatching(
          new RegExp(`^attachment; filename="sotto-${name ?? ''}-\\d{4}-\\d{2}-\\d{2}\\.zip"$`),
        ) as string,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('A709 results of tools in a trial go to who made what was tried, and to nobody else', async () => {
    const skillset = await ana.make('/v1/skillset/create', { name: 'Tried by others', visibility: 'public' });
    const parts: MessagePart[] = [
      {
        type: 'tool',
        callId: 'c',
        name: 'look',
        state: 'done',
        input: {},
        output: 'shelf 9',
        startedAt: 1,
        endedAt: 2,
      },
      { type: 'text', text: 'It is here.' },
    ];
    const exportTrial = async (person: Person): Promise<string> => {
      const { body } = await person.ask(`/v1/hub/skillset/${skillset}/session/create`, {});
      const session = { conversationId: String(body['id']), token: String(body['token']), expiresAt: 0 };
      await (await test.send(session, { id: clientId(), text: 'Where is order 7?' })).text();
      const isReply = and(eq(messages.conversationId, session.conversationId), eq(messages.type, 'bot'));
      await test.database.update(messages).set({ parts }).where(isReply);
      return Object.values(await unzip(person, `/v1/conversation/${session.conversationId}/export`)).join('\n');
    };
    const ofOther = await exportTrial(await test.person('cyd'));
    expect(ofOther).toContain('It is here.');
    expect(ofOther).not.toContain('shelf 9');
    expect(await exportTrial(ana)).toContain('shelf 9');
  });

  it('A709 a subject, and an account without anything that opens something', async () => {
    await talk(shop, 'erin');
    const ofSubject = await unzip(ana, `/v1/subject/export?subject=erin`);
    expect(JSON.parse(ofSubject['conversations/00001.json'] ?? '')).toHaveLength(1);
    const { secret: key } = (await ana.ask('/v1/secret/create', { name: 'CI' })).body as { secret: string };
    const entries = await unzip(ana, '/v1/account/export');
    const all = Object.values(entries).join('\n');
    expect(JSON.parse(entries['account/widgets.json'] ?? '')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: shop, retentionDays: 365, attachmentRetentionDays: 90 })]),
    );
    for (const hidden of [secret, key, 'digest', 'identitySecret']) expect(all).not.toContain(hidden);
    const withKey = { method: 'POST', headers: { Authorization: `Bearer ${key}` } };
    expect((await test.call('/v1/account/export', withKey)).status).toBe(403);
  });
});

describe('FS-9 A707 the audit log', () => {
  it('A707 names who did what: sign-ins, keys, changes of widgets, reads, each with the network', async () => {
    const carl = await test.person('carl');
    const widgetId = await makeWidget(carl);
    const session = await talk(widgetId);
    await carl.ask(`/v1/integration/widget/${widgetId}/update`, { retentionDays: 30 });
    const { id } = (await carl.ask('/v1/secret/create', { name: 'CI' })).body as { id: string };
    await carl.ask(`/v1/secret/${id}/delete`, {});
    await carl.ask(`/v1/conversation/${session.conversationId}/fetch`);
    const entries = await audit(carl);
    expect(entries.map(({ action }) => action)).toEqual([
      'conversation.read',
      'key.delete',
      'key.create',
      'widget.update',
      'widget.create',
      'account.signin',
      'account.create',
    ]);
    expect(entries[3]?.details).toMatchObject({ fields: ['retentionDays'] });
    expect(JSON.stringify(entries)).not.toContain('alert(1)');
    const csv = await (await test.call('/v1/audit/export', { method: 'POST', headers: carl.headers })).text();
    expect(csv.split('\r\n')[1]).toContain('audit.export');
  });

  it('A707 shows an account its own entries only, and operators those of the server', async () => {
    expect((await ben.ask('/v1/operator/audit/list')).status).toBe(403);
    const ofBen = (await audit(ben)).map(({ actorId }) => actorId);
    expect(new Set(ofBen).size).toBe(1);
    await olga.ask('/v1/operator/pause', { isPaused: true });
    await olga.ask('/v1/operator/pause', { isPaused: false });
    const all = (await olga.ask('/v1/operator/audit/list?take=100')).body['items'] as Entry[];
    expect(all.slice(0, 2).map(({ action }) => action)).toEqual(['server.resume', 'server.pause']);
    expect(await verifyAudit(test.database)).toMatchObject({ fault: undefined });
  });

  it('A707 records a refused sign-in of an account, and not what strangers type', async () => {
    const Origin = 'http://localhost:3000';
    const before = (await verifyAudit(test.database)).rows;
    for (const email of ['ben@example.com', 'nobody@example.com'])
      await test.call('/v1/auth/signin/password', { body: { email, password: 'x' }, headers: { Origin } });
    expect((await audit(ben))[0]).toMatchObject({
      action: 'account.signin-refused',
      actor: 'anonymous',
      actorId: null,
    });
    expect((await verifyAudit(test.database)).rows).toBe(before + 1);
  });
});
