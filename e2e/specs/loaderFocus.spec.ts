import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, hasMessages, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { useLoaderPage } from '../hostPages/loaderPage';

// The frame has a process of its own, as on a desktop: the focus has the longest way to it there.
const loader = await useLoaderPage({}, { isolatesSites: true });
const FORM = '<h1>A page</h1><input id="before"><p>Text.</p>';
/** Where the focus is: in the host page, or in the frame. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const outer = document.activeElement;
    const inner = outer?.shadowRoot?.activeElement;
    return inner ? `${outer.localName} ${inner.localName}` : (outer?.id ?? '') || (outer?.localName ?? '');
  });
}

describe('2.10 focus', () => {
  it('M4a nothing takes it from a visitor who types in the page', async () => {
    const chat = await loader.open('data-load="eager"', { body: FORM });
    await loader.page.locator('sotto-chat iframe').waitFor({ state: 'attached' });
    await loader.page.locator('#before').focus();
    await loader.run('widget.open()');
    await chat.textBox.waitFor();
    await loader.run("widget.receiveMessage('Hello there')");
    await loader.run("widget.setInput('text')");
    await loader.page.keyboard.type('my own words');
    expect(await focused(loader.page)).toBe('before');
    expect(await loader.page.locator('#before').inputValue()).toBe('my own words');
    await loader.run('widget.close()');
    expect(await focused(loader.page)).toBe('before');
  });

  it('M4e a press opens with the cursor in the text box; Escape closes and it goes back to the launcher', async () => {
    const chat = await loader.open('', { body: FORM });
    await chat.open();
    await eventually(async () => {
      expect(await chat.textBox.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    });
    await loader.page.keyboard.press('Escape');
    await eventually(async () => {
      expect(await loader.run('widget.isOpen')).toBe(false);
    });
    expect(await focused(loader.page)).toBe('sotto-chat button');
  });

  it("W-3 the owner's look comes while a visitor has a finger on the launcher, or its focus: the press counts", async () => {
    const held: (() => void)[] = [];
    await loader.page.route('**/config.mjs', async (route) => {
      await new Promise<void>((resolve) => {
        held.push(resolve);
      });
      await route.continue();
    });
    const chat = await loader.open('', { body: FORM });
    await eventually(() => {
      expect(held).toHaveLength(1);
    });
    await chat.launcher.focus();
    const { x, y, width, height } = (await chat.launcher.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await loader.page.mouse.move(x + width / 2, y + height / 2);
    await loader.page.mouse.down();
    held[0]?.();
    // The page's own import of the same module ends after the script's.
    await loader.run(`import('${loader.stack.origin}/integrations/widget/demo/config.mjs')`);
    expect(await focused(loader.page)).toBe('sotto-chat button');
    await loader.page.mouse.up();
    await chat.textBox.waitFor();
  });

  it('M4b Tab passes a closed chat by, and leaves an open one to the launcher', async () => {
    const chat = await loader.open('data-load="eager"', { body: FORM });
    await loader.page.locator('sotto-chat iframe').waitFor({ state: 'attached' });
    await loader.page.locator('#before').focus();
    await loader.page.keyboard.press('Tab');
    expect(await focused(loader.page)).toBe('sotto-chat button');
    await chat.open();
    await eventually(async () => {
      expect(await focused(loader.page)).toBe('sotto-chat iframe');
    });
    for (let step = 0; step < 12 && (await focused(loader.page)) === 'sotto-chat iframe'; step += 1)
      await loader.page.keyboard.press('Tab');
    expect(await focused(loader.page)).toBe('sotto-chat button');
  });

  it('modal: Tab stays inside', async () => {
    const chat = await loader.open('data-layout="popout"', { body: FORM });
    await chat.open();
    await eventually(async () => {
      expect(await focused(loader.page)).toBe('sotto-chat iframe');
    });
    const seen = new Set<string>();
    for (let step = 0; step < 14; step += 1) {
      await loader.page.keyboard.press('Tab');
      seen.add(await focused(loader.page));
    }
    expect([...seen].filter((one) => one !== 'sotto-chat iframe' && one !== 'sotto-chat span')).toEqual([]);
    const panel = loader.page.locator('sotto-chat #panel');
    expect([await panel.getAttribute('role'), await panel.getAttribute('aria-modal')]).toEqual(['dialog', 'true']);
  });
});

