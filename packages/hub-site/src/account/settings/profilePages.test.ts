import { systemClock, type Clock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest } from '../../testing/visit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let aheadMs = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs };
let test: SiteTest;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes, {}, { clock });
});
afterAll(() => test.server.server.close(0));

const sectionOf = (html: string, id: string): string =>
  new RegExp(`<section id="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';

describe('OW-11 the profile', () => {
  it('changes the name that others read', async () => {
    const ana = await test.person('ana');
    const sent = await ana.send('/account', { form: 'profile', anchor: 'profile', name: 'Ana Torres' });
    expect(sent.location).toBe('/account?saved#profile');
    const { html } = await ana.get('/account');
    expect(sectionOf(html, 'profile')).toContain('value="Ana Torres"');
    expect((await ana.get('/overview')).html).toContain('Hello Ana Torres.');
    expect((await ana.send('/account', { form: 'profile', name: ' ' })).status).toBe(422);
  });

  it('turns the weekly mail off and on, and shows that this server sends none', async () => {
    const eva = await test.person('eva');
    const checked = async (): Promise<boolean> =>
      / checked=""/.test(sectionOf((await eva.get('/account')).html, 'mail'));
    expect(await checked()).toBe(true);
    const sent = await eva.send('/account', { form: 'mail', anchor: 'mail' });
    expect([sent.location, await checked()]).toEqual(['/account?saved#mail', false]);
    await eva.send('/account', { form: 'mail', anchor: 'mail', isOn: 'on' });
    expect(await checked()).toBe(true);
    expect(sectionOf((await eva.get('/account')).html, 'mail')).toContain('This server sends no weekly mail');
  });

  it('deletes the account after a plain list of what goes with it', async () => {
    const ben = await test.person('ben');
    await ben.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    const section = sectionOf((await ben.get('/account')).html, 'delete');
    expect(section).toContain('<li>1 ability set</li>');
    expect(section).not.toContain('0 ');
    const wrong = await ben.send('/account', { form: 'account', anchor: 'delete', email: 'ana@example.com' });
    expect(sectionOf(wrong.html, 'delete')).toContain('Enter the email address of this account');
    const gone = await ben.send('/account', { form: 'account', anchor: 'delete', email: 'ben@example.com' });
    expect(gone.html).toMatch(/Your account is deleted.*receipt_/s);
    expect((await ben.get('/account')).location).toContain('/signin');
  });
});

describe('OW-15 a form that needs a recent sign-in', () => {
  it('asks for the code in its own place, and goes on there', async () => {
    aheadMs = 0;
    const cleo = await test.person('cleo');
    aheadMs = 16 * 60_000;
    const refused = await cleo.send('/account', { form: 'factorbegin', anchor: 'factor' });
    const section = sectionOf(refused.html, 'factor');
    expect(section).toContain('We sent a code of six digits to <bdi>cleo@example.com</bdi>.');
    expect(refused.html.match(/Confirm that it is you/g)).toHaveLength(2);
    expect(refused.html).not.toContain('Sign out and in again');
    const code = test.mailer.codeFor('cleo@example.com');
    const wrong = await cleo.send('/account', { form: 'stepup', anchor: 'factor', code: '000000' });
    expect(sectionOf(wrong.html, 'factor')).toContain('This code is incorrect');
    expect(wrong.html).not.toContain('000000');
    const right = await cleo.send('/account', { form: 'stepup', anchor: 'factor', code });
    expect(right.location).toBe('/account?confirmed=factor#factor');
    expect(sectionOf((await cleo.get('/account?confirmed=factor')).html, 'factor')).toContain('You can continue here');
    expect((await cleo.send('/account', { form: 'factorbegin', anchor: 'factor' })).html).toContain('Scan this code');
  });

  it('the account is deleted only by who confirms it', async () => {
    aheadMs = 0;
    const dora = await test.person('dora');
    aheadMs = 16 * 60_000;
    const page = sectionOf((await dora.get('/account')).html, 'delete');
    expect([page.includes('Delete the account'), page.includes('value="stepupsend"')]).toEqual([false, true]);
    const asked = await dora.send('/account', { form: 'stepupsend', anchor: 'delete' });
    expect(sectionOf(asked.html, 'delete')).toContain('name="code"');
    await dora.send('/account', { form: 'stepup', anchor: 'delete', code: test.mailer.codeFor('dora@example.com') });
    expect(sectionOf((await dora.get('/account?confirmed=delete')).html, 'delete')).toContain('Delete the account');
  });
});
