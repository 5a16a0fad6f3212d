import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { studioRoutes } from '../../studio/studioPages';
import { blueprintRoutes } from './blueprintPages';
import { skillsetRoutes } from './skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FH-9 the section about publishing', () => {
  let site: SiteTest;
  let ana: Visitor;
  beforeAll(async () => {
    site = await startSiteTest(
      [...skillsetRoutes, ...blueprintRoutes, ...studioRoutes],
      {},
      { config: { publishesUnchecked: false } },
    );
    ana = await site.person('ana');
  });
  afterAll(() => site.server.server.close(0));

  const make = async (path: string, body: object) =>
    ((await (await site.server.call(path, { body, headers: ana.headers })).json()) as { id: string }).id;
  const read = async (path: string) => (await ana.get(path)).html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

  it('says what is to do, what becomes public and what everybody can have run', async () => {
    const id = await make('/v1/skillset/create', { name: 'Orders' });
    await make(`/v1/skillset/${id}/ability/create`, {
      name: 'Cancel',
      instruction: '```fetch\nPOST https://api.example/orders\nAuthorization: Bearer {{secret.KEY}}\n\n{}\n```',
    });
    const text = await read(`/skillsets/${id}`);
    expect(text).toContain('About the Hub only: your own widgets work in any case.');
    expect(text).toContain('This ability set can be public when all of these are done.');
    expect(text).toContain('Done: It has a name');
    expect(text).toContain('To do: It has a description Describe what it does');
    expect(text).toContain(
      'Cancel : changes something, after the visitor said yes; it calls api.example with your secret KEY.',
    );
    // The owner finds the page that everybody sees.
    const open = await make('/v1/blueprint/create', { name: 'Plan', description: 'How.', visibility: 'public' });
    expect((await ana.get(`/blueprints/${open}`)).html).toContain(`href="/hub/blueprints/${open}"`);
    // A new one has nothing to check yet.
    expect(await read('/skillsets/new')).not.toContain('Publishing');
  });

  it('comes back with what to do, and with what was typed, when the form is sent too early', async () => {
    const id = await make('/v1/skillset/create', { name: 'Orders' });
    const sent = await ana.send(`/skillsets/${id}`, {
      form: 'thing',
      name: 'Orders',
      description: 'Typed just now.',
      visibility: 'public',
    });
    expect(sent.status).toBe(422);
    expect(sent.html).toContain('It cannot be public yet. Save it, and ask it something');
    expect(sent.html).toContain('Typed just now.');
  });

  it('stands on the page of a widget, too', async () => {
    const botId = await make('/v1/bot/create', { name: 'Helper' });
    const id = await make('/v1/integration/widget/create', { name: 'Chat', botId });
    expect(await read(`/integrations/widget/${id}`)).toContain('This widget can be public when all of these are done.');
  });
});
