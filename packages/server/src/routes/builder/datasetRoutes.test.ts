import { zipSync, strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { pdfOf } from '../../testing/sampleFiles';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MATCH =
  'Based on the query "opening hours", the information presented below has been carefully selected for its relevance.';

describe('H-16 datasets', () => {
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  const upload = async (dataset: string, name: string, bytes: string | Uint8Array, query = '') => {
    const response = await test.call(`/v1/dataset/${dataset}/file/upload${query}`, {
      body: typeof bytes === 'string' ? strToU8(bytes) : bytes,
      headers: { ...ana.headers, 'X-File-Name': encodeURIComponent(name), 'Content-Type': 'application/octet-stream' },
    });
    return { status: response.status, body: (await response.json()) as { id: string; message?: string } };
  };
  const search = async (dataset: string, words: string) =>
    (await ana.ask(`/v1/dataset/${dataset}/search`, { search: words })).body as {
      result: string;
      passages: { text: string; title: string; url: string; source: string; number: number }[];
    };

  it('finds what a document says, with the sentences of the specification and its source', async () => {
    const dataset = await ana.make('/v1/dataset/create', { name: 'Shop' });
    await upload(
      dataset,
      'shop.md',
      '# Shop\n\n## Opening hours\n\nWe open at nine.\n\n## Parking\n\nBehind the house.',
      '?url=https://shop.example/about',
    );
    const found = await search(dataset, 'opening hours');
    expect(found).toMatchObject({
      result: MATCH,
      passages: [
        {
          number: 1,
          source: 'shop.md',
          title: 'Shop › Opening hours',
          url: 'https://shop.example/about#opening-hours',
          text: 'We open at nine.',
        },
      ],
    });
    expect(await search(dataset, 'submarine insurance')).toEqual({
      result: 'Unable to locate information directly related to "submarine insurance".',
      passages: [],
    });
  });

  it('keeps each dataset to itself, and forgets a document that is deleted', async () => {
    const [one, two] = [await ana.make('/v1/dataset/create'), await ana.make('/v1/dataset/create')];
    const { body } = await upload(one, 'a.txt', 'The zebra lives here.');
    expect([(await search(one, 'zebra')).passages.length, (await search(two, 'zebra')).passages.length]).toEqual([
      1, 0,
    ]);
    expect((await ana.ask(`/v1/dataset/${one}/file/list`)).body).toMatchObject({
      items: [{ id: body.id, name: 'a.txt', type: 'text/plain', passages: 1, url: null }],
      cursor: null,
    });
    expect((await ana.ask(`/v1/dataset/${two}/file/${body.id}/delete`, {})).status).toBe(404);
    await ana.make(`/v1/dataset/${one}/file/${body.id}/delete`);
    expect((await search(one, 'zebra')).passages).toEqual([]);
    await upload(one, 'b.txt', 'Another zebra.');
    await ana.make(`/v1/dataset/${one}/delete`);
    expect((await ana.ask(`/v1/dataset/${one}/fetch`)).status).toBe(404);
  });

  it('reads every kind of file of the specification', async () => {
    const { write, utils, CFB } = await import('@e965/xlsx');
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Animal', 'Home'],
        ['walrus', 'ice'],
      ]),
      'Zoo',
    );
    const sheet = (bookType: 'xlsx' | 'biff8') =>
      new Uint8Array(write(book, { bookType, type: 'array' }) as ArrayBuffer);
    const docx = zipSync({
      'word/document.xml': strToU8(
        '<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:pStyle ' +
          'w:val="Heading1"/></w:pPr><w:r><w:t>Animals</w:t></w:r></w:p><w:p><w:r><w:t>A walrus ' +
          '</w:t></w:r><w:r><w:t>swims &amp; sleeps.</w:t></w:r></w:p></w:body></w:document>',
      ),
    });
    const pptx = zipSync({
      'ppt/slides/slide1.xml': strToU8('<p:sld xmlns:a="a"><a:p><a:r><a:t>The walrus slide</a:t></a:r></a:p></p:sld>'),
    });
    const files: Record<string, string | Uint8Array> = {
      'a.txt': 'One walrus.',
      'a.md': '# Zoo\n\nOne walrus.',
      'a.mdx': 'One walrus.',
      'a.html':
        '<html><head><title>Zoo</title><script>walrusScript()</script></head><body><h2>Sea</h2><p>One <b>walrus</b>.</p></body></html>',
      'a.csv': 'Animal;Home\nwalrus;"ice; snow"',
      'a.json': '[{"animal":"walrus","home":{"place":"ice"}}]',
      'a.jsonl': '{"animal":"walrus"}\n{"animal":"seal"}',
      'a.ndjson': '{"animal":"walrus"}',
      'a.pdf': pdfOf('One walrus in a PDF'),
      'a.docx': docx,
      'a.xlsx': sheet('xlsx'),
      'a.xls': sheet('biff8'),
      'a.pptx': pptx,
      'a.ppt': pptOf('The old walrus slide', CFB),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const dataset = await ana.make('/v1/dataset/create', { name });
      expect([name, (await upload(dataset, name, bytes)).status]).toEqual([name, 200]);
      const { passages } = await search(dataset, 'walrus');
      expect([name, passages[0]?.text.toLowerCase()]).toEqual([name, expect.stringContaining('walrus')]);
      expect(passages[0]?.text).not.toContain('walrusScript');
    }
  });

  it('A807: refuses other kinds, false names, and archives that unfold to too much', async () => {
    const dataset = await ana.make('/v1/dataset/create');
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(70_000_000) });
    for (const [name, bytes] of [
      ['a.exe', 'MZ'],
      ['a.docx', 'no archive'],
      ['a.pdf', 'no pdf'],
      ['a.json', '{broken'],
      ['a.xlsx', 'PK broken'],
      ['bomb.docx', bomb],
      ['empty.txt', ' '],
      ['a.doc', 'no word'],
      ['a.ppt', 'no slides'],
    ] as const) {
      expect([name, (await upload(dataset, name, bytes)).status]).toEqual([name, 422]);
    }
    expect((await upload(dataset, 'a.txt', new Uint8Array(10_485_761))).status).toBe(413);
    expect((await ana.ask(`/v1/dataset/${dataset}/file/list`)).body).toMatchObject({ items: [] });
  });

  it('takes words of any length, and finds them', async () => {
    const dataset = await ana.make('/v1/dataset/create');
    const word = 'abcdefghij'.repeat(250);
    for (const [name, text] of [
      ['letters.md', `A ${word} stands here.`],
      ['signs.txt', `${'漢字'.repeat(2_500)} stands there.`],
    ] as const)
      expect([name, (await upload(dataset, name, text)).status]).toEqual([name, 200]);
    expect((await search(dataset, word.slice(0, 300))).passages).toMatchObject([{ source: 'letters.md' }]);
    expect((await search(dataset, 'zebra'.repeat(60))).passages).toEqual([]);
  });

  it('a trial must search first, at 0.2, with four messages of memory', async () => {
    const dataset = await ana.make('/v1/dataset/create', { name: 'Shop', visibility: 'public' });
    await upload(dataset, 'a.md', '# Shop\n\n## Opening hours\n\nWe open at nine.');
    const { id, token } = (await (
      await test.call(`/v1/hub/dataset/${dataset}/session/create`, { body: {} })
    ).json()) as { id: string; token: string };
    const send = (text: string) =>
      test.call(`/v1/conversation/${id}/complete`, {
        body: { id: clientId(), text },
        token,
        headers: { Accept: 'application/json' },
      });
    for (const text of ['one', 'two', 'three']) await send(text);
    test.model.next({ call: 'query', args: { query: 'opening hours' } });
    test.model.next({ text: 'At nine [1].' });
    const answer = (await (await send('When do you open?')).json()) as { references: object[] };
    expect(answer.references).toMatchObject([{ source: 'a.md', title: 'Shop › Opening hours' }]);
    const [first, second] = test.model.requests.slice(-2);
    expect(first).toMatchObject({ temperature: 0.2, mustCall: 'query', tools: [{ name: 'query' }] });
    expect(first?.messages.filter(({ role }) => role !== 'system')).toHaveLength(4);
    expect(first?.messages[0]?.text).toContain(
      'Before every answer call the query function. Use only what it returned',
    );
    expect(second?.mustCall).toBeUndefined();
    expect(second?.messages.at(-1)?.text).toContain('Based on the query');
  });

  it('a search block of an ability looks into the bot’s datasets', async () => {
    const dataset = await ana.make('/v1/dataset/create');
    await upload(dataset, 'a.txt', 'The zebra lives here.');
    const skillset = await ana.make('/v1/skillset/create');
    await ana.make(`/v1/skillset/${skillset}/ability/create`, {
      name: 'Look up',
      instruction: '```search\n{{animal}}\n```',
    });
    const bot = await ana.make('/v1/bot/create', { skillsets: [skillset], datasets: [dataset] });
    const session = await test.openSession(await ana.make('/v1/integration/widget/create', { botId: bot }));
    test.model.next({ call: 'look_up', args: { animal: 'zebra' } });
    await (await test.send(session, { id: clientId(), text: 'Go' })).text();
    expect(test.model.requests.at(-1)?.messages.at(-1)?.text).toContain('The zebra lives here.');
  });
});

