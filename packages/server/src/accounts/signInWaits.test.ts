import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createTestMailer, type TestMailer } from '../testing/testSignIn';
import { startTestServer, type TestServer } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
let mailer: TestMailer;
let test: TestServer;
beforeEach(async () => {
  mailer = createTestMailer();
  test = await startTestServer({ mailer, clock, config: { publicUrl: 'http://localhost:3000', trustedProxies: 1 } });
});
afterEach(() => test.server.close(0));

const EMAIL = 'victim@example.com';
const ask = async (from: string): Promise<number> =>
  (
    await test.call('/v1/auth/signin/email', {
      body: { email: EMAIL },
      headers: { Origin: 'http://localhost:3000', 'X-Forwarded-For': from },
    })
  ).status;

describe('SV-7 mails with codes', () => {
  it('reach one address a few at once and then ever more rarely, from however many networks they are requested', async () => {
    for (let tries = 0; tries < 31; tries += 1) expect(await ask(`198.51.100.${String(tries)}`)).toBe(200);
    expect(mailer.mailsTo(EMAIL).length).toBe(6);
    let sinceLastMs = 0;
    let longestMs = 0;
    for (let minutes = 0; minutes < 60; minutes += 1) {
      clock.advance(60_000);
      const before = mailer.mailsTo(EMAIL).length;
      await ask(`203.0.113.${String(minutes)}`);
      sinceLastMs += 60_000;
      if (mailer.mailsTo(EMAIL).length > before) sinceLastMs = 0;
      longestMs = Math.max(longestMs, sinceLastMs);
    }
    expect(mailer.mailsTo(EMAIL).length).toBeLessThanOrEqual(20);
    // The owner of the address always has a mail whose link works: it does for ten minutes.
    expect(longestMs).toBeLessThan(600_000);
  });
});
