import { describe, expect, it } from 'vitest';
import { chatOn, hasMessages, sees, type Chat } from '../chat';
import { some } from '../everything';
import { useLoaderPage } from '../hostPages/loaderPage';

const RICH =
  'A [link](https://example.com).\n\n```js\nconst a = 1;\n```\n\n```buttons\n- caption: Track my ' +
  'order\n- caption: Returns\n```\n\n```form\nfields:\n  - {name: a, label: Name}\n  - {name: b, ' +
  'label: Agree, type: checkbox}\n```';
const NOTICES =
  '```js\nconst a = 1;\n```\n\n![Elsewhere](https://elsewhere.example.net/picture.jpg)\n\n```mermaid\nflowchart LR\n  A --> B\n```';
const LAYOUTS = ['popover', 'popout', 'slideover', 'center', 'stretch', 'fullscreen'];

/** A chat with one of everything a visitor can press. */
async function fill(chat: Chat, layout: string, stack: { model: { script: unknown } }): Promise<void> {
  stack.model.script = [RICH];
  if (['popover', 'popout', 'slideover'].includes(layout)) await chat.launcher.click();
  await chat.textBox.first().waitFor();
  await chat.frame.locator('.sotto-composer textarea, textarea').last().fill('Hello');
  await chat.send();
  await hasMessages(chat, 2);
  await sees(chat.messages.last(), 'Returns');
  await chat.frame.getByRole('button', { name: 'Menu' }).waitFor();
}

describe('the keyboard reaches every control, and what it reaches is in view', async () => {
  const loader = await useLoaderPage();

  it.each(some(LAYOUTS, 2))('W-2 W-5 W-7 %s', async (layout) => {
    const chat = await loader.open(`data-layout="${layout}"`, { body: '<h1>x</h1>' });
    await fill(chat, layout, loader.stack);
    const root = chat.frame.locator('.sotto-root');
    const marked = await root.evaluate((element) => {
      const all = [
        ...element.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, [tabindex="0"]'),
      ];
      const reachable = all.filter(
        (one) =>
          !one.matches(':disabled') &&
          one.tabIndex >= 0 &&
          one.checkVisibility({ visibilityProperty: true }) &&
          one.closest('[inert]') === null,
      );
      for (const [index, one] of reachable.entries()) one.dataset['walk'] = String(index);
      return reachable.map((one) => one.outerHTML.slice(0, 120));
    });
    expect(marked.length).toBeGreaterThan(10);
    await root.locator('[data-walk="0"]').focus();
    const seen = new Set<number>();
    const unseen: string[] = [];
    for (let step = 0; step < marked.length * 2 && seen.size < marked.length; step += 1) {
      const at = await root.evaluate((element) => {
        const active = element.ownerDocument.activeElement;
        if (!(active instanceof HTMLElement) || active.dataset['walk'] === undefined) return;
        const { bottom, top } = active.getBoundingClientRect();
        return { index: Number(active.dataset['walk']), isInView: bottom > 0 && top < innerHeight };
      });
      if (at) {
        seen.add(at.index);
        if (!at.isInView) unseen.push(marked[at.index] ?? '');
      }
      await loader.page.keyboard.press('Tab');
    }
    expect(unseen).toEqual([]);
    expect(marked.filter((_, index) => !seen.has(index))).toEqual([]);
  });
});

