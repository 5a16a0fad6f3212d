import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const NOTE = 'A regular, be generous';

describe('notes and labels of a conversation', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let widgetId: string;
  let session: TestSession;
  let at: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Help', botId });
    session = await test.openSession(widgetId);
    await (await test.send(session, { id: clientId(), text: 'Do you ship?' })).text();
    at = `/v1/conversation/${session.conversationId}`;
  });
  afterAll(() => test.server.close(0));

  const items = async (path: string, who = ana) =>
    (await who.ask(path)).body['items'] as { id: string; name?: string; text?: string; author?: string }[];

  it('keeps notes for the owner, and never gives them to the visitor or the model', async () => {
    await ana.make(`${at}/note/create`, { text: NOTE });
    expect(await items(`${at}/note/list`)).toMatchObject([{ text: NOTE, author: 'ana' }]);

    const bearer = { token: session.token };
    expect((await test.call(`${at}/note/list`, bearer)).status).toBe(401);
    expect((await test.call(`${at}/note/create`, { ...bearer, body: { text: 'x' } })).status).toBe(401);
    expect((await test.call(`${at}/label/list`, bearer)).status).toBe(401);
    for (const path of ['message/list', 'live']) {
      const response = await test.call(`${at}/${path}`, bearer);
      expect([path, response.status, (await response.text()).includes(NOTE)]).toEqual([path, 200, false]);
    }
    const reply = await test.send(session, { id: clientId(), text: 'And to Lisbon?' });
    expect(await reply.text()).not.toContain(NOTE);
    expect(JSON.stringify(test.model.requests)).toContain('And to Lisbon?');
    expect(JSON.stringify(test.model.requests)).not.toContain(NOTE);
    expect((await ben.ask(`${at}/note/list`)).status).toBe(404);
    expect((await ben.ask(`${at}/note/create`, { text: 'x' })).status).toBe(404);
  });

  it('is in the export of the owner', async () => {
    const response = await test.call(`${at}/export`, { method: 'POST', headers: ana.headers });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const json = new TextDecoder().decode(files['conversations/00001.json']);
    expect(json).toContain(NOTE);
  });

  it('deletes a note', async () => {
    const id = await ana.make(`${at}/note/create`, { text: 'Wrong' });
    expect((await ben.ask(`${at}/note/${id}/delete`, {})).status).toBe(404);
    await ana.make(`${at}/note/${id}/delete`);
    expect((await items(`${at}/note/list`)).map(({ text }) => text)).toEqual([NOTE]);
  });

  it('puts labels on conversations, finds by them, and takes them off', async () => {
    const id = await ana.make(`${at}/label/upsert`, { name: 'Refund' });
    expect(await ana.make(`${at}/label/upsert`, { name: 'refund' })).toBe(id);
    const other = await test.openSession(widgetId);
    await (await test.send(other, { id: clientId(), text: 'Something else' })).text();
    expect(await items('/v1/label/list')).toEqual([{ id, name: 'Refund' }]);
    expect(await items('/v1/label/list', ben)).toEqual([]);
    const [found, ...rest] = await items(`/v1/inbox/list?labelId=${id}`);
    expect(found).toMatchObject({ id: session.conversationId, labels: [{ id, name: 'Refund' }] });
    expect(rest).toEqual([]);
    expect((await ben.ask(`${at}/label/upsert`, { name: 'Mine' })).status).toBe(404);
    expect((await ben.ask(`/v1/label/${id}/delete`, {})).status).toBe(404);
    await ana.make(`${at}/label/${id}/delete`);
    expect(await items(`${at}/label/list`)).toEqual([]);
    await ana.make(`${at}/label/upsert`, { name: 'Refund' });
    await ana.make(`/v1/label/${id}/delete`);
    expect(await items(`${at}/label/list`)).toEqual([]);
  });

  it('goes with its conversation', async () => {
    await ana.make(`${at}/label/upsert`, { name: 'Last' });
    await ana.ask(`${at}/delete`, {});
    expect((await ana.ask(`${at}/note/list`)).status).toBe(404);
    const { rows } = await (test.database as never as { execute(sql: string): Promise<{ rows: object[] }> }).execute(
      'select text from conversation_notes union all select label_id from conversation_labels',
    );
    expect(rows).toEqual([]);
  });
});
