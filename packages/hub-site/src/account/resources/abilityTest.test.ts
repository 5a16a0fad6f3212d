import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { skillsetRoutes } from './skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('S-3 Send test, on the page of a skillset', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  let form: string;
  const sent: (string | undefined)[] = [];
  /** What the service answers next, if not an order. */
  const answers: { status?: number; type?: string; isDown?: boolean }[] = [];
  beforeAll(async () => {
    site = await startSiteTest(
      skillsetRoutes,
      {},
      {
        publicFetch: async (url, { body }) => {
          sent.push(url, body);
          const { isDown = false, status = 200, type = 'application/json' } = answers.shift() ?? {};
          if (isDown) throw new Error('ECONNREFUSED');
          const bytes = new TextEncoder().encode('{"arrives":"<Monday>"}');
          return { url, status, type, headers: {}, bytes };
        },
      },
    );
    ana = await site.person('ana');
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    path = (location ?? '').replace(/\?.*/, '');
    await ana.send(path, {
      form: 'new-ability',
      name: 'find order',
      instruction:
        '```fetch\nPOST https://api.example.com/orders/{{number: of the order}}\n\n{"count": {{count}}}\n```',
      parameters: '{"count": {"type": "integer"}}',
    });
    form = /name="form" value="(test-[\w-]+)"/.exec((await ana.get(path)).html)?.[1] ?? '';
  });
  afterAll(() => site.server.server.close(0));

  it('has a field for each argument, makes the request, and shows the answer below what was typed', async () => {
    const { status, html } = await ana.send(path, { form, 'arg-number': '42', 'arg-count': '3' });
    expect([status, sent]).toEqual([200, ['https://api.example.com/orders/42', '{"count": 3}']]);
    expect(html).toContain('It answered.');
    expect(html).toContain('&lt;Monday&gt;');
    expect(html).toContain('value="42"');
    expect(html).not.toContain('Saved.');
  });

  it('says why nothing was sent when an argument does not fit', async () => {
    const before = sent.length;
    const { status, html } = await ana.send(path, { form, 'arg-number': '42', 'arg-count': 'three' });
    expect([status, sent.length]).toEqual([422, before]);
    expect(html).toContain('The arguments do not fit the parameters');
  });

  const typed = {
    form: 'new-ability',
    name: 'typed',
    method: 'POST',
    address: 'https://api.example.com/typed',
    'a0-name': 'size',
    'a0-type': 'choice',
    'a0-options': 'S\nM',
    'a1-name': 'gift',
    'a1-type': 'boolean',
    'a2-name': 'count',
    'a2-type': 'integer',
    'a2-about': 'how many are sent',
    'a3-name': 'day',
    'a3-type': 'date',
    'a3-needed': 'no',
  };

  it('OW-20: has a field for each type, and sends values of these types', async () => {
    await ana.send(path, typed);
    const { html } = await ana.get(path);
    const own =
      html
        .match(/value="(test-[\w-]+)"/g)
        ?.at(-1)
        ?.slice(7, -1) ?? '';
    const part = html.slice(html.indexOf(`name="form" value="${own}"`));
    expect(part).toMatch(/<select[^>]* name="arg-size".*?<option value="M">M<.*?<select[^>]* name="arg-gift".*?Yes</s);
    expect(part).toMatch(/<input type="number" step="1"[^>]* name="arg-count"/);
    expect(part).toMatch(/how many are sent.*<input type="date"[^>]* name="arg-day"/s);
    await ana.send(path, { form: own, 'arg-size': 'M', 'arg-gift': 'false', 'arg-count': '3', 'arg-day': '' });
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ size: 'M', gift: false, count: 3 });
  });

  it.each([
    [{ status: 401 }, 'Status 401', 'The service did not accept the key.'],
    [{ status: 404 }, 'Status 404', 'The service found nothing'],
    [{ status: 503 }, 'Status 503', 'The service itself has a problem.'],
    [{ status: 200, type: 'text/html' }, 'Status 200', 'This is a web page, not data.'],
    [{ isDown: true }, 'It failed.', 'The address could not be reached. Check it for typing errors'],
  ])('OW-20: a request that fails explains itself: %j', async (next, shown, advice) => {
    answers.push(next);
    const { html } = await ana.send(path, { form, 'arg-number': '42', 'arg-count': '3' });
    expect(html).toContain(shown);
    expect(html).toContain(advice);
    expect(html).toContain('What the bot reads');
  });

  it('OW-20: a secret that is missing is named, with where to set it', async () => {
    await ana.send(path, { ...typed, name: 'keyed', 'h0-name': 'X-Key', 'h0-value': '{{secret.NONE}}', 'a0-name': '' });
    const own =
      (await ana.get(path)).html
        .match(/value="(test-[\w-]+)"/g)
        ?.at(-1)
        ?.slice(7, -1) ?? '';
    const { html } = await ana.send(path, { form: own, 'arg-gift': 'true', 'arg-count': '1' });
    expect(html).toContain('The secret NONE is not set. Set it under <a href="#secrets">Secrets</a>.');
  });
});
