import { describe, expect, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { useStack } from '../useStack';

const { browser, stack } = await useStack('hub');

describe('the embedded guide, when no model is set', () => {
  it('answers from the documentation with sources that can be opened', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('What does a strict Content Security Policy need?');
    await sees(chat.messages.last(), /A page with a strict Content Security Policy needs two entries/);
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await sees(chat.messages.last(), /frame-src/);
    const source = chat.messages
      .last()
      .getByRole('link', { name: /Content Security Policy/ })
      .first();
    const address = new URL((await source.getAttribute('href')) ?? '', stack.origin);
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(address.pathname).toBe('/docs/csp');
    expect(await response.text()).toContain('<h1 id="content-security-policy">Content Security Policy</h1>');
  });

  it('H-16 says so when it finds nothing', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('xylophone zebra quantum');
    await sees(chat.messages.last(), 'I found nothing about that in this documentation.');
    await chat.answered();
    // Suggestions stand beside each other, without a bullet before them.
    expect(await chat.messages.last().locator('li').count()).toBe(0);
    expect(await chat.messages.last().getByRole('button', { name: 'How much does it cost?' }).count()).toBe(1);
  });
});