describe('M10 scrolling', () => {
  it('past the end of the messages it does not move the page', async () => {
    const chat = await loader.open('', { body: '<h1>x</h1><div style="height:5000px">long</div>' });
    await chat.open();
    const box = await loader.page.locator('sotto-chat iframe').boundingBox();
    if (!box) throw new Error('no frame');
    await loader.page.mouse.move(box.x + 200, box.y + 200);
    for (let turn = 0; turn < 5; turn += 1) await loader.page.mouse.wheel(0, 800);
    await loader.page.waitForTimeout(300);
    expect(await loader.page.evaluate('scrollY')).toBe(0);
  });
});

describe('W-41 a phone', () => {
  exceptInFirefox(FIREFOX_CANNOT.devtools)(
    'fills 390 × 844, holds the page still, follows the keyboard, and gives everything back',
    async () => {
      await loader.page.setViewportSize({ width: 390, height: 844 });
      await (
        await loader.page.context().newCDPSession(loader.page)
      ).send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await loader.page.addInitScript(() => {
        const viewport = Object.assign(new EventTarget(), {
          width: 390,
          height: 844,
          offsetTop: 0,
          offsetLeft: 0,
          scale: 1,
          pageTop: 0,
          pageLeft: 0,
        });
        Object.defineProperty(window, 'visualViewport', { value: viewport });
      });
      const chat = await loader.open('', {
        script: "document.documentElement.style.overflow = 'scroll';",
        body: '<h1>x</h1><div style="height:5000px">long</div>',
      });
      await chat.open();
      const box = () => loader.page.locator('sotto-chat iframe').boundingBox();
      await eventually(async () => {
        expect(await box()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      });
      expect(await loader.page.evaluate('document.documentElement.style.overflow')).toBe('hidden');
      await loader.page.evaluate(
        'Object.assign(visualViewport, { height: 500, offsetTop: 20 }).dispatchEvent(new Event("resize"))',
      );
      await eventually(async () => {
        expect(await box()).toEqual({ x: 0, y: 20, width: 390, height: 500 });
      });
      const size = await chat.textBox.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
      expect(size).toBeGreaterThanOrEqual(16);
      await chat.frame.getByRole('button', { name: 'Close chat' }).click();
      await eventually(async () => {
        expect(await loader.page.evaluate('document.documentElement.style.overflow')).toBe('scroll');
      });
    },
  );

  for (const [name, size, visible, attributes = ''] of [
    ['the keyboard covers the page', { width: 390, height: 844 }, { height: 508, offsetTop: 0 }],
    ['the page shrinks with it', { width: 390, height: 508 }, { height: 508, offsetTop: 0 }],
    ['the browser has moved the view', { width: 390, height: 844 }, { height: 508, offsetTop: 120 }],
    ['in landscape', { width: 844, height: 390 }, { height: 190, offsetTop: 0 }],
    // On a phone it fills the screen like the others.
    ['in a popout', { width: 390, height: 844 }, { height: 508, offsetTop: 120 }, 'data-layout="popout"'],
    [
      'in a slideover on the left',
      { width: 390, height: 844 },
      { height: 508, offsetTop: 120 },
      'data-layout="slideover" data-position="bottom-left"',
    ],
  ] as const)
    exceptInFirefox(FIREFOX_CANNOT.devtools)(
      `emb-05: ${name}, and box, newest message and bar stay in view`,
      async () => {
        await loader.page.setViewportSize(size);
        await (
          await loader.page.context().newCDPSession(loader.page)
        ).send('Emulation.setTouchEmulationEnabled', { enabled: true });
        await loader.page.addInitScript((height) => {
          const viewport = Object.assign(new EventTarget(), { width: innerWidth, height, offsetTop: 0, offsetLeft: 0 });
          Object.defineProperty(window, 'visualViewport', { value: viewport });
        }, size.height);
        const chat = await loader.open(attributes, { body: '<h1>x</h1><div style="height:5000px">long</div>' });
        await loader.page.evaluate('scrollTo(0, 180)');
        await chat.open();
        await chat.ask('Hello');
        await sees(chat.messages.last(), 'An answer.');
        const show = async (viewport: object): Promise<void> => {
          await loader.page.evaluate(
            `Object.assign(visualViewport, ${JSON.stringify(viewport)}).dispatchEvent(new Event('resize'))`,
          );
        };
        const isInView = async (part: Locator): Promise<boolean> => {
          const box = await part.boundingBox();
          return (
            box !== null &&
            box.y >= visible.offsetTop - 1 &&
            box.y + box.height <= visible.offsetTop + visible.height + 1
          );
        };
        for (const draft of ['One line', 'a\nb\nc\nd\ne\nf']) {
          await chat.textBox.focus();
          await show(visible);
          await chat.textBox.fill(draft);
          await eventually(async () => {
            expect([
              await isInView(chat.textBox),
              await isInView(chat.messages.last().getByText('An answer.')),
              await isInView(chat.frame.getByRole('button', { name: 'Close chat' })),
            ]).toEqual([true, true, true]);
          });
          await show({ height: size.height, offsetTop: 0 });
        }
        await chat.frame.getByRole('button', { name: 'Close chat' }).click();
        expect(await loader.page.evaluate('scrollY')).toBe(180);
      },
    );

  it('two widgets count their scroll locks', async () => {
    await loader.page.setViewportSize({ width: 390, height: 844 });
    await loader.open();
    await loader.run("(sotto.create({ widget: 'default' }), 1)");
    await loader.run('widget.open()');
    await loader.run("sotto.get('default').open()");
    await eventually(async () => {
      expect(await loader.page.evaluate('document.documentElement.dataset.sottoLocks')).toBe('2');
    });
    await loader.run('widget.close()');
    await eventually(async () => {
      expect(await loader.page.evaluate('document.documentElement.dataset.sottoLocks')).toBe('1');
    });
    expect(await loader.page.evaluate('document.documentElement.style.overflow')).toBe('hidden');
    await loader.run("sotto.get('default').destroy()");
    await eventually(async () => {
      expect(
        await loader.page.evaluate(
          'document.documentElement.style.overflow + "" + (document.documentElement.dataset.sottoLocks ?? "")',
        ),
      ).toBe('');
    });
  });
});

describe('2.5 the page around it', () => {
  it('M5a a transformed body, and M7 styles that hide everything, change nothing', async () => {
    const chat = await loader.open('', {
      body:
        '<style>body { transform: translateX(0); min-height: 3000px; } :not(html) { opacity: .1 !important; ' +
        'display: none !important; transition: all 3s !important; margin: 50px !important; } iframe { ' +
        'display: none !important; }</style><h1>A page</h1>',
    });
    await chat.launcher.waitFor();
    const box = await chat.launcher.boundingBox();
    expect([box?.x, box?.y]).toEqual([1200 - 24 - 56, 800 - 24 - 56]);
    await chat.open();
    expect((await loader.page.locator('sotto-chat iframe').boundingBox())?.width).toBe(420);
    expect(await loader.page.locator('sotto-chat').evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  });

  it('M5b a chat that belongs into a dialog is used inside it', async () => {
    await loader.open('', { body: '<h1>A page</h1><dialog id="dialog"><p>Settings</p></dialog>' });
    await loader.page.evaluate("document.querySelector('#dialog').showModal()");
    await loader.run(
      "(sotto.create({ widget: 'default', id: 'inner', load: 'manual' }, document.querySelector('#dialog')), 1)",
    );
    const inner = loader.page.locator('dialog sotto-chat');
    await inner.locator('button[part~="launcher"]').click();
    const field = inner.locator('iframe').contentFrame().getByRole('textbox');
    await field.fill('Hello');
    await field.press('Enter');
    await sees(inner.locator('iframe').contentFrame().locator('article.sotto-message').last(), 'An answer.');
  });

  it('topLayer stands above everything that came before', async () => {
    const chat = await loader.open('data-top-layer', {
      body: '<h1>A page</h1><div style="position:fixed;inset:0;z-index:2147483647;background:#ddd">wall</div>',
    });
    await loader.page.waitForTimeout(800);
    await chat.launcher.click();
    await chat.textBox.waitFor();
    expect(await loader.page.locator('sotto-chat').evaluate((element) => element.matches(':popover-open'))).toBe(true);
  });

  it("zIndex is the owner's", async () => {
    await loader.open('data-z-index="7"');
    await eventually(async () => {
      expect(await loader.page.locator('sotto-chat').evaluate((element) => getComputedStyle(element).zIndex)).toBe('7');
    });
  });

  exceptInFirefox(FIREFOX_CANNOT.look)('prints nothing', async () => {
    const chat = await loader.open();
    await chat.open();
    await loader.page.emulateMedia({ media: 'print' });
    expect(await chat.launcher.isVisible()).toBe(false);
    expect(await loader.page.locator('sotto-chat iframe').isVisible()).toBe(false);
  });

  exceptInFirefox(FIREFOX_CANNOT.look)('does not move under reduced motion', async () => {
    await loader.page.emulateMedia({ reducedMotion: 'reduce' });
    const chat = await loader.open();
    await chat.open();
    const moves = await loader.page
      .locator('sotto-chat')
      .evaluate((element) =>
        [...(element.shadowRoot?.querySelectorAll('*') ?? [])]
          .map((one) => getComputedStyle(one).transitionDuration)
          .filter((time) => !/^(0s(, )?)+$/.test(time)),
      );
    expect(moves).toEqual([]);
  });

  it('right to left: the corner stays, the inside turns', async () => {
    const chat = await loader.open('data-language="ar"');
    await chat.open();
    expect(await chat.frame.locator('.sotto-root').getAttribute('dir')).toBe('rtl');
    const box = await chat.launcher.boundingBox();
    expect(box?.x).toBe(1200 - 24 - 56);
  });

  it('costs the page no layout shift', async () => {
    await loader.page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifted: number }).shifted += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await hasMessages(chat, 2);
    await loader.run('widget.close()');
    expect(await loader.page.evaluate('window.shifted')).toBe(0);
  });
});

