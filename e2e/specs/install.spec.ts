import type { FrameLocator, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT, isWebKit } from '../engines/leftOut';
import { onConsole } from '../engines/pageErrors';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  stack.model.script = ['Here I am.'];
});
afterEach(async () => {
  await page.context().close();
});

const scriptOf = (): string => `${stack.origin}/integrations/widget/v2.js`;

async function visit(html: string): Promise<void> {
  host.pages.set('/install', { html: plainPage(html) });
  await page.goto(`${host.origin}/install`);
}

/** A person asks in a frame and is answered. */
async function talksIn(frame: FrameLocator): Promise<void> {
  await frame.getByRole('textbox').fill('Are you there?');
  await frame.getByRole('textbox').press('Enter');
  await frame.locator('article.sotto-message').getByText('Here I am.').waitFor();
}

async function talks(): Promise<void> {
  const chat = chatOn(page);
  await chat.open();
  await talksIn(chat.frame);
  expect(await page.locator('sotto-chat').count()).toBe(1);
}

describe('L-1 L-3 every way to install the chat', () => {
  it('A: one script line', async () => {
    await visit(scriptTag(stack.origin));
    await talks();
  });

  it('B: with calls before the script is there', async () => {
    await visit(
      `<script>(window.sotto=window.sotto||[]).push(function (widget) { window.early = widget.widgetId }, ['open'])</script>${scriptTag(stack.origin)}`,
    );
    const { frame } = chatOn(page);
    await talksIn(frame);
    expect(await page.evaluate('window.early')).toBe('demo');
  });

  it('C: as an element, anywhere in the page', async () => {
    await visit(
      `<main><sotto-chat widget="demo" layout="stretch" style="height:500px"></sotto-chat></main><script async src="${scriptOf()}"></script>`,
    );
    const frame = page.locator('main sotto-chat iframe');
    await talksIn(frame.contentFrame());
    await eventually(async () => {
      expect((await frame.boundingBox())?.height).toBe(500);
    });
  });

  it('D: as a bare iframe, without a script of ours', async () => {
    await visit(
      `<iframe title="Chat" width="400" height="600" ` +
        `src="${stack.origin}/integrations/widget/demo/frame?embed=iframe" allow="clipboard-write; microphone"></iframe>`,
    );
    await talksIn(page.frameLocator('iframe'));
    expect(await page.evaluate(() => 'sotto' in window)).toBe(false);
  });

  it('by a tag manager: a script that makes the script, in old syntax', async () => {
    await visit('');
    await page.evaluate((src) => {
      const tag = document.createElement('script');
      tag.text =
        `(function () { var s = document.createElement('script'); s.async = true; s.src = '${src}'; ` +
        `s.setAttribute('data-widget', 'demo'); document.head.appendChild(s); })();`;
      document.body.append(tag);
    }, scriptOf());
    await talks();
  });

  it('by a tag manager that loses attributes: with sottoSettings', async () => {
    await visit('');
    await page.evaluate((src) => {
      const tag = document.createElement('script');
      tag.text =
        `window.sottoSettings = { widget: 'demo' }; (function () { var s = document.createElement('script'); ` +
        `s.src = '${src}'; document.head.appendChild(s); })();`;
      document.body.append(tag);
    }, scriptOf());
    await talks();
  });
});

