import { eq, like } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteExpiredFiles } from '../../db/queries/conversations/fileQueries';
import { files } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;
let test: BuilderTest;
let ana: Person;
let botId: string;
let picture: Uint8Array;
beforeAll(async () => {
  test = await startBuilderTest();
  ana = await test.person('ana');
  botId = await ana.make('/v1/bot/create', { name: 'Bot' });
  picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(() => test.server.close(0));

async function upload(bytes: Uint8Array, who = ana): Promise<{ status: number; id: string }> {
  const body = new FormData();
  body.set('file', new File([Uint8Array.from(bytes)], 'logo.png', { type: 'image/png' }));
  const response = await test.server.fetch(
    new Request('http://localhost:3000/v1/integration/widget/icon/upload', {
      method: 'POST',
      body,
      headers: who.headers,
    }),
  );
  return { status: response.status, id: String(((await response.json()) as { id?: string }).id) };
}
const show = (id: string): Promise<Response> => test.call(`/v1/file/${id}/thumbnail/download?cache=true&version=1`);
const statusOf = async (id: string): Promise<number> => (await show(id)).status;
const makeWidget = (config: object): Promise<string> =>
  ana.make('/v1/integration/widget/create', { name: 'W', botId, config });
const save = async (id: string, config: object): Promise<number> =>
  (await ana.ask(`/v1/integration/widget/${id}/update`, { config })).status;

describe('OW-27 pictures of a widget that its owner uploads', () => {
  it('are drawn small, and what is no picture or too large is refused', async () => {
    const { status, id } = await upload(picture);
    expect(status).toBe(200);
    const shown = await show(id);
    const { format, width } = await sharp(await shown.arrayBuffer()).metadata();
    expect([shown.headers.get('cache-control'), format, width]).toEqual([
      'public, max-age=31536000, immutable',
      'webp',
      256,
    ]);
    expect((await upload(new TextEncoder().encode('<html>'))).status).toBe(422);
    expect((await upload(new Uint8Array(5_242_881))).status).toBe(413);
  });

  it('stay while a widget of the account shows them, and go with the last one', async () => {
    const { id: icon } = await upload(picture);
    const first = await makeWidget({ barIcon: icon, botIcon: icon });
    const second = await makeWidget({ barIcon: icon });
    expect(await save(first, { barIcon: null, botIcon: icon })).toBe(200);
    expect(await save(first, { barIcon: '' })).toBe(200);
    expect(await statusOf(icon)).toBe(200);
    await ana.make(`/v1/integration/widget/${second}/delete`);
    expect(await statusOf(icon)).toBe(404);
    expect(await test.database.select().from(files).where(eq(files.id, icon))).toEqual([]);

    const { id: other } = await upload(picture);
    expect(await save(first, { barIcon: other })).toBe(200);
    expect(await save(first, { barIcon: 'https://shop.example/logo.png' })).toBe(200);
    expect(await statusOf(other)).toBe(404);
  });

  it('go after a day unless a widget was saved with them', async () => {
    const [kept, forgotten] = [await upload(picture), await upload(picture)];
    await makeWidget({ buttonIcon: kept.id });
    expect([await statusOf(kept.id), await statusOf(forgotten.id)]).toEqual([200, 200]);
    const bytes = await deleteExpiredFiles(test.database, Date.now() + DAY_MS + 60_000);
    expect(bytes).toContain(forgotten.id);
    expect(bytes.filter((id) => id.startsWith(forgotten.id))).toHaveLength(2);
    expect([await statusOf(kept.id), await statusOf(forgotten.id)]).toEqual([200, 404]);
    const [row] = await test.database.select().from(files).where(eq(files.id, kept.id));
    expect(row?.expiresAt).toBeNull();
  });

  it('are deleted by their own account alone', async () => {
    const { id: icon } = await upload(picture);
    const mine = await makeWidget({ barIcon: icon });
    const ben = await test.person('ben');
    const bot = await ben.make('/v1/bot/create', { name: 'Bot' });
    const theirs = await ben.make('/v1/integration/widget/create', {
      name: 'W',
      botId: bot,
      config: { barIcon: icon },
    });
    await ben.make(`/v1/integration/widget/${theirs}/delete`);
    expect(await statusOf(icon)).toBe(200);
    await ana.make(`/v1/integration/widget/${mine}/delete`);
    expect(await test.database.select().from(files).where(like(files.digest, 'icon of %'))).not.toContainEqual(
      expect.objectContaining({ id: icon }),
    );
  });
});
