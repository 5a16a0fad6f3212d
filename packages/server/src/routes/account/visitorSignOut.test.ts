import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../db/auditSchema';
import { endedSubjects } from '../../db/schema';
import { createEndedSessions } from '../../domain/conversations/endedSessions';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import type { TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Opened = TestSession & { readonly resumed: boolean };

describe('A608 FS-12 the sessions of a visitor who was signed out', () => {
  const clock = createManualClock(Date.parse('2026-11-25T08:00:00Z'));
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let widgets: { id: string; secret: string }[];
  beforeAll(async () => {
    test = await startBuilderTest({ clock });
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'B' });
    widgets = [];
    for (const name of ['one', 'two']) {
      const id = await ana.make('/v1/integration/widget/create', { botId, name });
      const { body } = await ana.ask(`/v1/integration/widget/${id}/identity/create`, {});
      widgets.push({ id, secret: String(body['secret']) });
    }
  });
  afterAll(() => test.server.close(0));

  const create = (index: number, body: object = {}, token?: string) =>
    test.call(`/v1/integration/widget/${widgets[index]?.id ?? ''}/session/create`, { body, token });
  const open = async (index: number, body: object = {}, token?: string): Promise<Opened> => {
    const response = await create(index, body, token);
    expect(response.status).toBe(200);
    return (await response.json()) as Opened;
  };
  const proofOf = (index: number, sub: string) =>
    new SignJWT({ sub })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor(clock.now() / 1000) + 3600)
      .sign(new TextEncoder().encode(widgets[index]?.secret));
  const identified = async (index: number, sub: string) => ({ contact: { identity: await proofOf(index, sub) } });
  const status = async ({ conversationId, token }: TestSession) =>
    (await test.call(`/v1/conversation/${conversationId}/message/list`, { token })).status;
  const signOut = ({ conversationId }: TestSession, by = ana) =>
    by.ask(`/v1/conversation/${conversationId}/sign-out`, {});

  it('end for an anonymous conversation: its token is refused, and is no way back into it', async () => {
    const [session, other] = [await open(0), await open(0)];
    expect(await status(session)).toBe(200);
    clock.advance(1_000);
    expect(await signOut(session)).toEqual({ status: 200, body: { conversations: 1 } });
    expect([await status(session), await status(other)]).toEqual([401, 200]);
    const again = await open(0, { conversationId: session.conversationId }, session.token);
    expect(again).toMatchObject({ resumed: false });
    expect(again.conversationId).not.toBe(session.conversationId);
    clock.advance(1_000);
    expect(await status(await open(0))).toBe(200);
  });

  it('end for somebody the host vouched for in the whole widget, whose older proof begins none', async () => {
    const carol = await identified(0, 'carol');
    const [first, second] = [await open(0, carol), await open(0, carol)];
    const [elsewhere, dave] = [await open(1, await identified(1, 'carol')), await open(0, await identified(0, 'dave'))];
    clock.advance(1_000);
    expect((await signOut(first)).body).toEqual({ conversations: 2 });
    expect([await status(first), await status(second), await status(elsewhere), await status(dave)]).toEqual([
      401, 401, 200, 200,
    ]);
    expect((await create(0, carol)).status).toBe(403);
    expect((await create(0, { ...carol, conversationId: first.conversationId }, first.token)).status).toBe(403);
    clock.advance(1_000);
    expect(await status(await open(0, await identified(0, 'carol')))).toBe(200);
  });

  it('end in every widget of the account, by the subject', async () => {
    const erin = [await open(0, await identified(0, 'erin')), await open(1, await identified(1, 'erin'))] as const;
    clock.advance(1_000);
    expect((await ben.ask('/v1/subject/sign-out', { subject: 'erin' })).body).toEqual({ conversations: 0 });
    expect(await status(erin[0])).toBe(200);
    expect((await ana.ask('/v1/subject/sign-out', { subject: 'erin' })).body).toEqual({ conversations: 2 });
    expect([await status(erin[0]), await status(erin[1])]).toEqual([401, 401]);
  });

  it('are ended by nobody but the owner and an operator, and each end is recorded', async () => {
    const session = await open(0);
    clock.advance(1_000);
    expect((await signOut(session, ben)).status).toBe(404);
    const path = `/v1/operator/conversation/${session.conversationId}/sign-out`;
    expect((await ben.ask(path, {})).status).toBe(403);
    expect(await status(session)).toBe(200);
    expect((await ana.ask(path, {})).status).toBe(200);
    expect(await status(session)).toBe(401);
    const recorded = (await test.database.select().from(auditLog)).filter(
      ({ action }) => action === 'visitor.sign-out',
    );
    expect(recorded.map(({ targetId }) => targetId)).toEqual(
      expect.arrayContaining([
        session.conversationId,
        // Rows outlive what they are about: the name of a subject is not in them.
        expect.stringMatching(/^subject_[\w-]{22}$/) as string,
      ]),
    );
    expect(JSON.stringify(recorded)).not.toContain('erin');
  });

  it('leave no name behind once every proof of that time is too old', async () => {
    const { sweep } = createEndedSessions({
      db: test.database,
      clock: { ...clock, now: () => clock.now() + 26 * 3_600_000 },
      live: { notify: async () => undefined } as never,
    });
    expect((await test.database.select().from(endedSubjects)).length).toBeGreaterThan(0);
    await sweep();
    expect(await test.database.select().from(endedSubjects)).toEqual([]);
  });
});
