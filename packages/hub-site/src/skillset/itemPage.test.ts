import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubItem } from '@sotto/hub-api';
import { describe, expect, it } from 'vitest';
import { createSite } from '../app/createSite';
import { readSiteSettings } from '../site/siteSettings';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
const related = (id: string, name: string, description = '') => ({
  type: 'skillset' as const,
  id,
  slug: null,
  name,
  description,
  icon: '',
});

function itemWith(item: Partial<HubItem['item']> = {}, rest: Partial<HubItem> = {}): HubItem {
  return {
    item: {
      type: 'skillset',
      id: 'skillset_1',
      slug: null,
      name: 'Order help',
      description: 'Answers where an order is.',
      icon: '📦',
      user: { id: 'user_1', name: 'Ada', image: null },
      tags: [],
      language: 'en',
      licence: 'CC0-1.0',
      counters: { clones: 2, tries: 5 },
      rating: null,
      createdAt: Date.UTC(2026, 0, 2),
      updatedAt: Date.UTC(2026, 0, 3),
      visibility: 'public',
      version: 1,
      clonedFrom: null,
      skillset: {
        abilities: [
          { id: 'ability_1', name: 'Find', description: 'Finds an order.', instruction: 'Ask for the number.' },
        ],
      },
      ...item,
    },
    page: { widget: {}, keywords: [] },
    related: [],
    hasModel: true,
    viewer: { signedIn: false, isAuthor: false, mayRate: false, rating: null },
    ...rest,
  };
}

