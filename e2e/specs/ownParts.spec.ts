import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, sees } from '../chat';
import { bundleInPage } from '../hostPages/bundleInPage';
import { useStack } from '../useStack';

/** Rules of a page about every element, as themes have them. */
const HOSTILE =
  'button, input, textarea, a, p, h1, h2, section, form, article, div, span { margin: 7px; padding: ' +
  '11px; border: 3px dashed lime; background: yellow; color: red; float: left; } * { box-sizing: content-box; }';
const OWN = ['Launcher', 'TopBar', 'TopBar title', 'TopBar button', 'Code', 'Code text', 'Quote', 'Link', 'SendButton'];
const LOOK = {
  marginTop: '3px',
  marginLeft: '5px',
  paddingTop: '9px',
  paddingLeft: '13px',
  borderTopWidth: '2px',
  borderTopStyle: 'solid',
  borderTopColor: 'rgb(1, 2, 3)',
  borderTopLeftRadius: '7px',
  backgroundColor: 'rgb(0, 128, 128)',
  color: 'rgb(250, 250, 250)',
  fontStyle: 'italic',
  fontWeight: '700',
  fontSize: '21px',
  lineHeight: '30px',
  fontFamily: 'serif',
  boxSizing: 'content-box',
  textTransform: 'uppercase',
  cursor: 'help',
} as const;

const { browser, stack, host } = await useStack();

beforeAll(async () => {
  const script = await bundleInPage('ownParts.mjs');
  stack.model.script = [
    'First.\n\n',
    '```js\nlet a;\n```\n\nSee [the guide](https://example.com/guide).\n\n> Quoted **words**.\n\nLast.',
  ];
  host.pages.set('/own-parts.js', { html: script, headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
  for (const [path, style] of [
    ['/calm', ''],
    ['/hostile', HOSTILE],
  ] as const) {
    host.pages.set(path, {
      html:
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Own ` +
        `parts</title><style>${style}</style><body><div id="chat"></div><script src="/own-parts.js"></script></body></html>`,
    });
  }
});

async function open(path: string, query: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 900, height: 800 } })).newPage();
  await page.goto(`${host.origin}${path}?base=${encodeURIComponent(stack.origin)}&${query}`);
  const box = page.getByRole('textbox');
  await box.or(page.locator('[data-own="Launcher"]')).first().waitFor();
  if (!(await box.isVisible())) await page.locator('[data-own="Launcher"]').click();
  await box.fill('Show me');
  await box.press('Enter');
  await sees(page.locator('article.sotto-message').last(), 'Last.');
  return page;
}

/** What a person sees of some elements. */
async function looks(page: Page, selector: string, names: readonly string[]): Promise<Record<string, string>[]> {
  return page.locator(selector).evaluateAll(
    (elements, wanted) =>
      elements.map((element) => {
        const style = getComputedStyle(element) as unknown as Record<string, string>;
        return Object.fromEntries(wanted.map((name) => [name, style[name] ?? '']));
      }),
    names,
  );
}

describe("FI-2 parts of the owner's own", () => {
  it.each(
    ['plain', 'module', 'utilities'].flatMap((kind) => ['before', 'after'].map((order) => [kind, order] as const)),
  )('FI-2: rules that are %s, imported %s ours, say how they look', async (kind, order) => {
    const page = await open('/calm', `kind=${kind}&order=${order}`);
    for (const name of OWN) {
      const found = await looks(page, `[data-own="${name}"]`, Object.keys(LOOK));
      expect([name, found.length > 0]).toEqual([name, true]);
      for (const look of found) expect([name, look]).toEqual([name, LOOK]);
    }
    await page.context().close();
  });

  it('FI-2: without a rule they look as the browser draws them, in the type and colour of the theme', async () => {
    const page = await open('/calm', 'kind=none');
    const bare = await page.evaluate(() => {
      const style = getComputedStyle(document.body.appendChild(document.createElement('button')));
      return [style.borderTopStyle, style.paddingLeft, style.backgroundColor];
    });
    expect(await looks(page, '[data-own="SendButton"]', ['borderTopStyle', 'paddingLeft', 'backgroundColor'])).toEqual([
      { borderTopStyle: bare[0], paddingLeft: bare[1], backgroundColor: bare[2] },
    ]);
    const [bubble] = await looks(page, '.sotto-message[data-by="bot"] .sotto-bubble', ['color', 'fontFamily']);
    expect((await looks(page, '[data-own="Quote"]', ['color', 'fontFamily']))[0]).toEqual(bubble);
    await page.context().close();
  });

  it('FI-2: what we draw inside of them, and everything around them, looks the same on a page whose rules say otherwise', async () => {
    const names = [
      'display',
      'float',
      'color',
      'backgroundColor',
      'fontSize',
      'lineHeight',
      'borderTopWidth',
      'borderTopStyle',
      'marginTop',
      'marginLeft',
      'paddingTop',
      'paddingLeft',
      'boxSizing',
    ];
    const [calm, hostile] = [await open('/calm', 'kind=plain'), await open('/hostile', 'kind=plain')];
    for (const ours of [
      '.sotto-composer, .sotto-composer textarea',
      '[data-own="Quote"] p',
      '.sotto-bubble',
      '.sotto-bubble > p',
      '.sotto-message-foot button',
      '.sotto-panel',
    ]) {
      await eventually(async () => {
        const there = await looks(calm, ours, names);
        expect(there.length, ours).toBeGreaterThan(0);
        expect([ours, await looks(hostile, ours, names)]).toEqual([ours, there]);
      });
    }
    await Promise.all([calm.context().close(), hostile.context().close()]);
  });

  it('FI-2: a slot takes no room: blocks keep their distance, and a bar and a text box fill their places', async () => {
    const page = await open('/calm', 'kind=plain');
    const boxes = (selector: string): Promise<{ top: number; bottom: number; width: number }[]> =>
      page.locator(selector).evaluateAll((elements) =>
        elements.map((element) => {
          const { top, bottom, width } = element.getBoundingClientRect();
          return { top, bottom, width };
        }),
      );
    const [first] = await boxes(
      '.sotto-message:not([data-by="user"]) .sotto-bubble:has(> .sotto-slot) > p.sotto-paragraph',
    );
    const [slot] = await boxes('.sotto-bubble > .sotto-slot');
    const spacing = Number.parseFloat(
      (await looks(page, '.sotto-bubble > .sotto-slot', ['marginTop']))[0]?.['marginTop'] ?? '',
    );
    expect(spacing).toBeGreaterThan(4);
    expect(Math.round((slot?.top ?? 0) - (first?.bottom ?? 0))).toBe(Math.round(spacing));
    const [panel] = await boxes('.sotto-panel-content');
    const [bar] = await boxes('[data-own="TopBar"]');
    const [form] = await boxes('.sotto-composer');
    // The look of this page has 5 px beside each part.
    expect((bar?.width ?? 0) + 10).toBeCloseTo(panel?.width ?? 0, 0);
    expect(form?.width ?? 0).toBeGreaterThan((panel?.width ?? 0) * 0.8);
    await page.context().close();
  });
});
