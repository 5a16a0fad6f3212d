import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, sees } from '../chat';
import { isFirefox } from '../engines/leftOut';
import { bundleInPage } from '../hostPages/bundleInPage';
import { useStack } from '../useStack';

/** Rules as themes and frameworks have them, and some that only bad luck has. */
const HOSTILE = `
  body { text-transform: uppercase; text-align: center; letter-spacing: 3px; line-height: 3; font: italic 30px cursive; color: magenta; visibility: visible; }
  * { box-sizing: content-box; }
  button, input, textarea, a, p, h1, h2, section, header, form, article, div { margin: 7px; padding: 11px; border: \
3px dashed lime; background: yellow; color: red; text-shadow: 1px 1px 2px; float: left; width: 90px; box-shadow: 0 0 9px red; }
  svg, img { border: 4px solid lime; float: right; }`;
/** The place is the page's own; it guards its size itself. */
const PLACE =
  'all: initial !important; display: block !important; width: 420px !important; height: 600px !important; overflow: hidden !important';

const { browser, stack, host } = await useStack();

beforeAll(async () => {
  const script = await bundleInPage();
  stack.model.script = ['Hello ', 'from the **model**.'];
  host.pages.set('/in-page.js', { html: script, headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
  for (const [path, style] of [
    ['/calm', ''],
    ['/hostile', HOSTILE],
    ['/hostile-important', HOSTILE.replaceAll(';', ' !important;')],
  ] as const) {
    host.pages.set(path, {
      html:
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>In the ` +
        `page</title><style>${style}</style><body><div id="light" style="${PLACE}"></div><div id="shadow" ` +
        `style="${PLACE}"></div><script src="/in-page.js"></script></body></html>`,
    });
  }
});

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 900, height: 700 } })).newPage();
  await page.goto(`${host.origin}${path}?base=${encodeURIComponent(stack.origin)}`);
  for (const place of ['#light', '#shadow']) await page.locator(place).getByRole('textbox').waitFor();
  return page;
}

async function ask(place: Locator): Promise<void> {
  await place.getByRole('textbox').fill('What is this?');
  await place.getByRole('textbox').press('Enter');
  await sees(place.locator('article.sotto-message').last(), 'Hello from the model.');
  await place.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

/** What a person sees of every element, apart from the words and what moves. */
async function looks(place: Locator): Promise<string[]> {
  // Firefox shows the focus in the window in front alone.
  if (isFirefox)
    await place.locator('.sotto-root').evaluate((root) => {
      root.querySelector<HTMLElement>(':focus')?.blur();
    });
  return place.locator('.sotto-root').evaluate((root) =>
    [...root.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      const names = [
        'display',
        'float',
        'color',
        'backgroundColor',
        'fontFamily',
        'fontSize',
        'fontStyle',
        'lineHeight',
        'letterSpacing',
        'textTransform',
        'textAlign',
        'textShadow',
        'boxShadow',
        'borderTopWidth',
        'borderTopStyle',
        'marginTop',
        'marginLeft',
        'paddingTop',
        'paddingLeft',
        'boxSizing',
        'width',
      ] as const;
      return `${element.tagName} ${element.getAttribute('class') ?? ''}: ${names.map((name) => `${name} ${style[name]}`).join(', ')}`;
    }),
  );
}

describe('W-2 W-35 two widgets without an iframe on one page, in React 18', () => {
  it('answer each for itself, each in its own theme, one of them in a shadow root', async () => {
    const page = await open('/calm');
    await ask(page.locator('#light'));
    expect(await page.locator('#shadow article.sotto-message').count()).toBe(0);
    await ask(page.locator('#shadow'));
    const bar = (place: string): Promise<string> =>
      page.locator(`${place} .sotto-bar`).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await bar('#light')).toBe('rgb(34, 85, 68)');
    expect(await bar('#shadow')).not.toBe(await bar('#light'));
    expect(await page.locator('#shadow .sotto-root').evaluate((element) => getComputedStyle(element).colorScheme)).toBe(
      'dark',
    );
    await page.context().close();
  });

  it('leave each other as much room beside each other, however long a line of code is', async () => {
    const page = await open('/calm');
    await page.evaluate(() => {
      document.body.style.display = 'flex';
      for (const place of document.querySelectorAll<HTMLElement>('#light, #shadow'))
        place.style.cssText = 'flex: auto; height: 600px';
    });
    const widths = (): Promise<number[]> =>
      page
        .locator('#light, #shadow')
        .evaluateAll((places) => places.map((place) => Math.round(place.getBoundingClientRect().width)));
    const before = await widths();
    const { script } = stack.model;
    stack.model.script = ['```js\n', `walk(${'"around the harbour", '.repeat(20)});`, '\n```\n\nHello from the model.'];
    await page.locator('#light').getByRole('textbox').fill('How?');
    await page.locator('#light').getByRole('textbox').press('Enter');
    await sees(page.locator('#light article.sotto-message').last(), 'Hello from the model.');
    expect([before[0], await widths()]).toEqual([before[1], before]);
    stack.model.script = script;
    await page.context().close();
  });

  it('look the same on a page whose rules say otherwise about every element', async () => {
    const calm = await open('/calm');
    const hostile = await open('/hostile');
    for (const page of [calm, hostile]) for (const place of ['#light', '#shadow']) await ask(page.locator(place));
    for (const place of ['#light', '#shadow'])
      await eventually(async () => {
        expect(await looks(hostile.locator(place))).toEqual(await looks(calm.locator(place)));
      });
    await Promise.all([calm.context().close(), hostile.context().close()]);
  });

  it('in a shadow root also where the page insists', async () => {
    const calm = await open('/calm');
    const hostile = await open('/hostile-important');
    expect(await looks(hostile.locator('#shadow'))).toEqual(await looks(calm.locator('#shadow')));
    await Promise.all([calm.context().close(), hostile.context().close()]);
  });
});