/** The page of a thing as the site draws it, with the API's answers given. */
async function show(
  data: HubItem,
  environment: Record<string, string> = {},
  sent: RequestInit = {},
  given: readonly object[] = [],
): Promise<{ html: string; graph: Record<string, unknown>[] }> {
  const docsDir = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(docsDir, 'guides'));
  const site = createSite({ docsDir, basePath: '', settings: readSiteSettings(environment) });
  const ratings = {
    items: given,
    cursor: null,
    ...(data.item.rating ?? { average: 0, count: 0, histogram: [0, 0, 0, 0, 0] }),
  };
  const response = await site(new Request('http://localhost/hub/skillsets/skillset_1', sent), {
    call: (request) =>
      Promise.resolve(Response.json(new URL(request.url).pathname.endsWith('/rating/list') ? ratings : data)),
    origin: 'http://localhost',
    isOriginConfigured: true,
    requestId: 'req_1',
    onError: (error) => {
      throw error;
    },
  });
  const html = await response.text();
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{"@graph":[]}';
  return { html, graph: (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'] };
}

describe('H-2 the hero of a thing', () => {
  const heroOf = (html: string): string => /<div class="item-hero">.*?<section id="chat"/s.exec(html)?.[0] ?? '';
  const linksOf = (html: string): string[] =>
    [...heroOf(html).matchAll(/<a\b([^>]*)>(Edit|Clone|Try Now|Share)<\/a>/g)].map(
      ([, attributes = '', label = '']) => `${label} ${/href="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
    );

  it('lets its author edit it, and everybody else clone it', async () => {
    const viewer = { signedIn: true, isAuthor: true, mayRate: false, rating: null };
    expect(linksOf((await show(itemWith({}, { viewer }))).html)).toEqual([
      'Try Now #chat',
      'Edit /skillsets/skillset_1',
      'Share mailto:?subject=Order%20help',
    ]);
    for (const other of [
      { ...viewer, isAuthor: false },
      { ...viewer, signedIn: false, isAuthor: false },
    ]) {
      expect(linksOf((await show(itemWith({}, { viewer: other }))).html)).toEqual([
        'Try Now #chat',
        'Clone #integration',
        'Share mailto:?subject=Order%20help',
      ]);
    }
  });

  it('says who made it: picture, name, and the name again in a tooltip, leading to their page', async () => {
    const authorOf = async (user: HubItem['item']['user']): Promise<string> =>
      /<p class="author">.*?<\/p>/s.exec((await show(itemWith({ user }))).html)?.[0] ?? '';
    const ada = await authorOf({ id: 'user_1', name: 'Ada', image: 'https://pictures.example/ada.png' });
    expect(ada).toMatch(/<span class="quiet">created by<\/span>.*href="\/hub\/users\/user_1"/s);
    expect(ada).toContain('aria-label="created by Ada" data-tooltip="Ada"');
    expect(ada).toMatch(/<img src="https:\/\/pictures\.example\/ada\.png" alt=""[^>]*referrerPolicy="no-referrer"/i);
    const nameless = await authorOf({ id: 'user_2', name: ' ', image: null });
    expect(nameless).toContain('data-tooltip="Anonymous"');
    expect(nameless).toMatch(/<span class="avatar"><svg/);
    expect(nameless).not.toContain('<img');
    expect(await authorOf(null)).toBe('');
  });

  it('says what stands for a missing name and description', async () => {
    const { html } = await show(itemWith({ name: '', description: ' ' }));
    expect(heroOf(html)).toMatch(
      /<h1[^>]*>A skillset without name<\/h1><p class="lead"[^>]*>A skillset without description<\/p>/,
    );
  });
});

describe('H-6 the title of a page', () => {
  it.each([
    ['the name', 'Order help', 'Order help'],
    ['the id where there is no name', ' ', 'skillset_1'],
  ])('is %s (specification 2.1)', async (_, name, title) => {
    expect((await show(itemWith({ name }))).html).toContain(`<title>${title}</title>`);
  });
});

describe('H-3 the chat of a thing', () => {
  it('has the heading of the specification, one level below the name', async () => {
    expect((await show(itemWith())).html).toMatch(
      /<section id="chat"[^>]*aria-labelledby="chat-title"><h2 id="chat-title">Skillset Chat<\/h2>/,
    );
  });

  const propsOf = (html: string): { intro: string } =>
    JSON.parse(
      /data-island="chat"[^>]*>.*?<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
    ) as { intro: string };

  it('greets and suggests in the words of its facade, which stand there before any script', async () => {
    const page = {
      widget: {},
      keywords: [],
      useCases: {
        description: '',
        items: ['Where is it?', 'Send it back', 'It broke', 'A fourth'].map((name) => ({
          icon: '',
          name,
          description: '',
        })),
      },
    };
    const { html } = await show(itemWith({}, { page }));
    expect(html).toMatch(/Hello! Ask me anything that <span dir="auto">Order help<\/span> is good for\./);
    expect(html.match(/class="starter"/g)).toHaveLength(3);
    expect(propsOf(html).intro).toBe(
      'Hello! Ask me anything that Order help is good for.\n\n[Where is it?]() [Send it back]() [It broke]()',
    );
  });

  it('FH-7: says before the first message that no model is connected, in plain words; whoever runs the server reads how to connect one', async () => {
    expect((await show(itemWith())).html).not.toContain('No language model is connected');
    const { html } = await show(itemWith({}, { hasModel: false }));
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(
      'No language model is connected on this server. The chat shows what each ability is for, but none of them runs.',
    );
    expect(html.indexOf('model-note')).toBeLessThan(html.indexOf('id="chat-text"'));
    expect(html).not.toContain('OPENAI_BASE_URL');
    const dataset = await show(itemWith({ type: 'dataset' }, { hasModel: false }));
    expect(dataset.html).toContain('The chat searches the documents and quotes what fits.');
  });

  it('takes a question before any script: the page comes back with it asked, whichever way', async () => {
    const post = (body: string): RequestInit => ({
      method: 'POST',
      headers: {
        Origin: 'http://localhost',
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      },
      body,
    });
    const form =
      /<form class="chat-facade"[^>]*method="post"[^>]*>.*?<\/form>/s.exec((await show(itemWith())).html)?.[0] ?? '';
    expect(form).toMatch(
      /<button class="starter" name="ask" value="Find"|<button class="starter"[^>]*value="Find"[^>]*name="ask"/,
    );
    expect(form).toMatch(/<p class="facade-asked"[^>]*><\/p>/);
    expect((await show(itemWith(), {}, post('ask=Find&ask='))).html).toMatch(
      /data-facade-asked="true" data-waits="true">Find<\/p>/,
    );
    expect((await show(itemWith(), {}, post('ask=+Is+%3Cb%3E+it+mine%3F'))).html).toMatch(
      /data-waits="true">Is &lt;b&gt; it mine\?<\/p>/,
    );
    expect((await show(itemWith(), {}, post('ask='))).html).not.toContain('data-waits');
  });

  it('takes the names of others as text', async () => {
    const { intro } = propsOf(
      (
        await show(
          itemWith({
            name: '**[x](https://evil.example)** <b>',
            skillset: {
              abilities: [{ id: 'a', name: 'a](https://evil.example) [b', description: '', instruction: '' }],
            },
          }),
        )
      ).html,
    );
    expect(intro.replaceAll(/\\./g, '')).not.toMatch(/[<*]|\]\(https/);
  });
});

describe('H-9 the navigation', () => {
  it('marks the section that a page is in', async () => {
    const { html } = await show(itemWith());
    expect(html).toMatch(/<a href="\/hub\/skillsets" aria-current="true">Skillsets<\/a>/);
    expect(html).toContain('<a href="/hub">All</a>');
  });
});

describe('H-4 abilities', () => {
  it('show name, description and instruction, and what stands for a missing one', async () => {
    const { html } = await show(
      itemWith({
        skillset: {
          abilities: [
            { id: 'ability_1', name: 'Find', description: 'Finds an order.', instruction: 'Ask for the **number**.' },
            { id: 'ability_2', name: ' ', description: '', instruction: '' },
          ],
        },
      }),
    );
    expect(html).toContain('id="ability-ability_1"');
    expect(html).toMatch(
      /<summary>Instruction.*?<code class="language-markdown"[^>]*>Ask for the \*\*number\*\*\.<\/code>/s,
    );
    expect(html).toContain('>ability_2</a>');
    expect(html).toContain('An ability without description');
    expect(html.match(/<details class="instruction">/g)).toHaveLength(1);
  });

  it('have no section when there are none', async () => {
    expect((await show(itemWith({ skillset: { abilities: [] } }))).html).not.toContain('id="abilities"');
  });
});

describe('H-12 a thing that operators took down', () => {
  it('says so to its author', async () => {
    expect((await show(itemWith({ takenDown: 'Somebody’s <b>text</b>' }))).html).toMatch(
      /took this down: <span dir="auto">Somebody’s &lt;b&gt;text/,
    );
    expect((await show(itemWith())).html).not.toContain('took this down');
  });
});

describe('H-5 related skillsets', () => {
  it('are five, the rest behind Show more, each with what stands for a missing description', async () => {
    const { html } = await show(
      itemWith(
        {},
        {
          related: [1, 2, 3, 4, 5, 6, 7].map((number) =>
            related(`skillset_r${String(number)}`, `Other ${String(number)}`),
          ),
        },
      ),
    );
    const [before = '', after = ''] = html.split('<details class="more">');
    expect(before).toContain('Other 5');
    expect(before).not.toContain('Other 6');
    expect(after).toMatch(/Show more.*Other 6.*Other 7/s);
    expect(html).toContain('A skillset without description');
    expect(html).toContain('href="/hub/skillsets/skillset_r1"');
  });

  it('have no section when there are none', async () => {
    expect((await show(itemWith())).html).not.toContain('id="related"');
  });
});

describe('H-6 ratings', () => {
  const rating = { average: 4.3, count: 12, histogram: [0, 1, 1, 4, 6] };
  const application = (graph: readonly Record<string, unknown>[]) =>
    graph.find((entry) => entry['@type'] === 'SoftwareApplication');

  it('are told to machines as the page shows them', async () => {
    const { html, graph } = await show(itemWith({ rating }));
    expect(application(graph)?.['aggregateRating']).toMatchObject({
      ratingValue: 4.3,
      ratingCount: 12,
      bestRating: 5,
      worstRating: 1,
    });
    expect(html.replace(/<[^>]*>/g, '')).toContain('4.3 out of 5');
  });

  it('are listed with their words, and those without words are not', async () => {
    const user = { id: 'user_2', name: 'Ben', image: null };
    const { html } = await show(itemWith({ rating }), {}, {}, [
      { id: 'rating_1', value: 5, comment: 'Found my parcel', user, createdAt: 0 },
      { id: 'rating_2', value: 1, comment: '', user, createdAt: 0 },
    ]);
    const list = /<ul class="rating-list">.*?<\/ul>/s.exec(html)?.[0] ?? '';
    expect(list).toContain('Found my parcel');
    expect(list.match(/<li>/g)).toHaveLength(1);
  });

  it('stand beside what machines are told of a free application: its price, picture and place', async () => {
    const { graph } = await show(itemWith({ rating }));
    expect(application(graph)).toMatchObject({
      name: 'Order help',
      url: 'http://localhost/hub/skillsets/skillset_1',
      image: 'http://localhost/hub/skillsets/skillset_1/card',
      applicationCategory: 'BusinessApplication',
      offers: { '@type': 'Offer', price: '0.00', priceCurrency: 'USD' },
    });
    const trail = graph.find((entry) => entry['@type'] === 'BreadcrumbList') as
      | { itemListElement: { position: number; name: string }[] }
      | undefined;
    expect(trail?.itemListElement.map(({ position, name }) => `${String(position)} ${name}`)).toEqual([
      '1 Hub',
      '2 Skillsets',
      '3 Order help',
    ]);
  });

  it('are told to nobody while there are fewer than five', async () => {
    const { graph } = await show(itemWith({ rating: { ...rating, count: 4 } }));
    expect(application(graph)).toBeDefined();
    expect(application(graph)).not.toHaveProperty('aggregateRating');
  });

  it('are the fixed ones only where the operator asks for it, and never about a thing that nobody tried', async () => {
    const asked = { HUB_RATING: 'fixed' };
    expect(application((await show(itemWith(), asked)).graph)?.['aggregateRating']).toMatchObject({
      ratingValue: 4.7,
      ratingCount: 7,
    });
    expect(application((await show(itemWith({ counters: { clones: 0, tries: 0 } }), asked)).graph)).not.toHaveProperty(
      'aggregateRating',
    );
  });
});

describe('A101 texts of strangers on a page of the Hub', () => {
  it('stay text in every field, in the page and in the data for machines', async () => {
    const { html, graph } = await show(
      itemWith(
        {
          name: HOSTILE,
          description: HOSTILE,
          icon: HOSTILE,
          tags: [HOSTILE],
          licence: HOSTILE,
          language: 'en',
          user: { id: 'user_1', name: HOSTILE, image: null },
          clonedFrom: { id: 'skillset_0', name: HOSTILE, slug: null },
          skillset: { abilities: [{ id: 'ability_1', name: HOSTILE, description: HOSTILE, instruction: HOSTILE }] },
        },
        {
          related: [related('skillset_2', HOSTILE, HOSTILE)],
          page: {
            widget: {},
            keywords: [HOSTILE],
            useCases: { description: HOSTILE, items: [{ icon: HOSTILE, name: HOSTILE, description: HOSTILE }] },
          },
        },
      ),
    );
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>alert');
    expect(JSON.stringify(graph)).toContain('alert(1)');
  });
});