describe('H-16 datasets without a language model', () => {
  it('the embedded guide answers from the bot’s own documents', async () => {
    // Without a model of the test's own: the settings name none, so it is the guide.
    const test = await startBuilderTest({ model: undefined as never });
    const { headers, make } = await test.person('ana');
    const dataset = await make('/v1/dataset/create');
    await test.call(`/v1/dataset/${dataset}/file/upload`, {
      body: strToU8('# Zoo\n\n## Feeding times\n\nThe seals eat at noon.'),
      headers: { ...headers, 'X-File-Name': 'zoo.md', 'Content-Type': 'text/markdown' },
    });
    const bot = await make('/v1/bot/create', { datasets: [dataset] });
    const session = await test.openSession(await make('/v1/integration/widget/create', { botId: bot }));
    const reply = await (await test.send(session, { id: clientId(), text: 'What are the feeding times?' })).text();
    expect(reply).toContain('seals');
    expect(reply).toContain('"source":"zoo.md"');
    await test.server.close(0);
  });
});

/** An old presentation with one text, in a container as PowerPoint nests them. */
function pptOf(
  text: string,
  CFB: {
    utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Buffer): void };
    write(file: object, options: { type: 'buffer' }): unknown;
  },
): Uint8Array {
  const record = (version: number, type: number, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(version, 0);
    head.writeUInt16LE(type, 2);
    head.writeUInt32LE(content.byteLength, 4);
    return Buffer.concat([head, content]);
  };
  const stream = record(
    0xf,
    1000,
    Buffer.concat([
      record(0xf, 1016, record(0, 4000, Buffer.from('Click to edit', 'utf16le'))),
      record(0xf, 4080, record(0, 4000, Buffer.from(text, 'utf16le'))),
    ]),
  );
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, 'PowerPoint Document', stream);
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
}
