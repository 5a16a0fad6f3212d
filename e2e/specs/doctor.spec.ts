import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT, isWebKit } from '../engines/leftOut';
import { plainPage } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  stack.model.script = ['The answer is hidden.'];
});
afterEach(async () => {
  await page.context().close();
});

const doctorOn = (on: Page): Locator => on.getByRole('region', { name: 'Sotto doctor' });
// WebKit counts its own request for an icon as one of the page.
const WATCH =
  `<script nonce="abc123">window.violations = []; document.addEventListener('securitypolicyviolation', ` +
  `(event) => { if (!(${String(isWebKit)} && event.blockedURI.endsWith('/favicon.ico'))) ` +
  `violations.push(event.effectiveDirective); });</script>`;

async function visit(path: string, attributes: string, headers: Record<string, string> = {}): Promise<void> {
  host.pages.set('/doctor', {
    html: plainPage(
      `${WATCH}<script async nonce="abc123" src="${stack.origin}/integrations/widget/v2.js" data-widget="demo" ${attributes}></script>`,
    ),
    headers,
  });
  await page.goto(`${host.origin}/doctor${path}`);
  await chatOn(page).launcher.hover();
}

describe('the doctor', () => {
  it('is not there, and not loaded, unless it is asked for', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visit('', '');
    await chatOn(page).open();
    expect(await doctorOn(page).count()).toBe(0);
    expect(requests.filter((url) => /doctor[\w-]*\.mjs/.test(url))).toEqual([]);
  });

  it("A503 names what the page's policy blocks, and the line that allows it, without a violation of its own", async () => {
    await visit('?sotto_debug', '', {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'nonce-abc123'; frame-src 'self' https://video.example; require-trusted-types-for 'script'",
    });
    const doctor = doctorOn(page);
    await sees(doctor, /blocks .*frame-src/);
    expect(await doctor.locator('pre').first().innerText()).toBe(
      `frame-src 'self' https://video.example ${stack.origin}`,
    );
    expect(new Set(await page.evaluate<string[]>('window.violations'))).toEqual(new Set(['frame-src']));
  });

  it('says who made each setting, which versions meet, and what was probably meant', async () => {
    await visit('', 'data-debug data-bar-titel="Help" data-language="de"');
    const doctor = doctorOn(page);
    await sees(doctor, 'There is no attribute "data-bar-titel"; did you mean "data-bar-title"?');
    await chatOn(page).open();
    await eventually(async () => {
      expect(await doctor.locator('dl').innerText()).toMatch(
        /loader\s+\d+\.\d+\.\d+\s+frame\s+\S+ \(protocol 2\)\s+server\s+\d+\.\d+\.\d+\s+protocol\s+2/,
      );
    });
    await doctor.locator('summary', { hasText: 'Settings' }).click();
    const row = (name: string): Locator =>
      doctor.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    expect(await row('language').innerText()).toMatch(/de\s+attribute/);
    expect(await row('position').innerText()).toMatch(/bottom-right\s+(server|default)/);
  });

  it('2.14 shows the messages both ways without a word of what was said, and copies the same', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin });
    await visit('?sotto_debug', '');
    const doctor = doctorOn(page);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('my-secret-question');
    await sees(chat.messages.last(), 'The answer is hidden.');
    await doctor.locator('summary', { hasText: 'Messages' }).click();
    await sees(doctor, 'onReceive');
    await page.evaluate('sotto.setMeta({ plan: "my-secret-plan" })');
    await sees(doctor, '→ request setMeta');
    await sees(doctor, '← answer setMeta');
    await doctor.getByRole('button', { name: 'Copy report' }).click();
    await sees(doctor, 'Copied.');
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain('# Sotto report: demo');
    expect(report).toContain('note onReceive');
    for (const text of [report, await doctor.innerText()])
      expect(text).not.toMatch(/my-secret|plan|The answer is hidden|eyJ/);
  });

  exceptInFirefox(FIREFOX_CANNOT.permissions)('sees that the page keeps the microphone from the chat', async () => {
    await visit('?sotto_debug', 'data-voice-in', { 'Permissions-Policy': 'microphone=(self)' });
    await chatOn(page).open();
    await sees(doctorOn(page), `Permissions-Policy: microphone=(self "${stack.origin}")`);
  });

  it('is reached and left with the keyboard, and takes no focus', async () => {
    await visit('?sotto_debug', '');
    const doctor = doctorOn(page);
    await doctor.waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const fold = doctor.getByRole('button', { name: 'Fold' });
    await fold.focus();
    await page.keyboard.press('Enter');
    expect(await doctor.getByRole('button', { name: 'Unfold' }).getAttribute('aria-expanded')).toBe('false');
    expect(await doctor.getByText('Versions').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await doctor.getByText('Problems').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await doctor.count()).toBe(0);
  });

  it('goes with its widget', async () => {
    await visit('?sotto_debug', '');
    await sees(doctorOn(page), 'None found.');
    await page.evaluate('sotto.destroyAll()');
    expect(await page.locator('[data-sotto-doctor]').count()).toBe(0);
  });
});
