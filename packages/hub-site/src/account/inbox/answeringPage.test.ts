import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAYS = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [
    [`from-${String(day)}`, '09:00'],
    [`to-${String(day)}`, '17:00'],
  ]),
);
const FORM = { form: 'answering', when: 'hours', timeZone: 'Europe/Berlin', 'day-1': 'on', 'day-6': 'on', ...DAYS };

describe('the page about answering visitors', () => {
  let test: SiteTest;
  let ana: Visitor;
  let widget: string;
  beforeAll(async () => {
    test = await startSiteTest(accountRoutes);
    ana = await test.person('ana');
  });
  afterAll(() => test.server.server.close(0));

  it('OW-26: asks for a widget first', async () => {
    expect((await ana.get('/inbox/settings')).html).toContain('You have no widget yet.');
    const made = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Shop', botId: 'new' });
    widget = /widget\/([\w-]+)\?/.exec(made.location ?? '')?.[1] ?? '';
    const { html } = await ana.get('/inbox/settings');
    expect(html).toContain('cannot ask for a person yet');
    expect(html).toMatch(/value="always" selected=""/);
    expect(html).toMatch(/name="mailsAnswers"[^>]* checked=""/);
  });

  it('OW-26: saves days, times, zone and emails, and takes the hours away again', async () => {
    const saved = await ana.send('/inbox/settings', { ...FORM, widget, 'to-6': '02:00' });
    expect(saved.location).toBe(`/inbox/settings?widget=${widget}&saved`);
    const { html } = await ana.get(`/inbox/settings?widget=${widget}`);
    expect(html).toMatch(/value="hours" selected=""/);
    expect(html).toMatch(/value="Europe\/Berlin" selected=""/);
    expect(html).toMatch(/name="day-6"[^>]* checked=""/);
    expect(html).not.toMatch(/name="day-2"[^>]* checked=""/);
    expect(html).toMatch(/name="to-6"[^>]* value="02:00"/);
    expect(html).not.toMatch(/name="mailsAnswers"[^>]* checked=""/);
    await ana.send('/inbox/settings', { ...FORM, widget, when: 'always', mailsAnswers: 'on' });
    const after = (await ana.get('/inbox/settings')).html;
    expect(after).toMatch(/value="always" selected=""/);
    expect(after).toMatch(/name="mailsAnswers"[^>]* checked=""/);
  });

  it.each([
    ['no day', { 'day-1': '', 'day-6': '' }, 'Choose at least one day.'],
    ['no zone', { timeZone: '' }, 'Choose a time zone.'],
    ['an empty time', { 'from-1': '' }, 'Expected a time such as 09:30.'],
  ])('OW-26: refuses %s, and keeps what was typed', async (_, wrong, sentence) => {
    const fields = Object.fromEntries(
      Object.entries({ ...FORM, ...wrong, widget }).filter(([name, value]) => !name.startsWith('day-') || value !== ''),
    );
    const { html, location } = await ana.send('/inbox/settings', { ...fields, 'to-2': '12:34' });
    expect(location).toBeNull();
    expect(html).toContain(sentence);
    expect(html).toContain('value="12:34"');
  });

  it('OW-26: the inbox says while nobody is there, and answering is possible', async () => {
    // Yesterday's hours are over, whatever the time is.
    const yesterday = (new Date().getUTCDay() + 6) % 7 || 7;
    const day = Object.fromEntries([[`day-${String(yesterday)}`, 'on']]);
    await ana.send('/inbox/settings', { form: 'answering', when: 'hours', timeZone: 'UTC', ...DAYS, ...day, widget });
    const { conversationId } = await test.server.openSession(widget);
    const path = `/conversations/${conversationId}`;
    expect((await ana.get(path)).html).toMatch(/Outside of office hours<\/a> until (?:<!-- -->)?\w+day/);
    expect((await ana.send(path, { form: 'answer', text: 'Here I am.' })).location).toContain('sent');
  });
});
