import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../../testing/visit';
import { skillsetRoutes } from '../skillsetPages';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('OW-20 the fields of a request on the page of a skillset', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  beforeAll(async () => {
    site = await startSiteTest(skillsetRoutes);
    ana = await site.person('ana');
  });
  afterAll(() => site.server.server.close(0));

  const begin = async (): Promise<void> => {
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Orders' });
    path = (location ?? '').replace(/\?.*/, '');
  };
  const order = {
    form: 'new-ability',
    name: 'find order',
    method: 'GET',
    address: 'https://shop.example/orders/',
    'address-put': '{{number}}',
    'a0-name': 'number',
    'a0-about': 'the number on the invoice',
    'a1-name': 'size',
    'a1-type': 'choice',
    'a1-needed': 'no',
    'a1-options': 'S\r\nM, L\n',
    'q0-name': 'locale',
    'q0-value': 'en us',
    note: 'Say when it arrives.',
  };
  const formIn = (html: string): string => /<li id="(ability-[^"]+)"/.exec(html)?.[1] ?? '';
  const inputs = (html: string, form: string): Record<string, string> => {
    const part = html.slice(html.indexOf(`<li id="${form}"`)).split('</form>')[0] ?? '';
    const values: Record<string, string> = {};
    const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
    for (const [tag, name = ''] of part.matchAll(/<input[^>]* name="([^"]+)"[^>]*>/g))
      values[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1]);
    for (const [, name = '', text] of part.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)</g))
      values[name] = plain(text);
    for (const [, name = '', options = ''] of part.matchAll(/<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs))
      values[name] = plain(
        / value="([^"]*)" selected|<option selected="">([^<]*)/
          .exec(options)
          ?.slice(1)
          .find((each) => each !== undefined) ?? / value="([^"]*)"/.exec(options)?.[1],
      );
    return values;
  };

  it('become text, are read from it, and sending them unchanged changes nothing', async () => {
    await begin();
    await ana.send(path, order);
    const text =
      '```fetch\nGET https://shop.example/orders/{{number: the number on the invoice}}?locale=en%20us&amp;size={{size}}';
    const { html } = await ana.get(path);
    const form = formIn(html);
    const shown = inputs(html, form);
    expect(shown).toMatchObject({
      address: 'https://shop.example/orders/{{number}}',
      'a0-about': 'the number on the invoice',
      'a1-options': 'S\nM\nL',
      'a1-needed': 'no',
      'q0-value': 'en us',
      'q1-value': '{{size}}',
      note: 'Say when it arrives.',
    });
    const asText = async () => (await ana.get(`${path}?text=${form.replace('ability-', '')}`)).html;
    expect(await asText()).toContain(text);
    const before = (await asText()).replaceAll(/name="state" value="\d+"/g, '');
    expect((await ana.send(path, shown)).location).toContain('?saved');
    expect(inputs((await ana.get(path)).html, form)).toMatchObject({ 'q1-value': '{{size}}', 'a1-needed': 'no' });
    const after = (await asText()).replaceAll(/name="state" value="\d+"/g, '');
    expect(/<textarea[^>]*name="instruction".*?<\/textarea>/s.exec(after)?.[0]).toBe(
      /<textarea[^>]*name="instruction".*?<\/textarea>/s.exec(before)?.[0],
    );
  });

  it('work without scripts: a button adds a row or removes one, saves nothing, and loses nothing', async () => {
    await begin();
    const added = await ana.send(path, { ...order, do: 'add-a' });
    expect([added.status, added.location]).toEqual([200, null]);
    expect(added.html).toContain('name="a2-name"');
    expect(added.html).toContain('value="the number on the invoice"');
    expect(/<li>(?:(?!<\/li>).)*name="a2-name"/s.test(added.html)).toBe(true);
    const removed = await ana.send(path, { ...order, do: 'remove-a0' });
    expect(removed.html).not.toContain('value="the number on the invoice"');
    expect(removed.html).toContain('value="size"');
    expect((await ana.get(path)).html).not.toContain('<li id="ability-');
  });

  it('store a key as a secret and send it in a header; no page has it', async () => {
    await begin();
    await ana.send(path, { ...order, 'key-value': 'sk-live-1', 'key-as': 'bearer', 'key-header': 'Authorization' });
    const { html } = await ana.get(path);
    expect(html).toContain('value="Bearer {{secret.SHOP_EXAMPLE_KEY}}"');
    expect([html.includes('<code>SHOP_EXAMPLE_KEY</code>'), html.includes('is not set')]).toEqual([true, false]);
    expect(html).not.toContain('sk-live-1');
    const refused = await ana.send(path, { ...order, 'key-value': 'sk-live-2', 'key-name': 'two words' });
    expect([refused.status, refused.html.includes('sk-live-2')]).toEqual([422, false]);
    expect(refused.html).toContain('id="new-ability-key-name-error"');
  });

  it('name what is missing, and keep what was typed', async () => {
    await begin();
    const refused = await ana.send(path, { ...order, 'a0-name': 'order number' });
    expect([refused.status, refused.html.includes('value="order number"')]).toEqual([422, true]);
    expect(refused.html).toContain('The name of an argument consists of letters, digits and _');
    expect((await ana.send(path, { ...order, address: 'http://localhost/' })).html).toContain('Not a public address');
  });

  it('give way to text where they cannot show everything, and can be left for it', async () => {
    await begin();
    const two = '```fetch\nGET https://a.example/\n```\n\n```fetch\nGET https://b.example/\n```';
    await ana.send(path, { form: 'new-ability', name: 'two', instruction: two });
    const { html } = await ana.get(path);
    expect(inputs(html, formIn(html))['instruction']).toBe(two);
    await begin();
    await ana.send(path, order);
    const form = formIn((await ana.get(path)).html);
    const saved = await ana.send(path, { ...order, form, name: 'renamed', do: 'text' });
    expect(saved.location).toBe(`${path}?saved&text=${form.replace('ability-', '')}#${form}`);
    const text = await ana.get((saved.location ?? '').replace(/#.*/, ''));
    expect(inputs(text.html, form)).toMatchObject({
      name: 'renamed',
      instruction: expect.stringContaining('```fetch'),
    });
  });
});
