import { systemClock, type Clock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { oneTimeCode } from '../../testing/oneTimeCode';
import { POINT_PNG } from '../../testing/sampleFiles';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs };
let test: BuilderTest;
beforeAll(async () => {
  test = await startBuilderTest({ clock });
});
afterAll(() => test.server.close(0));

const userOf = async (person: Person): Promise<Record<string, unknown>> =>
  (await person.ask('/v1/auth/session')).body['user'] as Record<string, unknown>;

async function upload(person: Person, bytes: Uint8Array): Promise<{ status: number; image: string | null }> {
  const body = new FormData();
  body.set('file', new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' }));
  const response = await test.server.fetch(
    new Request('http://localhost:3000/v1/account/picture/upload', { method: 'POST', body, headers: person.headers }),
  );
  const answer = (await response.json()) as { user?: { image: string | null } };
  return { status: response.status, image: answer.user?.image ?? null };
}

describe('OW-11 what others see of an account', () => {
  it('is the name that the person chose, on the Hub too', async () => {
    const ana = await test.person('ana');
    const id = await ana.make('/v1/skillset/create', {
      name: 'Orders',
      description: 'Finds them',
      visibility: 'public',
    });
    expect((await ana.ask('/v1/account/profile/update', { name: ' Ana Torres ' })).body).toMatchObject({
      user: { name: 'Ana Torres', displayName: 'Ana Torres' },
    });
    expect((await ana.ask(`/v1/hub/skillset/${id}/fetch`)).body).toMatchObject({
      item: { user: { name: 'Ana Torres' } },
    });
    expect((await ana.ask('/v1/account/profile/update', { name: ' ' })).status).toBe(400);
    expect((await userOf(ana))['name']).toBe('Ana Torres');
  });

  it('is a picture drawn from what was sent; the one before is gone, and what is no picture is refused', async () => {
    const ben = await test.person('ben');
    const first = await upload(ben, POINT_PNG);
    const image = first.image ?? '';
    expect([first.status, (await userOf(ben))['image']]).toEqual([200, image]);
    const shown = await test.call(new URL(image).pathname + new URL(image).search);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/webp']);

    expect((await upload(ben, new TextEncoder().encode('<html>'))).status).toBe(422);
    expect((await upload(ben, new Uint8Array(5_242_881))).status).toBe(413);
    expect((await userOf(ben))['image']).toBe(image);

    const second = await upload(ben, POINT_PNG);
    expect(second.image).not.toBe(image);
    expect((await test.call(new URL(image).pathname)).status).toBe(404);
    expect((await ben.ask('/v1/account/picture/delete', {})).body).toMatchObject({ user: { image: null } });
    expect((await test.call(new URL(second.image ?? '').pathname)).status).toBe(404);
  });

  it('goes with the account', async () => {
    const cleo = await test.person('cleo');
    const { image } = await upload(cleo, POINT_PNG);
    expect((await cleo.ask('/v1/account/delete', { email: 'cleo@example.com' })).status).toBe(200);
    expect((await test.call(new URL(image ?? '').pathname)).status).toBe(404);
  });
});

describe('OW-15 a sign-in that is older than 15 minutes', () => {
  it('is confirmed with a code by mail, in the same browser', async () => {
    aheadMs = 0;
    const dora = await test.person('dora');
    aheadMs = 16 * 60_000;
    const gone = await dora.ask('/v1/account/delete', { email: 'dora@example.com' });
    expect([gone.status, gone.body]).toMatchObject([403, { details: [{ path: 'stepUp' }] }]);
    expect((await dora.ask('/v1/auth/step-up/fetch')).body).toEqual({ isFresh: false, hasSecondFactor: false });
    await dora.ask('/v1/auth/step-up/begin', {});
    expect((await dora.ask('/v1/auth/step-up/verify', { code: '000000' })).status).toBe(401);
    expect((await dora.ask('/v1/auth/second-factor/begin', {})).status).toBe(403);
    const code = test.mailer.codeFor('dora@example.com');
    const eve = await test.person('eve');
    const mails = () => test.mailer.mailsTo('eve@example.com').length;
    const first = mails();
    for (let count = 0; count < 10; count += 1) await eve.ask('/v1/auth/step-up/begin', {});
    // Then a wait begins, as for codes to sign in with.
    expect(mails() - first).toBe(6);
    expect((await dora.ask('/v1/auth/step-up/verify', { code })).status).toBe(200);
    expect((await dora.ask('/v1/auth/step-up/fetch')).body).toMatchObject({ isFresh: true });
    expect((await dora.ask('/v1/auth/session/list')).body['items']).toHaveLength(1);
    const begun = await dora.ask('/v1/auth/second-factor/begin', {});
    expect(begun.status).toBe(200);

    // With a second factor, that is what confirms it: a mail alone does not.
    const secret = String(begun.body['secret']);
    const now = clock.now();
    expect((await dora.ask('/v1/auth/second-factor/confirm', { code: oneTimeCode(secret, now) })).status).toBe(200);
    aheadMs += 16 * 60_000;
    const before = test.mailer.mailsTo('dora@example.com').length;
    await dora.ask('/v1/auth/step-up/begin', {});
    expect(test.mailer.mailsTo('dora@example.com')).toHaveLength(before);
    expect((await dora.ask('/v1/auth/step-up/verify', { code: '000000' })).status).toBe(422);
    expect((await dora.ask('/v1/auth/step-up/verify', { code: oneTimeCode(secret, clock.now()) })).status).toBe(200);
    expect((await dora.ask('/v1/auth/step-up/fetch')).body).toEqual({ isFresh: true, hasSecondFactor: true });
    aheadMs = 0;
  });
});
