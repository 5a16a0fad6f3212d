import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest, type Visitor } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: SiteTest;
let ana: Visitor;
beforeAll(async () => {
  test = await startSiteTest(accountRoutes);
  ana = await test.person('ana');
});
afterAll(() => test.server.server.close(0));

/** A form of a page as a browser has it: every field with its value, ready to be sent. */
async function formOf(page: string, name: string, from?: string): Promise<Record<string, string | string[]>> {
  return readForm(from ?? (await ana.get(page)).html, name);
}

function readForm(html: string, name: string): Record<string, string | string[]> {
  const form = html
    .split('<form ')
    .find((part) => part.includes(`name="form" value="${name}"`) && part.includes('name="state"'))
    ?.split('</form>')[0];
  if (form === undefined) throw new Error(`No form ${name}`);
  const plain = (text: string): string =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&');
  const attribute = (tag: string, key: string): string | undefined => {
    const found = new RegExp(` ${key}="([^"]*)"`).exec(tag)?.[1];
    return found === undefined ? undefined : plain(found);
  };
  const fields: [string, string][] = [];
  for (const [, tag = '', text] of form.matchAll(
    /<(input [^>]*|textarea [^>]*|select [^>]*)>(?:([^<]*)<\/textarea>)?/g,
  )) {
    const [key, type] = [attribute(tag, 'name'), attribute(tag, 'type')];
    if (key === undefined) continue;
    if (tag.startsWith('textarea')) fields.push([key, plain((text ?? '').replace(/^\n/, ''))]);
    else if (tag.startsWith('select'))
      fields.push([
        key,
        plain(new RegExp(`name="${key}".*?<option value="([^"]*)" selected=""`, 's').exec(form)?.[1] ?? ''),
      ]);
    else if ((type !== 'checkbox' && type !== 'radio') || tag.includes('checked=""'))
      fields.push([key, attribute(tag, 'value') ?? '']);
  }
  const names = [...new Set(fields.map(([key]) => key))];
  return Object.fromEntries(
    names.map((key) => {
      const values = fields.filter(([each]) => each === key).map(([, value]) => value);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const make = async (path: string, fields: Record<string, string>): Promise<string> =>
  ((await ana.send(`${path}/new`, { form: 'thing', ...fields })).location ?? '').split('?')[0] ?? '';

describe.each(['bot', 'dataset', 'skillset', 'blueprint'])('FH-8 two tabs with one %s', (kind) => {
  it('FH-8: the older form saves nothing and shows both texts, with everything that was typed', async () => {
    const path = await make(`/${kind}s`, { name: 'First', description: 'one' });
    const [here, there] = [await formOf(path, 'thing'), await formOf(path, 'thing')];
    expect((await ana.send(path, { ...there, description: 'theirs <b>' })).location).toBe(`${path}?saved`);
    const answer = await ana.send(`${path}?saved`, { ...here, description: 'mine & long' });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('Not saved: this was changed elsewhere in the meantime.');
    expect(answer.html).not.toContain('>Saved.');
    expect(answer.html).toContain('mine &amp; long</textarea>');
    expect(answer.html).toMatch(/<blockquote[^>]*>theirs &lt;b&gt;<\/blockquote>/);
    expect((await formOf(path, 'thing'))['description']).toBe('theirs <b>');
    // The name is the same in both: nothing is asked about it.
    expect(answer.html).not.toContain('keep-name');

    const mine = await ana.send(path, { ...readForm(answer.html, 'thing'), 'keep-description': 'mine' });
    expect(mine.location).toBe(`${path}?saved`);
    expect((await formOf(path, 'thing'))['description']).toBe('mine & long');
  });

  it('FH-8: takes what is stored when that is chosen, and keeps the other field that was typed', async () => {
    const path = await make(`/${kind}s`, { name: 'First', description: 'one' });
    const [here, there] = [await formOf(path, 'thing'), await formOf(path, 'thing')];
    await ana.send(path, { ...there, description: 'theirs' });
    const { html } = await ana.send(path, { ...here, name: 'My name', description: 'mine' });
    await ana.send(path, { ...readForm(html, 'thing'), 'keep-description': 'stored' });
    expect(await formOf(path, 'thing')).toMatchObject({ name: 'My name', description: 'theirs' });
  });

  it('FH-8: changes of different fields are both kept, and that is said', async () => {
    const path = await make(`/${kind}s`, { name: 'First', description: 'one' });
    const [here, there] = [await formOf(path, 'thing'), await formOf(path, 'thing')];
    await ana.send(path, { ...there, visibility: 'protected' });
    expect((await ana.send(path, { ...here, description: 'mine' })).location).toBe(`${path}?saved=merged`);
    expect(await formOf(path, 'thing')).toMatchObject({ visibility: 'protected', description: 'mine' });
    expect((await ana.get(`${path}?saved=merged`)).html).toContain(
      'Saved. Changes made elsewhere in the meantime were kept, too.',
    );
  });
});

describe('FH-8 two tabs with one ability', () => {
  it('FH-8: one that was changed elsewhere is asked about, another one is not', async () => {
    const path = await make('/skillsets', { name: 'Orders' });
    for (const name of ['find', 'cancel'])
      await ana.send(path, { form: 'new-ability', name, instruction: `Do ${name}` });
    const page = (await ana.get(path)).html;
    const [find = '', cancel = ''] = [...page.matchAll(/<li id="(ability-[^"]+)"/g)].map(([, form = '']) => form);
    const [here, other, thing] = [readForm(page, find), readForm(page, cancel), readForm(page, 'thing')];
    expect((await ana.send(path, { ...here, instruction: 'theirs' })).location).toContain('?saved');
    expect((await ana.send(path, { ...other, instruction: 'another one' })).location).toBe(`${path}?saved#${cancel}`);
    expect((await ana.send(path, { ...thing, description: 'the skillset itself' })).location).toBe(`${path}?saved`);
    const late = await ana.send(path, { ...here, instruction: 'mine' });
    expect([
      late.status,
      late.html.includes('mine</textarea>'),
      /<blockquote[^>]*>theirs<\/blockquote>/.test(late.html),
    ]).toEqual([409, true, true]);
    await ana.send(path, readForm(late.html, find));
    expect((await formOf(path, find))['instruction']).toBe('mine');
  });
});

describe('FH-8 two tabs with one widget', () => {
  it('FH-8: settings of the studio are compared one by one', async () => {
    const path =
      (
        (
          await ana.send('/integrations/widget/new', {
            form: 'widget',
            name: 'Shop',
            botId: 'new',
            theme: 'default',
            layout: 'popover',
            position: 'bottom-right',
            colorScheme: 'auto',
          })
        ).location ?? ''
      ).split('?')[0] ?? '';
    const [here, there] = [await formOf(path, 'widget'), await formOf(path, 'widget')];
    await ana.send(path, { ...there, intro: 'Their words', tools: 'on', position: 'top-left' });
    const { status, html } = await ana.send(path, { ...here, intro: 'My words', barTitle: 'My title' });
    expect(status).toBe(409);
    expect(html).toMatch(/<blockquote[^>]*>Their words<\/blockquote>/);
    expect([html.includes('keep-tools'), html.includes('keep-position'), html.includes('keep-intro')]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await ana.send(path, readForm(html, 'widget'))).location).toMatch(/\?saved$/);
    expect(await formOf(path, 'widget')).toMatchObject({
      intro: 'My words',
      barTitle: 'My title',
      tools: 'on',
      position: 'top-left',
    });
  });

  it('H-12: the language of the chat and the language that the Hub lists the widget under are two fields, and each is kept', async () => {
    const path =
      (
        (await ana.send('/integrations/widget/new', { form: 'widget', name: 'Tea', botId: 'new' })).location ?? ''
      ).split('?')[0] ?? '';
    const languagesOf = async () => {
      const { language, config } = (await (
        await test.server.call(`/v1/integration/widget/${path.split('/').at(-1) ?? ''}/fetch`, { headers: ana.headers })
      ).json()) as { language: string; config: { language: string } };
      return { listing: language, chat: config.language };
    };
    const [here, there] = [await formOf(path, 'widget'), await formOf(path, 'widget')];
    expect(Object.entries(here).filter(([, value]) => Array.isArray(value))).toEqual([]);
    await ana.send(path, { ...here, language: 'pt-BR', 'config.language': 'de' });
    expect(await languagesOf()).toEqual({ listing: 'pt-BR', chat: 'de' });
    expect(await formOf(path, 'widget')).toMatchObject({ language: 'pt-BR', 'config.language': 'de' });

    const { status, html } = await ana.send(path, { ...there, 'config.language': 'ar' });
    expect([status, html.includes('keep-config.language'), html.includes('keep-language')]).toEqual([409, true, false]);
    await ana.send(path, { ...readForm(html, 'widget'), 'keep-config.language': 'mine' });
    expect(await languagesOf()).toEqual({ listing: 'pt-BR', chat: 'ar' });
  });

  it('FH-8: theme and brand colour are one setting, and a refused save leaves no new bot behind', async () => {
    const path =
      (
        (await ana.send('/integrations/widget/new', { form: 'widget', name: 'Brand', botId: 'new' })).location ?? ''
      ).split('?')[0] ?? '';
    const [here, there] = [await formOf(path, 'widget'), await formOf(path, 'widget')];
    await ana.send(path, { ...there, hasBrand: 'on', brand: '#7a1fd1' });
    const bots = async () =>
      (
        (await (await test.server.call('/v1/bot/list?take=100', { headers: ana.headers })).json()) as {
          items: unknown[];
        }
      ).items.length;
    const before = await bots();
    const { status, html } = await ana.send(path, { ...here, hasBrand: 'on', brand: '#112233', botId: 'new' });
    expect([status, await bots()]).toEqual([409, before]);
    expect(html).toMatch(/<blockquote[^>]*>Default, follows light and dark, brand colour #7a1fd1<\/blockquote>/);
    expect(html).toMatch(/<input [^>]*name="brand"[^>]* value="#112233"/);
  });

  it('FH-8: the rule of who may chat is a form of its own and no conflict with the studio', async () => {
    const path =
      (
        (await ana.send('/integrations/widget/new', { form: 'widget', name: 'Rule', botId: 'new' })).location ?? ''
      ).split('?')[0] ?? '';
    const studio = await formOf(path, 'widget');
    await ana.send(`${path}/identity`, { form: 'key' });
    const rule = await formOf(`${path}/identity`, 'rule');
    await ana.send(path, { ...studio, intro: 'New words' });
    expect((await ana.send(`${path}/identity`, { ...rule, requiresIdentity: 'on' })).location).toBe(
      `${path}/identity?saved`,
    );
    expect([
      (await formOf(`${path}/identity`, 'rule'))['requiresIdentity'],
      (await formOf(path, 'widget'))['intro'],
    ]).toEqual(['on', 'New words']);
  });
});

describe('FH-8 "Saved."', () => {
  it('FH-8: is not said on a page whose form came back', async () => {
    const path = await make('/bots', { name: 'Bot' });
    for (const fields of [{ ...(await formOf(path, 'thing')), name: 'n'.repeat(201) }, { form: 'delete' }]) {
      await ana.send('/integrations/widget/new', {
        form: 'widget',
        name: 'Uses it',
        botId: path.split('/').at(-1) ?? '',
      });
      const { status, html } = await ana.send(`${path}?saved`, fields);
      expect([status >= 400, html.includes('Saved.')]).toEqual([true, false]);
    }
  });
});
