import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chatOn, expectShown, sees } from '../chat';
import { isAboutIcon } from '../engines/leftOut';
import { onException } from '../engines/pageErrors';
import { plainPage } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();

describe('A503 A504 a page with a strict policy', () => {
  it('opens and chats with Trusted Types required and not one violation', async () => {
    const policy = `default-src 'none'; script-src 'nonce-abc123'; frame-src ${stack.origin}; require-trusted-types-for 'script'`;
    host.pages.set('/', {
      html: plainPage(
        `<script nonce="abc123">window.violations = []; document.addEventListener('securitypolicyviolation', (event) \
=> violations.push(event.violatedDirective + ' ' + event.blockedURI));</script>
        <script async nonce="abc123" src="${stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`,
      ),
      headers: { 'Content-Security-Policy': policy },
    });
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !isAboutIcon(message.text())) complaints.push(message.text());
    });
    onException(page, (message) => complaints.push(message));
    await page.goto(host.origin);
    const chat = chatOn(page);
    stack.model.script = ['A table:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\ncode();\n```'];
    await chat.open();
    await chat.ask('Are you at home here?');
    await chat.frame.getByRole('cell', { name: '1' }).waitFor();
    await sees(chat.messages.last(), 'code();');
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    await page.keyboard.press('Escape');
    await chat.frame.getByRole('button', { name: 'Close chat' }).click();
    await chat.launcher.hover();
    // WebKit counts its own request for an icon as one of the page.
    expect((await page.evaluate<string[]>('window.violations')).filter((violation) => !isAboutIcon(violation))).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
  });

  it('A505 works with a nonce and strict-dynamic, which hand trust on to what our script loads', async () => {
    const policy = `default-src 'none'; script-src 'nonce-abc123' 'strict-dynamic'; frame-src ${stack.origin}; base-uri 'none'; object-src 'none'`;
    host.pages.set('/dynamic', {
      html: plainPage(
        `<script async nonce="abc123" src="${stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`,
      ),
      headers: { 'Content-Security-Policy': policy },
    });
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !isAboutIcon(message.text())) complaints.push(message.text());
    });
    await page.goto(`${host.origin}/dynamic`);
    const chat = chatOn(page);
    stack.model.script = ['Trusted.'];
    await chat.open();
    await chat.ask('Hello?');
    await sees(chat.messages.last(), 'Trusted.');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['false', /^clipboard-write; fullscreen$/],
    ['true', /^clipboard-write; fullscreen; microphone; autoplay$/],
  ])('A512 gives the frame a microphone only where somebody speaks: voice is %s', async (voice, allowed) => {
    host.pages.set('/quiet', {
      html: plainPage(
        `<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="demo" data-voice-in="${voice}" data-voice-out="${voice}"></script>`,
      ),
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${host.origin}/quiet`);
    await chatOn(page).open();
    expect(await page.locator('sotto-chat iframe').getAttribute('allow')).toMatch(allowed);
  });

  it('M6d works on a cross-origin isolated page', async () => {
    host.pages.set('/isolated', {
      html: plainPage(`<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`),
      headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${host.origin}/isolated`);
    const chat = chatOn(page);
    stack.model.script = ['Isolated, but here.'];
    await chat.open();
    await chat.ask('Hello?');
    await sees(chat.messages.last(), 'Isolated, but here.');
  });

  describe('on a page that is sandboxed itself', () => {
    async function openSandboxed(allowed: string): Promise<Page> {
      host.pages.set('/sandboxed', {
        html: plainPage(`<script>window.errors = []; addEventListener('sotto:error', ({ detail }) => errors.push(detail.code));</script>
          <script async src="${stack.origin}/integrations/widget/v2.js" data-widget="demo" data-timeout="2000"></script>`),
        headers: { 'Content-Security-Policy': `sandbox ${allowed}` },
      });
      const page = await (await browser.newContext()).newPage();
      onException(page, (message) => {
        expect.soft(message).toBe('');
      });
      await page.goto(`${host.origin}/sandboxed`);
      return page;
    }

    it('chats where the sandbox leaves the page its origin', async () => {
      const chat = chatOn(await openSandboxed('allow-scripts allow-same-origin'));
      stack.model.script = ['Kept apart, but here.'];
      await chat.open();
      await chat.ask('Hello?');
      await sees(chat.messages.last(), 'Kept apart, but here.');
    });

    it('says so where the sandbox takes the origin away, and leads to a tab of its own', async () => {
      const page = await openSandboxed('allow-scripts allow-popups allow-popups-to-escape-sandbox');
      const chat = chatOn(page);
      await chat.launcher.click();
      const way = page.getByRole('link', { name: 'Open chat in a new tab' });
      await way.waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await page.evaluate('window.errors')).toEqual(['frame_timeout']);
      stack.model.script = ['In a tab of my own.'];
      const [tab] = await Promise.all([page.waitForEvent('popup'), way.click()]);
      const frame = tab.frameLocator('iframe');
      await frame.getByRole('textbox').fill('Hello?');
      await frame.getByRole('textbox').press('Enter');
      await sees(frame.locator('article.sotto-message').last(), 'In a tab of my own.');
    });

    it('is explained by the doctor, with the line that mends it', async () => {
      const page = await openSandboxed('allow-scripts');
      await page.goto(`${host.origin}/sandboxed?sotto_debug`);
      await expectShown(page.getByText('allow-same-origin').first());
    });
  });
});
