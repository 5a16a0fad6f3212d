import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Vault } from '../../accounts/vault';
import { createManualClock } from '../../testing/manualClock';
import { HMAC_ENDS, readIdentity } from './identity';

it('SV-18: an HMAC is accepted until the day that the guide names', async () => {
  const widget = { id: 'w', identitySecret: 'secret', identityFreshnessMs: 86_400_000 };
  const identity = createHmac('sha256', 'secret').update('a@example.com').digest('hex');
  const vault = { openOrPlain: (text: string) => text } as unknown as Vault;
  const read = (now: number) =>
    readIdentity(widget, { email: 'a@example.com', identity }, { vault, clock: createManualClock(now) });
  expect(await read(HMAC_ENDS - 1)).toMatchObject({ subject: 'a@example.com' });
  await expect(read(HMAC_ENDS)).rejects.toMatchObject({
    code: 'NOT_AUTHORIZED',
    message: 'An HMAC is no longer accepted as proof of identity: send a signed token (JWT)',
  });

  const lastDay = new Date(HMAC_ENDS - 1);
  const words = lastDay.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const guide = readFileSync(new URL('../../../../../docs/guides/builder.md', import.meta.url), 'utf8');
  expect(guide).toContain(`is accepted until ${words}`);
});
