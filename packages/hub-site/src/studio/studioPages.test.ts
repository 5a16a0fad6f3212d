import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { STUDIO_SETTINGS } from '../../../widget-core/src/config/studioSettings';
import { accountRoutes } from '../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../testing/visit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

/** Names of fields that are not the names of their settings. */
const FIELD_NAMES: Readonly<Record<string, string>> = { language: 'config.language', intl: 'intl.en.send' };
const FIELDS = { form: 'widget', name: 'Shop', botId: 'new', visibility: 'private' };

/** Makes a widget. @returns the path of its studio */
async function make(fields: Record<string, string> = {}): Promise<string> {
  const { location } = await ana.send('/integrations/widget/new', { ...FIELDS, ...fields });
  return location?.split('?')[0] ?? '';
}

async function fetchWidget(path: string): Promise<Record<string, unknown>> {
  const id = path.split('/').at(-1) ?? '';
  const response = await test.server.call(`/v1/integration/widget/${id}/fetch`, { headers: ana.headers });
  return (await response.json()) as Record<string, unknown>;
}

/** The current version of a widget as its form sends it. */
const stateOf = (html: string): string => /name="state" value="(\d+)"/.exec(html)?.[1] ?? '';
/** The opening tag of a group of the form. */
const groupOf = (html: string, title: string): string =>
  new RegExp(`<details class="studio-group"[^>]*>(?=<summary>${title})`).exec(html)?.[0] ?? '';

