import { hubItemSchema } from '@sotto/hub-api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest } from '../testing/visit';
import { profileRoute } from './ProfilePage';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: SiteTest;
beforeAll(async () => {
  site = await startSiteTest([profileRoute]);
});
afterAll(() => site.server.server.close(0));

it('H-9 a profile counts what somebody shares, and no clones or tries before there are any', async () => {
  const ana = await site.person('ana');
  const body = { name: 'Parcel tracker', visibility: 'public' };
  const made = await site.server.call('/v1/skillset/create', { body, headers: ana.headers });
  const { id } = (await made.json()) as { id: string };
  const shown = v.parse(hubItemSchema, await (await site.server.call(`/v1/hub/skillset/${id}/fetch`)).json());
  const path = `/hub/users/${shown.item.user?.id ?? ''}`;
  const read = async () => (await site.anybody().get(path)).html.replaceAll(/<[^>]+>/g, '');
  const before = await read();
  expect(before).toContain('1 item shared');
  expect(before).not.toMatch(/\d clones?|\d tr(?:y|ies)/);
  const ben = await site.person('ben');
  const clone = { name: 'Mine', clonedFrom: { id } };
  await site.server.call('/v1/skillset/create', { body: clone, headers: ben.headers });
  await vi.waitFor(async () => expect(await read()).toContain('1 clone'), { timeout: 10_000 });
});
