import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneTimeCode } from '../../../../server/src/testing/oneTimeCode';
import { startSiteTest, type SiteTest } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
});
afterAll(() => test.server.server.close(0));

const hidden = (html: string, name: string): string =>
  (new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

describe('A710 the second factor by forms', () => {
  it('is set up with a QR code, asked for at the sign-in, and turned off', async () => {
    const ana = await test.person('ana');
    expect((await ana.get('/account')).html).toContain('Two-factor authentication');
    const begun = await ana.send('/account', { form: 'factorbegin' });
    const [secret, uri] = [hidden(begun.html, 'secret'), hidden(begun.html, 'uri')];
    expect(begun.html).toContain('role="img" aria-label="QR code with the key for your app"');
    const wrong = await ana.send('/account', { form: 'factorconfirm', code: '000000', secret, uri });
    expect([wrong.status, hidden(wrong.html, 'secret'), wrong.html.includes('This code is incorrect')]).toEqual([
      422,
      secret,
      true,
    ]);
    expect(wrong.html).not.toContain('value="000000"');
    const code = oneTimeCode(secret, Date.now());
    const on = await ana.send('/account', { form: 'factorconfirm', code, secret, uri });
    const recovery = [...on.html.matchAll(/\b(?:[a-z2-7]{4}-){3}[a-z2-7]{4}\b/g)].map(([each]) => each);
    expect(new Set(recovery).size).toBe(10);
    const again = await ana.get('/account');
    expect(again.html).toContain('10 recovery codes are left.');
    expect(again.html).not.toContain(recovery[0]);

    const browser = test.anybody();
    await browser.send('/signin', { form: 'email', email: 'ana@example.com' });
    const half = await browser.send('/signin', {
      form: 'code',
      email: 'ana@example.com',
      code: test.mailer.codeFor('ana@example.com'),
      callbackUrl: '/usage',
    });
    expect(half.location).toBe('/signin?callbackUrl=%2Fusage');
    const cookie = half.cookies.find((each) => each.startsWith('sotto_user='))?.split(';')[0] ?? '';
    browser.headers['Cookie'] = cookie;
    expect((await browser.get('/usage')).location).toBe('/signin?callbackUrl=%2Fusage');
    expect((await browser.get('/signin?callbackUrl=%2Fusage')).html).toContain('one of your recovery codes');
    const refused = await browser.send('/signin', { form: 'factor', code: '000000', callbackUrl: '/usage' });
    expect([refused.status, hidden(refused.html, 'callbackUrl')]).toEqual([422, '/usage']);
    const done = await browser.send('/signin', { form: 'factor', code: recovery[0] ?? '', callbackUrl: '/usage' });
    expect(done.location).toBe('/usage');
    expect((await browser.get('/usage')).status).toBe(200);

    const off = await ana.send('/account', { form: 'factorremove', code: recovery[1] ?? '' });
    expect(off.location).toBe('/account?saved#factor');
    expect((await ana.get('/account')).html).toContain('>Turn on with an app</button>');
  });

  it('a sign-in that waits for it can be given up', async () => {
    const ben = await test.person('ben');
    const secret = hidden((await ben.send('/account', { form: 'factorbegin' })).html, 'secret');
    await ben.send('/account', { form: 'factorconfirm', code: oneTimeCode(secret, Date.now()) });
    const browser = test.anybody();
    await browser.send('/signin', { form: 'email', email: 'ben@example.com' });
    const half = await browser.send('/signin', {
      form: 'code',
      email: 'ben@example.com',
      code: test.mailer.codeFor('ben@example.com'),
    });
    browser.headers['Cookie'] = half.cookies.find((each) => each.startsWith('sotto_user='))?.split(';')[0] ?? '';
    await browser.send('/signin', { form: 'again', callbackUrl: '/usage' });
    expect((await browser.get('/signin')).html).toContain('Send me a code');
  });
});