describe('OW-27 the studio', () => {
  it('has a place for every setting of the table, or the table says why there is none', async () => {
    const { html } = await ana.get('/integrations/widget/new');
    const rows = Object.entries(STUDIO_SETTINGS);
    const missing = rows.filter(([name, studio]) =>
      'without' in studio
        ? studio.without.split(' ').length < 5
        : !html.includes(` name="${FIELD_NAMES[name] ?? name}"`) || !html.includes(studio.label),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(rows.filter(([, studio]) => 'group' in studio).length).toBeGreaterThan(60);
  });

  it('OW-10: begins with the form, and leads to the code on its own page', async () => {
    const path = await make();
    const { html } = await ana.get(path);
    const id = path.split('/').at(-1) ?? '';
    expect(html).not.toContain('&lt;script async');
    expect(html.indexOf(`href="/install?widget=${id}"`)).toBeGreaterThan(0);
    expect(html.indexOf(`href="/install?widget=${id}"`)).toBeLessThan(html.indexOf('<form'));
  });

  it('says at the field what is wrong with it, and unfolds its group', async () => {
    const path = await make();
    const { html: before } = await ana.get(path);
    expect(groupOf(before, 'Icons and pictures')).not.toContain('open');
    const state = stateOf(before);
    const wrong = { barIcon: 'javascript:alert(1)', background: 'blueish', triggerAfter: '-1', visitor: '-2' };
    const { status, html } = await ana.send(path, { ...FIELDS, state, shown: '{}', retentionDays: '30', ...wrong });
    expect(status).toBe(422);
    for (const [name, message] of [
      ['barIcon', 'Enter an address that starts with https://'],
      ['background', 'Enter a colour such as #f4f1ea'],
      ['triggerAfter', 'Enter a number that is not below 0.'],
      ['visitor', 'At least 0.'],
    ] as const)
      expect(html).toMatch(new RegExp(`id="widget-${name}-error"[^>]*>${message}`));
    for (const title of ['Icons and pictures', 'Look', 'When the chat opens', 'Daily limits'])
      expect([title, groupOf(html, title)]).toEqual([title, expect.stringContaining('open')]);
    expect(html).toContain('value="javascript:alert(1)"');
    // An emoji is an icon of the button, and what was stored before it was checked does not prevent other changes.
    expect(await ana.send(path, { ...FIELDS, state, shown: '{}', buttonIcon: '🫖' })).toMatchObject({ status: 303 });
    expect(await fetchWidget(path)).toMatchObject({ config: { buttonIcon: '🫖' } });
  });

  it('keeps limits, retention and languages, and leaves to the server what is empty', async () => {
    const path = await make({ retentionDays: '', attachmentRetentionDays: '', visitorsMayDelete: 'on' });
    expect(await fetchWidget(path)).toMatchObject({ retentionDays: 365, attachmentRetentionDays: 90, budgets: {} });
    const limits = {
      retentionDays: '',
      attachmentRetentionDays: '14',
      visitor: '20',
      widgetCost: '1.5',
      languages: 'de',
    };
    const save = async (fields: object) =>
      ana.send(path, { ...FIELDS, state: stateOf((await ana.get(path)).html), shown: '{}', ...fields });
    expect((await save(limits)).status).toBe(303);
    expect(await fetchWidget(path)).toMatchObject({
      retentionDays: null,
      attachmentRetentionDays: 14,
      visitorsMayDelete: false,
      languages: ['de'],
      budgets: { visitor: { messages: 20 }, widget: { cost: 1.5 } },
    });
    const { html } = await ana.get(path);
    expect(html).toMatch(/name="widgetCost"[^>]*value="1.5"|value="1.5"[^>]*name="widgetCost"/);
    expect((await save({ ...limits, visitor: '' })).status).toBe(303);
    expect(await fetchWidget(path)).toMatchObject({ budgets: { widget: { cost: 1.5 } } });
    expect((await save({ ...limits, retentionDays: 'soon' })).html).toContain('Enter a number.');
    // A form without these fields, such as one of a program, changes none of them.
    expect((await save({})).status).toBe(303);
    expect(await fetchWidget(path)).toMatchObject({ languages: ['de'], budgets: { widget: { cost: 1.5 } } });
  });

  it('changes words of the language of the chat, beside the words the widget has', async () => {
    const path = await make({ 'config.language': 'de', 'intl.de.send': 'Los' });
    const { html } = await ana.get(path);
    expect(html).toContain('Words of the chat in Deutsch');
    expect(html).toMatch(/<input[^>]*name="intl.de.send"[^>]*>/);
    expect(/<input[^>]*name="intl.de.send"[^>]*>/.exec(html)?.[0]).toContain('value="Los"');
    expect(/<input[^>]*name="intl.de.stop"[^>]*>/.exec(html)?.[0]).toMatch(/placeholder="[^"]+"/);
    expect(await fetchWidget(path)).toMatchObject({ config: { intl: { de: { send: 'Los' } } } });
  });

  it('OW-3: has the owner’s answer when nothing was found, which no page gets', async () => {
    const path = await make({ nothingFound: ' Please call 01629 555 010. ' });
    expect(await fetchWidget(path)).toMatchObject({ config: { nothingFound: 'Please call 01629 555 010.' } });
    const { html } = await ana.get(path);
    expect(/<textarea[^>]*name="nothingFound"[^>]*>[^<]*/.exec(html)?.[0]).toContain('>Please call 01629 555 010.');
    const [, id = ''] = /(widget_[\w-]+)$/.exec(path) ?? [];
    for (const page of [`/playground/preview?widget=${id}`, '/playground', `/install?widget=${id}`])
      expect([page, (await ana.get(page)).html.includes('nothingFound')]).toEqual([page, false]);
  });

  it('writes settings of the page into its code', async () => {
    const path = await make({ triggerAfter: '8', sound: 'on', consent: 'wait' });
    const id = path.split('/').at(-1) ?? '';
    const { html } = await ana.get(`/install?widget=${id}`);
    const [script = ''] = /&lt;script async.*?&gt;&lt;/.exec(html) ?? [];
    for (const part of [`widget=&quot;${id}`, 'consent=&quot;wait', 'sound=&quot;true', 'trigger-after=&quot;8'])
      expect(script).toContain(`data-${part}&quot;`);
    expect(html).toContain('triggers={{&quot;afterSeconds&quot;:8}}');
    const config = await (await test.server.call(`/integrations/widget/${id}/config.json`)).json();
    expect(config).toMatchObject({ buttonIcon: null, buttonTitle: null });
  });
});