describe('a finger finds every control', async () => {
  const loader = await useLoaderPage(
    { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    { isWhole: true },
  );

  /** Controls of which less than 44 by 44 pixels can be hit, with what extends them beyond their looks. */
  const small = (chat: Chat): Promise<string[]> =>
    chat.frame.locator('.sotto-root').evaluate(async (element) => {
      // What opens is a little smaller until it is open.
      const opening = element
        .getAnimations({ subtree: true })
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(opening.map((one) => one.finished));
      return [
        ...element.querySelectorAll<HTMLElement>(
          'button, select, textarea, a.sotto-message-button, a.sotto-preview, a.sotto-source, ' +
            'input:not([type=checkbox], [type=radio], .sotto-hidden), label:has(:is([type=checkbox], [type=radio]))',
        ),
      ]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null)
        .flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          const after = getComputedStyle(one, '::after');
          const more =
            after.content !== 'none' && after.position === 'absolute'
              ? [Number.parseFloat(after.width), Number.parseFloat(after.height)]
              : [0, 0];
          const [w, h] = [Math.max(width, more[0] ?? 0), Math.max(height, more[1] ?? 0)];
          return w >= 43.5 && h >= 43.5
            ? []
            : [`${String(Math.round(w))} × ${String(Math.round(h))} ${one.outerHTML.slice(0, 140)}`];
        });
    });
  const body = '<meta name="viewport" content="width=device-width"><h1>x</h1>';

  it('W-41 each has 44 by 44 pixels: in a conversation, its forms and the menu', async () => {
    const chat = await loader.open('data-contact-collection', { body });
    await chat.launcher.waitFor();
    const launcher = await chat.launcher.boundingBox();
    expect([launcher?.width, launcher?.height].every((length) => (length ?? 0) >= 44)).toBe(true);
    await fill(chat, 'popover', loader.stack);
    await chat.frame.getByLabel('Email').waitFor();
    expect(await small(chat)).toEqual([]);
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).waitFor();
    expect(await small(chat)).toEqual([]);
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
    await chat.frame.getByRole('button', { name: 'Yes' }).waitFor();
    expect(await small(chat)).toEqual([]);
    await chat.frame.getByRole('button', { name: 'No' }).click();

    // Sources, what a stranger's picture and a file of the visitor show, a diagram, a failure, a short notice.
    await loader.run(
      `widget.setMessages([{ type: 'user', text: 'Hello' }, { type: 'bot', text: ` +
        `${JSON.stringify(NOTICES)}, references: [{ source: 'guide', title: 'Guide', url: 'https://example.com/guide' }] }])`,
    );
    await chat.frame.getByRole('link', { name: 'Guide' }).waitFor();
    await chat.frame.getByRole('button', { name: 'elsewhere.example.net' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Maximize' }).waitFor();
    await chat.frame
      .locator('input[type=file]')
      .setInputFiles({ name: 'order.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
    await chat.frame.getByRole('button', { name: 'Remove order.csv' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Copy' }).first().click();
    await chat.frame.locator('.sotto-toast').waitFor();
    expect(await small(chat)).toEqual([]);
    await chat.frame.getByRole('button', { name: 'Remove order.csv' }).click();
    loader.stack.model.status = 500;
    await chat.frame.locator('textarea').fill('Hello?');
    await chat.send();
    await chat.frame.locator('.sotto-failure').waitFor({ timeout: 40_000 });
    loader.stack.model.status = undefined;
    expect(await small(chat)).toEqual([]);
  });

  it('W-9 and the Start button, the languages and the page over the chat', async () => {
    const chat = await loader.open(`data-start-first data-intl='{"en":{},"de":{}}'`, { body });
    await chat.launcher.click();
    await chat.frame.getByRole('button', { name: 'Start' }).waitFor();
    await chat.frame.getByRole('combobox').waitFor();
    expect(await small(chat)).toEqual([]);
    await loader.run(`widget.render({ frame: location.href })`);
    await chat.frame.locator('.sotto-overlay').waitFor();
    expect(await small(chat)).toEqual([]);
  });
});

describe('400 percent of 1280 × 1024 pixels', async () => {
  const loader = await useLoaderPage({ viewport: { width: 320, height: 256 } });

  it('W-2 W-7 leaves nothing to be scrolled sideways, and the text box can be used', async () => {
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    const box = await chat.textBox.boundingBox();
    expect([
      (box?.x ?? -1) >= 0,
      (box?.x ?? 0) + (box?.width ?? 999) <= 320,
      (box?.y ?? 999) + (box?.height ?? 0) <= 256,
    ]).toEqual([true, true, true]);
    expect(
      await chatOn(loader.page)
        .frame.locator('html')
        .evaluate((page) => page.scrollWidth - page.clientWidth),
    ).toBe(0);
  });
});
