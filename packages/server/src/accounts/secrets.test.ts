import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { readUserByEmail } from '../db/queries/accounts/userQueries';
import { startBuilderTest } from '../testing/builder';
import { createApiSecret, readApiSecret } from './secrets';

it('A606 a key works until the moment it expires, and no longer', async () => {
  const test = await startBuilderTest();
  onTestFinished(() => test.server.close(0));
  await test.person('ana');
  const { id: userId = '' } = (await readUserByEmail(test.database, 'ana@example.com')) ?? {};
  const owner = { userId, workspaceId: userId };
  const clock = createManualClock();
  const key = { name: 'CI', scopes: [], expiresAt: clock.now() + 1_000 };
  const { id, secret } = await createApiSecret(test.database, clock, owner, key);
  clock.advance(999);
  expect(await readApiSecret(test.database, clock, secret)).toMatchObject({ id });
  clock.advance(1);
  expect(await readApiSecret(test.database, clock, secret)).toBeUndefined();
}, 60_000);
