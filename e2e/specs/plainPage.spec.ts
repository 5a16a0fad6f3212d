import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  stack.model.script = ['Hello ', 'from the **model**.'];
});
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

describe('L-1 one script line on a plain page', () => {
  it('shows the launcher at once and loads nothing else before the visitor shows intent', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.launcher.waitFor();
    await page.waitForTimeout(3000);
    expect(await page.locator('iframe').count()).toBe(0);
    const ours = requests.filter((path) => path.startsWith('/integrations/') || path.startsWith('/v1/'));
    expect(ours[0]).toBe('/integrations/widget/v2.js');
    expect(ours.length).toBeLessThanOrEqual(2);
  });

  it('L-2 W-3 opens the popover on a click, and closes it again', async () => {
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    expect(await chat.launcher.getAttribute('aria-expanded')).toBe('false');
    await chat.open();
    expect(await chat.launcher.getAttribute('aria-expanded')).toBe('true');
    expect(new URL((await page.locator('sotto-chat iframe').getAttribute('src')) ?? '').pathname).toBe(
      '/integrations/widget/demo/frame',
    );
    const box = await page.locator('sotto-chat iframe').boundingBox();
    expect(box?.width).toBe(420);
    await chat.frame.getByRole('button', { name: 'Close chat' }).click();
    await chat.textBox.waitFor({ state: 'hidden' });
    expect(await chat.launcher.getAttribute('aria-expanded')).toBe('false');
  });

  it('W-15 W-16 S-12 streams the reply as rich text', async () => {
    stack.model.script = [
      '# Roasts\n\nThe **house** roast:\n\n',
      '| taste | price |\n|---|---:|\n| nut | 10.80 |\n\n',
      'hold',
      '```js\nbrew();\n```\n\n[More](https://example.com/more)',
    ];
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Which roasts do you have?');
    await chat.frame.getByRole('cell', { name: 'nut' }).waitFor();
    expect(await chat.frame.getByRole('button', { name: 'Stop', exact: true }).isVisible()).toBe(true);
    expect(await chat.frame.locator('pre').count()).toBe(0);
    stack.model.release();
    await chat.frame.locator('pre').waitFor();
    expect(await chat.frame.locator('pre').innerText()).toContain('brew();');
    expect(await chat.frame.getByRole('link', { name: 'More' }).getAttribute('rel')).toContain('noopener');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    expect(stack.model.questions.at(-1)).toContain('Which roasts do you have?');
  });

  it('works the same on a page of another origin', async () => {
    host.pages.set('/', { html: plainPage(scriptTag(stack.origin)) });
    await page.goto(host.origin);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Hello?');
    await sees(chat.messages.last(), 'from the model.');
  });

  it('is safe to include twice', async () => {
    host.pages.set('/twice', { html: plainPage(scriptTag(stack.origin) + scriptTag(stack.origin)) });
    await page.goto(`${host.origin}/twice`);
    await chatOn(page).launcher.waitFor();
    await page.waitForTimeout(500);
    expect(await page.locator('sotto-chat').count()).toBe(1);
  });

  it('shows several widgets on one page, each with a conversation of its own', async () => {
    host.pages.set('/two', {
      html: plainPage(
        scriptTag(stack.origin, 'data-widget="demo" data-id="one"') +
          scriptTag(stack.origin, 'data-widget="default" data-id="two" data-position="bottom-left"'),
      ),
    });
    await page.goto(`${host.origin}/two`);
    await eventually(async () => {
      expect(await page.locator('sotto-chat').count()).toBe(2);
    });
    const first = chatOn(page, 'sotto-chat >> nth=0');
    const second = chatOn(page, 'sotto-chat >> nth=1');
    await first.open();
    await first.ask('Only here');
    await sees(first.messages.last(), 'from the model.');
    await second.open();
    expect(await second.messages.allInnerTexts()).not.toContain('Only here');
  });
});

describe('L-3 the host page drives and hears the widget', () => {
  it('replays calls made before the script was there, in order', async () => {
    host.pages.set('/queue', {
      html: plainPage(
        `<script>window.heard = []; (window.sotto = window.sotto || []).push(
          (widget) => { widget.on('send', ({ message }) => heard.push('send ' + message.text)); widget.on('receive', \
({ message }) => heard.push('receive ' + message.text)); },
          ['open'], ['sendMessage', 'From the queue']);</script>${scriptTag(stack.origin)}`,
      ),
    });
    await page.goto(`${host.origin}/queue`);
    await eventually(async () => {
      expect(await page.evaluate('window.heard')).toEqual(['send From the queue', 'receive Hello from the **model**.']);
    });
  });

  it('W-37 W-38 opens, sends, hears and destroys', async () => {
    host.pages.set('/api', { html: plainPage(scriptTag(stack.origin)) });
    await page.goto(`${host.origin}/api`);
    await chatOn(page).launcher.waitFor();
    const reply = await page.evaluate(async () => {
      const sotto = window.sotto as {
        open(): Promise<void>;
        sendMessage(text: string): Promise<{ text: string; type: string }>;
      };
      await sotto.open();
      return sotto.sendMessage('By the page');
    });
    expect(reply).toMatchObject({ type: 'bot', text: 'Hello from the **model**.' });
    await page.evaluate(() => {
      (window.sotto as { instance: { destroy(): void } }).instance.destroy();
    });
    expect(await page.locator('sotto-chat, iframe').count()).toBe(0);
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
