import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGLISH_WORDS } from '@sotto/widget-core/internal/config';
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
const FIELD_NAMES: Readonly<Record<string, string>> = { language: 'config.language' };
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
    const path = await make();
    const { html } = await ana.get(path);
    const placeOf = (name: string): string =>
      name === 'intl' ? `<a href="${path}/words"` : ` name="${FIELD_NAMES[name] ?? name}"`;
    const rows = Object.entries(STUDIO_SETTINGS);
    const missing = rows.filter(([name, studio]) =>
      'without' in studio
        ? studio.without.split(' ').length < 5
        : !html.includes(placeOf(name)) || !html.includes(studio.label),
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
    // Icons are uploaded too, but not where nothing is stored.
    expect(html.match(/data-icon="\/v1\/integration\/widget\/icon\/upload"/g)?.length).toBe(6);
    expect((await ana.get('/playground')).html).not.toContain('data-icon=');
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

  it('changes texts of the chat in any language, beside those it has, and stores only what differs', async () => {
    const path = `${await make({ 'config.language': 'de' })}/words`;
    const { html } = await ana.get(path);
    expect(html).toMatch(/<option[^>]*value="de"[^>]*selected[^>]*>Deutsch/);
    const inputOf = (page: string, name: string): string =>
      new RegExp(`<(?:input|textarea)[^>]*name="${name.replaceAll('.', '\\.')}"[^>]*>`).exec(page)?.[0] ?? '';
    const builtIn = /placeholder="([^"]+)"/.exec(inputOf(html, 'intl.de.stop'))?.[1] ?? '';
    expect(inputOf(html, 'intl.de.stop')).toContain('lang="de"');
    expect(Object.keys(ENGLISH_WORDS).filter((key) => inputOf(html, `intl.de.${key}`) === '')).toEqual([]);
    const fields = { form: 'words-de', 'intl.de.send': ' Los ', 'intl.de.stop': builtIn, 'intl.de.retry': '' };
    const saved = await ana.send(`${path}?language=de`, { ...fields, state: stateOf(html) });
    expect(saved).toMatchObject({ status: 303, location: `${path}?language=de&saved` });
    const studio = path.replace('/words', '');
    expect(await fetchWidget(studio)).toMatchObject({ config: { intl: { de: { send: 'Los' } }, language: 'de' } });
    expect((await ana.get(studio)).html).toContain('Changed in Deutsch.');
    // Another language, written from right to left; the first one stays.
    const arabic = (await ana.get(`${path}?language=ar`)).html;
    expect(arabic).toContain('Deutsch (1 changed)');
    expect(arabic).toMatch(/texts of your own:[^.]{0,20}Deutsch/);
    expect(inputOf(arabic, 'intl.ar.send')).toMatch(/dir="rtl"/);
    const more = { form: 'words-ar', 'intl.ar.send': 'أرسل', state: stateOf(arabic) };
    expect((await ana.send(`${path}?language=ar`, more)).status).toBe(303);
    expect(await fetchWidget(studio)).toMatchObject({
      config: { intl: { de: { send: 'Los' }, ar: { send: 'أرسل' } } },
    });
    // A form of before a change is refused with what was typed.
    const late = await ana.send(`${path}?language=ar`, { ...more, 'intl.ar.send': 'ارسل الآن' });
    expect([late.status, late.html.includes('role="alert"'), late.html.includes('value="ارسل الآن"')]).toEqual([
      409,
      true,
      true,
    ]);
    // A save of the studio keeps the texts.
    const state = stateOf((await ana.get(studio)).html);
    const again = { ...FIELDS, 'config.language': 'de', state, shown: '{}', barTitle: 'Help' };
    expect((await ana.send(studio, again)).status).toBe(303);
    expect(await fetchWidget(studio)).toMatchObject({ config: { barTitle: 'Help', intl: { de: { send: 'Los' } } } });
    const ben = await test.person('ben');
    expect((await ben.get(path)).status).toBe(404);
    expect((await ana.get(`${path}?language=xx`)).html).toMatch(/<option[^>]*value="de"[^>]*selected/);
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
    // Who changes such a setting learns that the pages still have the code from before.
    const kept = { ...FIELDS, triggerAfter: '8', sound: 'on', consent: 'wait', shown: '{}' };
    const save = async (fields: object) =>
      ana.send(path, { ...kept, ...fields, state: stateOf((await ana.get(path)).html) });
    expect((await save({ barTitle: 'Help' })).location).toBe(`${path}?saved`);
    const { location } = await save({ barTitle: 'Help', triggerAfter: '9' });
    expect(location).toBe(`${path}?saved&code`);
    expect((await ana.get(location ?? '')).html).toContain('Your pages still have the code from before');
    expect((await ana.get(path)).html).not.toContain('Your pages still have the code from before');
  });
});