describe('2.6 transparency', () => {
  for (const [system, page] of [
    ['light', 'light'],
    ['light', 'dark'],
    ['dark', 'light'],
    ['dark', 'dark'],
  ] as const)
    (system === 'dark' ? exceptInFirefox(FIREFOX_CANNOT.look) : it)(
      `a ${system} system and a ${page} page: the page shines through around the hint`,
      async () => {
        await loader.page.emulateMedia({ colorScheme: system });
        await loader.page.addInitScript(() => {
          const look = (): void => {
            const covering = document.querySelector('sotto-chat')?.shadowRoot?.querySelector('.small .skeleton');
            if (covering?.checkVisibility()) document.documentElement.dataset['covered'] = 'true';
            requestAnimationFrame(look);
          };
          look();
        });
        loader.host.pages.set('/probe', {
          html:
            `<!doctype html><html lang="en"><head><title>x</title><style>:root { color-scheme: ${page}; } body { ` +
            `background: rgb(10, 200, 30); }</style></head><body><script async ` +
            `src="${loader.stack.origin}/integrations/widget/v2.js" data-widget="assistant"></script></body></html>`,
        });
        await loader.page.goto(`${loader.host.origin}/probe`);
        const frame = loader.page.locator('sotto-chat iframe');
        await frame.waitFor({ timeout: 20_000 });
        const box = await frame.boundingBox();
        if (!box) throw new Error('no hint');
        const picture = await loader.page.screenshot({
          clip: { x: Math.round(box.x) + 1, y: Math.round(box.y) + 1, width: 1, height: 1 },
        });
        const pixel = await loader.page.evaluate(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const context = document.createElement('canvas').getContext('2d');
          context?.drawImage(image, 0, 0);
          return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
        }, picture.toString('base64'));
        // The hint's own shadow reaches into this corner by a shade or two; an opaque frame would be white or black.
        for (const [index, value] of [10, 200, 30].entries())
          expect(Math.abs((pixel[index] ?? 0) - value)).toBeLessThanOrEqual(3);
        // What holds the place of an open chat's first picture never covers the hint.
        expect(await loader.page.locator('html').getAttribute('data-covered')).toBeNull();
      },
    );
});
