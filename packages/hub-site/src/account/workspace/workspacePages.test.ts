import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { isWithin, WORKSPACE_GROUPS } from '../../shell/workspaceLinks';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

const idIn = (location: string | null): string => /\/([\w-]+)\?saved/.exec(location ?? '')?.[1] ?? '';

describe('FH-16 the workspace', () => {
  it('FH-16: every entry of the navigation is a page for whoever is signed in', async () => {
    for (const { to } of WORKSPACE_GROUPS.flatMap(({ links }) => links)) {
      expect([to, (await ana.get(to)).status]).toEqual([to, 200]);
      expect([to, (await test.anybody().get(to)).status]).toEqual([to, 303]);
    }
  });

  it('FH-16: a page belongs to one entry at most, and below it counts as well', () => {
    const links = WORKSPACE_GROUPS.flatMap((group) => group.links);
    const within = (path: string): string[] => links.filter((link) => isWithin(link, path)).map(({ label }) => label);
    expect(within('/bots/bot_1')).toEqual(['Bots']);
    expect(within('/conversations/conv_1')).toEqual(['Inbox']);
    expect(within('/integrations/widget/widget_1/identity')).toEqual(['Widgets']);
    expect(within('/botswana')).toEqual([]);
  });

  it('FH-16: lists what is there by kind, with where a widget has been seen, and only to its owner', async () => {
    const bot = idIn((await ana.send('/bots/new', { form: 'thing', name: 'Harbour <Helper>' })).location);
    const made = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Shop chat', botId: bot });
    const widget = idIn(made.location);
    expect((await ana.get('/bots')).html).toContain(`href="/bots/${bot}"><bdi>Harbour &lt;Helper&gt;</bdi>`);
    const widgets = await ana.get('/integrations/widget');
    expect(widgets.html).toContain(`href="/integrations/widget/${widget}"`);
    expect(widgets.html).toContain('Not seen on a site yet');
    expect((await ana.get('/install')).html).toContain(widget);
    const ben = await test.person('ben');
    expect((await ben.get('/bots')).html).not.toContain('Harbour');
    expect((await ben.get(`/install?widget=${widget}`)).html).toContain('You have no widget yet.');
  });

  it('names a set of abilities and a knowledge base by these words on every page', async () => {
    const paths = ['/start', '/checks/new', '/overview', '/integrations/widget/new'];
    for (const [at, name] of [
      ['/skillsets', 'Orders'],
      ['/datasets', 'Leaflets'],
      ['/bots', 'Helper'],
      ['/blueprints', 'Plan'],
    ] as const) {
      const id = idIn((await ana.send(`${at}/new`, { form: 'thing', name })).location);
      paths.push(at, `${at}/new`, `${at}/${id}`);
    }
    const found: string[] = [];
    for (const path of paths) {
      const text = (await ana.get(path)).html.replaceAll(/<script.*?<\/script>|<[^>]+>/gs, ' ');
      found.push(...[...text.matchAll(/.{0,30}\b(?:skill|data)sets?\b/gi)].map(([words]) => `${path}: ${words}`));
    }
    expect(found).toEqual([]);
  });
});
