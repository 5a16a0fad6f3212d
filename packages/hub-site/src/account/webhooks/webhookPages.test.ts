import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
let ben: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  [ana, ben] = [await test.person('ana'), await test.person('ben')];
});
afterAll(() => test.server.server.close(0));

const LIST = '/account/webhooks';

describe('the pages of webhooks', () => {
  let path: string;

  it('adds one, and shows its secret this once', async () => {
    expect((await ana.get('/account')).html).toContain(`href="${LIST}"`);
    expect((await ana.get(LIST)).html).toContain('No webhooks yet.');
    const refused = await ana.send(LIST, { form: 'new', url: 'http://crm.example/', events: 'vote.created' });
    expect(refused.html).toContain('Expected an https address.');
    const none = (await ana.send(LIST, { form: 'new', url: 'https://crm.example/' })).html;
    expect(none).toContain('<a href="#new-events">Choose at least one event.</a>');
    expect(none).toContain('id="new-events"');
    const made = await ana.send(LIST, { form: 'new', url: 'https://crm.example/hook?key=abc', events: 'vote.created' });
    expect(made.html).toMatch(/whsec_[A-Za-z0-9+/=]{44}/);
    const { html } = await ana.get(LIST);
    expect(html).not.toContain('whsec_');
    expect(html).toContain('crm.example/hook<');
    path = /href="(\/account\/webhooks\/[\w-]+)"/.exec(html)?.[1] ?? '';
  });

  it('changes its events, makes a new secret, and switches it off and on', async () => {
    expect((await ana.send(path, { form: 'settings', events: 'contact.created', widgetId: '' })).location).toContain(
      'saved',
    );
    expect((await ana.get(path)).html).toMatch(/checked="" value="contact.created"/);
    expect((await ana.send(path, { form: 'roll' })).html).toContain('whsec_');
    await ana.send(path, { form: 'off' });
    expect((await ana.get(path)).html).toContain('Switch on');
    expect((await ana.send(path, { form: 'test' })).html).toContain('This webhook is off.');
    await ana.send(path, { form: 'on' });
    expect((await ana.get(path)).html).toContain('Send a test');
  });

  it('shows what was sent with its message, and sends it again', async () => {
    await ana.send(path, { form: 'test' });
    const { html } = await ana.get(path);
    expect(html).toContain('webhook.test');
    expect(html).toContain('&quot;webhookId&quot;');
  });

  it('is nobody else’s', async () => {
    expect((await ben.get(path)).status).toBe(404);
    await ana.send(path, { form: 'delete' });
    expect((await ana.get(LIST)).html).toContain('No webhooks yet.');
  });
});
