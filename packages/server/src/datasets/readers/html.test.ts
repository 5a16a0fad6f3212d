import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../reading/readLimits';
import { readDocument } from '../readDocument';
import { readSitePage } from '../site/readSitePage';
import { htmlToMarkdown } from './html';

const crawled = (html: string) => readSitePage(new TextEncoder().encode(html), 'text/html', 'https://a.example/');
const uploaded = async (html: string): Promise<string> =>
  (await readDocument('text/html', new TextEncoder().encode(html), DATASET_LIMITS)).text;

/** A page, and what is read of it, as a file and by a crawl. */
const PAGES: readonly (readonly [name: string, html: string, text: string])[] = [
  [
    'ing-07: questions of an accordion stand above their answers',
    '<main><h1>FAQ</h1><h3><button aria-expanded="false">Do you ship to Norway?</button></h3>' +
      '<div hidden><p>Yes, in five days.</p></div><details><summary>Can I return it?</summary><p>Within 30 days.</p></details></main>',
    '# FAQ\n\n### Do you ship to Norway?\n\nYes, in five days.\n\nCan I return it?\n\nWithin 30 days.',
  ],
  [
    'ing-07: a page inside of one form',
    '<body><form method="post" action="./Default.aspx" id="aspnetForm"><input type="hidden" name="__VIEWSTATE" value="AAAA">' +
      '<h1>Opening hours</h1><p>We open at nine.</p></form></body>',
    '# Opening hours\n\nWe open at nine.',
  ],
  [
    'ing-07: the header of an article',
    '<article><header><h1>Warranty</h1><p>Two years on all kettles.</p></header><p>Keep the receipt.</p></article>',
    '# Warranty\n\nTwo years on all kettles.\n\nKeep the receipt.',
  ],
  [
    'ing-12: a declarative shadow root',
    '<body><my-card><template shadowrootmode="open"><p>Open on Sundays.</p></template></my-card></body>',
    'Open on Sundays.',
  ],
  [
    'ing-12: questions for machines',
    '<body><script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage","mainEntity":' +
      '[{"@type":"Question","name":"Do you ship to Norway?","acceptedAnswer":{"@type":"Answer","text":"Yes, in five days."}}]}</script></body>',
    '### Do you ship to Norway?\n\nYes, in five days.',
  ],
  [
    'an accordion of bare buttons',
    '<section><button class="accordion">Is there parking?</button><div class="panel">Behind the house.</div></section>',
    'Is there parking?\n\nBehind the house.',
  ],
  [
    'a shadow root inside of another, with a slot; another template is none',
    '<x-a><template shadowrootmode="closed"><h2>Tea</h2><x-b><template shadowrootmode="open"><p>Hot.</p></template></x-b>' +
      '</template><p>Green.</p></x-a><template><p>Not yet.</p></template>',
    '## Tea\n\nHot.\n\nGreen.',
  ],
  ['a heading around a block', '<h2><div>Returns</div></h2><p>Thirty days.</p>', '## Returns\n\nThirty days.'],
  [
    'a product for machines',
    '<h1>Kettle</h1><script type="application/ld+json">{"@graph":[{"@type":["Product"],"name":"Kettle","sku":42,' +
      '"offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}]}</script>',
    '# Kettle\n\n### Kettle\n\nSKU: 42\nPrice: 49.90 EUR\nAvailability: InStock',
  ],
  [
    'opening hours for machines',
    '<h1>Visit</h1><script type="application/ld+json">[{"@type":"CafeOrCoffeeShop","name":"Harbour","telephone":"555 0100",' +
      '"address":{"streetAddress":"1 Quay","addressLocality":"Porto"},"openingHoursSpecification":[{"dayOfWeek":' +
      '["https://schema.org/Monday","Tuesday"],"opens":"09:00","closes":"18:00"}]}]</script>',
    '# Visit\n\n### Harbour\n\nOpening hours: Monday, Tuesday 09:00–18:00\nTelephone: 555 0100\nAddress: 1 Quay, Porto',
  ],
  [
    'an answer for machines that the page has itself',
    '<h1>FAQ</h1><h3>Ship?</h3><p>Yes, in <b>five</b> days.</p><script type="application/ld+json">{"@type":"Question","name":"Ship?",' +
      '"acceptedAnswer":{"text":"<p>Yes, in five days.</p>"}}</script>',
    '# FAQ\n\n### Ship?\n\nYes, in five days.',
  ],
  ['data that is none', '<p>Tea.</p><script type="application/ld+json">{"@type":</script>', 'Tea.'],
];

/** Pages that have no text before their scripts have run. */
const DRAWN: readonly (readonly [name: string, html: string])[] = [
  [
    'ing-12: an empty root',
    '<html><head><title>App</title></head><body><div id="root"></div>' +
      '<noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script></body></html>',
  ],
  [
    'ing-12: data for its script',
    '<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"text":"We deliver to Norway."}}}</script></body>',
  ],
  [
    'a word for those who wait',
    '<title>Shop</title><div id="app">Loading…</div><script type="module" src="/a.js"></script>',
  ],
  ['a request for scripts', '<main><p>Please enable JavaScript to continue.</p></main><script>draw()</script>'],
];

describe('KN-4 what is read of a page', () => {
  it.each(PAGES)('%s', async (_name, html, text) => {
    expect(await uploaded(html)).toBe(text);
    expect(crawled(html)).toMatchObject({ markdown: text, isDrawnByScript: false });
  });

  it.each(DRAWN)('nothing, and that it is drawn by a script: %s', async (_name, html) => {
    await expect(uploaded(html)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: expect.stringMatching(/^This page is drawn by a script, .+ Open it in a browser/) as string,
    });
    expect(crawled(html).isDrawnByScript).toBe(true);
  });

  it('the header, the footer and the menu of the page are no text of it, those of its article are', () => {
    const html =
      '<header>Menu</header><nav>More</nav><article><header><h2>Tea</h2></header><p>Hot.</p><footer>By Ana</footer></article>' +
      '<footer>Imprint</footer>';
    expect(crawled(html).markdown).toBe('## Tea\n\nHot.\n\nBy Ana');
  });

  it('a hidden value, a script and the title of a picture are no text', () => {
    expect(
      htmlToMarkdown(
        '<title>T</title><input type="hidden" value="v"><svg><title>Icon</title></svg><script>s</script><p>Tea.',
      ),
    ).toBe('# T\n\nTea.');
  });
});
