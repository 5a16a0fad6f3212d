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
  [
    'ing-07: a number that is raised is no part of the one before it',
    '<p>Area 20 m<sup>2</sup>, CO<sub>2</sub> free, price 9<sup>99</sup> €, 10<sup>-3</sup>, the 1<sup>st</sup></p>',
    'Area 20 m², CO2 free, price 9⁹⁹ €, 10⁻³, the 1st',
  ],
  ['ing-07: a price that is struck out', '<p>Price <del>10 €</del> <ins>8 €</ins></p>', 'Price ~~10 €~~ 8 €'],
  [
    'ing-07: a cell that stands for two rows, and one for two columns',
    '<table><tr><th>Plan<th colspan="2">Price<tr><td rowspan="2">Tea<td>5 €<td>6 €<tr><td>7 €<td>8 €</table>',
    'Plan | Price | Price\n\nTea | 5 € | 6 €\n\nTea | 7 € | 8 €',
  ],
  [
    'ing-07: paragraphs in the cells of a row',
    '<table><tr><td><p>Mon</p></td><td><p>9–5</p></td></tr><tr><td><p>Tue</p></td><td></td><td><p>closed</p></td></tr></table>',
    'Mon | 9–5\n\nTue | | closed',
  ],
  [
    'ing-07: a page inside of a table',
    '<table><tr><td><h1>Tea</h1><p>Hot.</p></td><td><h2>News</h2><p>New tea.</p></td></tr></table>',
    '# Tea\n\nHot.\n\n## News\n\nNew tea.',
  ],
  [
    'ing-07: lines of an address',
    '<p>Tea House<br>1 Quay<br/> Porto</p><h2>A<br>B</h2>',
    'Tea House\n1 Quay\nPorto\n\n## A B',
  ],
  [
    'ing-07: the numbers of steps',
    '<ol><li>Open<li><p>Press</p></ol><ol start="5"><li>Go<ul><li>Left</ul><li>Stop</ol>',
    '1. Open\n\n2. Press\n\n5. Go\n\n- Left\n\n6. Stop',
  ],
  ['ing-07: code with its lines', '<pre><code>\r\nnpm i\r\n  run</code></pre>', '```\nnpm i\n  run\n```'],
  [
    'ing-07: words that markdown has a meaning for',
    '<p># Tea</p><p>```</p><p>&lt;div&gt; is a tag</p><p>[x]: y</p><p>---</p><p>Hot.</p>',
    '\\# Tea\n\n\\```\n\n\\<div> is a tag\n\n\\[x]: y\n\n\\---\n\nHot.',
  ],
  [
    'ing-07: numbers behind the words of links',
    '<p><a href="tel:+351%20555%200100">Call us</a><a href="mailto:hi@a.example?subject=x"><svg></svg></a>' +
      ' <a href="tel:+3515550100">555 01 00</a></p>',
    'Call us (+351 555 0100) hi@a.example 555 01 00',
  ],
  [
    'ing-07: choices of a form, but not countries',
    `<label>Size <select><option>S 5 €<option>M 7 €</select></label><select>${'<option>Country'.repeat(31)}</select> Go`,
    'Size S 5 €, M 7 € Go',
  ],
  [
    'ing-07: a box that asks for consent',
    '<div id="cookie-banner" role="dialog"><p>We use cookies.</p></div>' +
      '<div class="cookie-banner-hidden page"><h1>Tea</h1><p class="cookies">Cookies with tea.</p></div>',
    '# Tea\n\nCookies with tea.',
  ],
  ['ing-07: a hyphen that nobody sees', '<p>inter&shy;national Donau<wbr>dampf</p>', 'international Donaudampf'],
  [
    'ing-07: what is for browsers without a player',
    '<h1>Tea</h1><video src="a.mp4"><p>Your browser is old.</p></video>',
    '# Tea',
  ],
  [
    'ing-12: words for browsers without scripts, beside a picture',
    '<h1>Tea</h1><noscript><img src="a.jpg"></noscript><noscript><p>At the quay.</p></noscript><noscript>Aktivieren Sie JavaScript.</noscript>',
    '# Tea\n\nAt the quay.',
  ],
  [
    'ing-12: a page whose text is for browsers without scripts',
    '<div id="root"></div><noscript><h1>Tea</h1><p>We open at nine.</p></noscript><script src="/a.js"></script>',
    '# Tea\n\nWe open at nine.',
  ],
  [
    'ing-12: a product in microdata',
    '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle</h1><div itemprop="offers" itemscope>' +
      '<meta itemprop="priceCurrency" content="EUR"><meta itemprop="price" content="49.90">' +
      '<link itemprop="availability" href="https://schema.org/InStock"></div></div>',
    '# Kettle\n\n### Kettle\n\nPrice: 49.90 EUR\nAvailability: InStock',
  ],
  [
    'ing-12: hours in microdata',
    '<div itemscope itemtype="http://schema.org/Store"><h1 itemprop="name">Shop</h1><meta itemprop="openingHours" content="Mo-Fr 09:00-18:00">' +
      '<div itemprop="address" itemscope><span itemprop="streetAddress">1 Quay</span></div></div>',
    '# Shop\n\n1 Quay\n\n### Shop\n\nOpening hours: Mo-Fr 09:00-18:00\nAddress: 1 Quay',
  ],
  [
    'ing-12: days that are closed',
    '<h1>Visit</h1><script type="application/ld+json">{"@type":"Store","openingHoursSpecification":[{"dayOfWeek":"Sunday","opens":"00:00",' +
      '"closes":"00:00"},{"validFrom":"2025-12-24","validThrough":"2025-12-26","opens":"00:00","closes":"00:00"}]}</script>',
    '# Visit\n\nOpening hours: Sunday closed\nOpening hours: 2025-12-24–2025-12-26 closed',
  ],
  [
    'ing-12: a price in a specification, in a section, with a comma at the end and a line end in a string',
    '<h1>Tea</h1><script type="application/ld+json">//<![CDATA[\n{"@type":"Product","name":"Kettle","description":"Hot\nand good","offers":' +
      '{"priceSpecification":[{"price":"49.90","priceCurrency":"EUR"}],},}\n//]]></script>',
    '# Tea\n\n### Kettle\n\nDescription: Hot and good\nPrice: 49.90 EUR',
  ],
  [
    'ing-12: an event, and an answer whose marks are entities',
    '<h1>Tea</h1><script type="application/ld+json">[{"@type":"MusicEvent","name":"Tasting","startDate":"2025-05-01T18:00","location":{"name":"Hall"}},' +
      '{"@type":"Question","name":"Ship?","acceptedAnswer":{"text":"&lt;p&gt;Yes.&lt;/p&gt;"}}]</script>',
    '# Tea\n\n### Tasting\n\nStart: 2025-05-01T18:00\nPlace: Hall\n\n### Ship?\n\nYes.',
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

  it.each([
    [
      'ing-07: parts by their roles',
      '<div role="banner">Brand</div><div role="navigation">More</div><div role="main"><p>Hot.</p></div><div role="contentinfo">Imprint</div>',
      'Hot.',
    ],
    ['ing-07: a main part that is hidden', '<main hidden><p>Old</p></main><main><p>Hot.</p></main>', 'Hot.'],
    ['ing-07: two main parts', '<main><p>Hot.</p></main><main><p>Cold.</p></main>', 'Hot.\n\nCold.'],
  ])('%s', (_name, html, text) => {
    expect(crawled(html).markdown).toBe(text);
  });

  it('ing-07: what header and footer have is kept apart', () => {
    const { markdown, frames } = crawled(
      '<header>555 0100</header><main><p>Hot.</p></main><footer>1 Quay<nav>More</nav></footer>',
    );
    expect([markdown, frames]).toEqual(['Hot.', '555 0100\n\n1 Quay']);
  });

  it('ing-12: frames and what leads on are links, and their own text is none', () => {
    expect(
      crawled(
        '<frameset><frame src="menu.html"><frame src="/tea"><noframes><body>Frames!</body></noframes></frameset>',
      ),
    ).toMatchObject({
      markdown: '',
      links: ['https://a.example/menu.html', 'https://a.example/tea'],
    });
    expect(
      crawled(
        '<meta http-equiv="refresh" content="0; url=\'/de/\'"><link rel="next" href="?page=2"><map><area href="/map"></map><iframe src="/hours"></iframe>',
      ).links,
    ).toEqual(['de/', '?page=2', 'map', 'hours'].map((path) => `https://a.example/${path}`));
  });

  it.each([
    ['<meta name="ROBOTS" content="NOINDEX, FOLLOW">', false, true],
    ['<meta name="robots" content="none">', false, false],
    ['<meta name="robots" content="index,max-image-preview:none,max-snippet:-1">', true, true],
    ['<meta name="googlebot" content="noindex">', true, true],
  ])('what %s asks', (html, isIndexable, followsLinks) => {
    expect(crawled(html)).toMatchObject({ isIndexable, followsLinks });
  });

  it.each([
    ['<html lang="zh_CN">', 'zh-CN'],
    ['<html xml:lang="de-AT">', 'de-AT'],
  ])('the language of %s', (html, language) => {
    expect(crawled(html).language).toBe(language);
  });

  it('ing-07: a cell that claims many rows takes no more than is bounded', () => {
    const row = '<tr><td rowspan="65534" colspan="1000">' + 'x'.repeat(150) + '</td><td>y</td></tr>';
    expect(htmlToMarkdown(`<table>${row.repeat(300)}</table>`).length).toBeLessThan(2_000_000);
  });

  it('a hidden value, a script and the title of a picture are no text', () => {
    expect(
      htmlToMarkdown(
        '<title>T</title><input type="hidden" value="v"><svg><title>Icon</title></svg><script>s</script><p>Tea.',
      ),
    ).toBe('# T\n\nTea.');
  });
});

describe('the logo of a site', () => {
  it.each([
    ['<link rel="icon" type="image/svg+xml" href="/logo.svg">', 'https://a.example/logo.svg'],
    [
      '<link rel="icon" href="mark.svg?v=2"><link rel="apple-touch-icon" href="/touch.png">',
      'https://a.example/touch.png',
    ],
    ['<link rel="mask-icon" href="/mask.svg">', ''],
    ['<link rel="icon" href="data:image/svg+xml,%3Csvg%3E">', ''],
    ['<link rel="stylesheet" href="/icons.svg">', ''],
  ])('is a vector icon if there is no other: %s', (head, logo) => {
    expect(crawled(`<html><head>${head}</head><body><p>Open at nine.</p></body></html>`).logo).toBe(logo);
  });
});