describe('A506 an exact version with its hash', () => {
  async function published(): Promise<{ name: string; hashes: Record<string, string> }> {
    const hashes = (await (await fetch(`${stack.origin}/integrations/widget/integrity.json`)).json()) as Record<
      string,
      string
    >;
    const name = Object.keys(hashes).find((path) => /^v2\.\d+\.\d+\.js$/.test(path));
    if (name === undefined) throw new Error('no exact version');
    return { name, hashes };
  }
  const exact = (name: string, integrity: string): string =>
    `<script async src="${stack.origin}/integrations/widget/${name}" integrity="${integrity}" crossorigin="anonymous" data-widget="demo"></script>`;
  /** Another hash of the same form. */
  const wrong = (integrity: string): string =>
    integrity.replace(/^(sha384-)./, (_all, start: string) => start + (integrity[7] === 'A' ? 'B' : 'A'));

  it('is kept for ever and works', async () => {
    const { name, hashes } = await published();
    const response = await fetch(`${stack.origin}/integrations/widget/${name}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await visit(exact(name, hashes[name] ?? ''));
    await talks();
  });

  it('is refused by the browser when a byte differs', async () => {
    const { name, hashes } = await published();
    const complaints: string[] = [];
    onConsole(page, (message) => complaints.push(message));
    await visit(exact(name, wrong(hashes[name] ?? '')));
    await eventually(() => {
      expect(complaints.join('\n')).toMatch(/integrity/i);
    });
    expect(await page.locator('sotto-chat').count()).toBe(0);
  });

  it('guards its parts too, through an import map', async () => {
    const { name, hashes } = await published();
    // A folder of builds holds older parts as well; the script says which one is its own.
    const script = await (await fetch(`${stack.origin}/integrations/widget/${name}`)).text();
    const part = Object.keys(hashes).find((path) => path.endsWith('/element.mjs') && script.includes(path)) ?? '';
    const map = (integrity: string): string =>
      `<script type="importmap">${JSON.stringify({ integrity: { [`${stack.origin}/integrations/widget/${part}`]: integrity } })}</script>`;
    await visit(map(hashes[part] ?? '') + exact(name, hashes[name] ?? ''));
    await talks();

    const errors: string[] = [];
    await page.exposeFunction('sottoFailed', (code: string) => errors.push(code));
    await visit(
      `${map(wrong(hashes[part] ?? ''))}<script>addEventListener('sotto:error', function (event) { ` +
        `sottoFailed(event.detail.code) })</script>${exact(name, hashes[name] ?? '')}`,
    );
    await chatOn(page).launcher.click();
    await eventually(() => {
      expect(errors).toContain('chunk_failed');
    });
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

const doctorOn = (on: Page): Locator => on.getByRole('region', { name: 'Sotto doctor' });
// WebKit counts its own request for an icon as one of the page.
const WATCH =
  `<script nonce="abc123">window.violations = []; document.addEventListener('securitypolicyviolation', ` +
  `(event) => { if (!(${String(isWebKit)} && event.blockedURI.endsWith('/favicon.ico'))) ` +
  `violations.push(event.effectiveDirective); });</script>`;

async function visitWatched(path: string, attributes: string, headers: Record<string, string> = {}): Promise<void> {
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
  beforeEach(() => {
    stack.model.script = ['The answer is hidden.'];
  });

  it('is not there, and not loaded, unless it is asked for', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visitWatched('', '');
    await chatOn(page).open();
    expect(await doctorOn(page).count()).toBe(0);
    expect(requests.filter((url) => /doctor[\w-]*\.mjs/.test(url))).toEqual([]);
  });

  it("A503 names what the page's policy blocks, and the line that allows it, without a violation of its own", async () => {
    await visitWatched('?sotto_debug', '', {
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
    await visitWatched('', 'data-debug data-bar-titel="Help" data-language="de"');
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
    await visitWatched('?sotto_debug', '');
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
    await visitWatched('?sotto_debug', 'data-voice-in', { 'Permissions-Policy': 'microphone=(self)' });
    await chatOn(page).open();
    await sees(doctorOn(page), `Permissions-Policy: microphone=(self "${stack.origin}")`);
  });

  it('is reached and left with the keyboard, and takes no focus', async () => {
    await visitWatched('?sotto_debug', '');
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

  it('VI-45: names a frame that a style of the browser hides', async () => {
    await visitWatched('?sotto_debug', '');
    const chat = chatOn(page);
    await chat.open();
    await sees(doctorOn(page), 'None found.');
    // As the list of a blocker does: its styles reach into shadow roots.
    await page.locator('sotto-chat iframe').evaluate((frame) => {
      (frame as HTMLElement).style.setProperty('display', 'none', 'important');
    });
    await page.evaluate('sotto.close().then(() => sotto.open())');
    await sees(doctorOn(page), 'The frame of the chat is hidden by a style of the browser');
  });

  it('emb-13: names it where the element around the frame is hidden', async () => {
    await visitWatched('?sotto_debug', '');
    await chatOn(page).open();
    await sees(doctorOn(page), 'None found.');
    await page.locator('sotto-chat').evaluate((element) => {
      (element as HTMLElement).style.setProperty('display', 'none', 'important');
    });
    await page.evaluate('sotto.close().then(() => sotto.open())');
    await sees(doctorOn(page), 'The frame of the chat is hidden by a style of the browser');
  });

  it('goes with its widget', async () => {
    await visitWatched('?sotto_debug', '');
    await sees(doctorOn(page), 'None found.');
    await page.evaluate('sotto.destroyAll()');
    expect(await page.locator('[data-sotto-doctor]').count()).toBe(0);
  });
});
