import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { OWNER_SITES, readOwnerSite } from '../hostPages/ownerSites';
import { signInAt } from '../signIn';
import { useBrowser, useHost, useOwnStack } from '../useStack';

const OUTPUT = path.join(import.meta.dirname, '..', 'output', 'newOwner');
/** Of the questions of a site, how many have to be answered from its pages without a language model. */
const SHARE = 0.85;
const SCREENS = {
  laptop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

const sites = OWNER_SITES.map(readOwnerSite);
const [browser, ...hosts] = await Promise.all([useBrowser(), ...sites.map(() => useHost())]);
const stack = await useOwnStack({
  guide: true,
  env: { INTRANET_HOSTS: hosts.map(({ origin }) => new URL(origin).host).join(',') },
});

beforeAll(() => {
  if (!existsSync(OUTPUT)) mkdirSync(OUTPUT, { recursive: true });
  for (const [index, site] of sites.entries())
    for (const [at, html] of site.pages) hosts[index]?.pages.set(at, { html });
});

describe('F380 from the address of a site to the first visitor who is answered', () => {
  it.each(sites.flatMap((site, index) => Object.keys(SCREENS).map((screen) => [site.name, screen, index] as const)))(
    '%s, on a %s',
    async (name, screen, index) => {
      const [site, host] = [sites[index], hosts[index]];
      if (!site || !host) throw new Error('No site');
      const options = SCREENS[screen as keyof typeof SCREENS];
      const look = async (page: Page, what: string): Promise<void> => {
        await page.screenshot({ path: path.join(OUTPUT, `${String(index)}-${screen}-${what}.png`) });
      };
      const owners = await browser.newContext(options);
      const page = await owners.newPage();
      await signInAt(page, stack, `${screen}${String(index)}@example.com`, '/overview');
      await page.getByLabel('Address of your site').fill(host.origin);
      await page.getByRole('button', { name: 'Create my chat' }).click();
      await page.waitForURL('**/start/widget_*');
      await page.getByText(`${String(site.pages.size)} pages read.`).waitFor({ timeout: 60_000 });
      await look(page, 'start');
      const widget = new URL(page.url()).pathname.split('/').at(-1) ?? '';

      const unanswered: string[] = [];
      const answers: string[] = [];
      for (const { text, answer } of site.questions) {
        const reply = await askServer(widget, text, host.origin);
        answers.push(`## ${text}\n\n${reply}`);
        if (!answer.test(reply)) unanswered.push(text);
      }
      writeFileSync(path.join(OUTPUT, `${String(index)}-answers.md`), answers.join('\n\n'));
      console.log(
        `${name}: ${String(site.questions.length - unanswered.length)} of ${String(site.questions.length)} answered; not: ${unanswered.join('; ')}`,
      );

      const snippet = await page.locator('[data-kind="script"] [data-part="code"]').first().innerText();
      const start = site.pages.get('/') ?? '';
      host.pages.set('/', { html: start.replace('</body>', `${snippet}</body>`) });
      const visitors = await browser.newContext(options);
      const chat = chatOn(await visitors.newPage());
      await chat.page.goto(host.origin);
      await chat.open();
      await chat.ask(site.questions[0]?.text ?? '');
      await eventually(async () =>
        expect(await chat.messages.last().innerText()).toMatch(site.questions[0]?.answer ?? /^$/),
      );
      await look(chat.page, 'visitor');
      await page.goto(`${stack.origin}/inbox`);
      await sees(page.locator('main'), site.questions[0]?.text ?? '');
      await look(page, 'inbox');
      await page
        .locator('main')
        .getByText(site.questions[0]?.text ?? '')
        .first()
        .click();
      await look(page, 'conversation');
      host.pages.set('/', { html: start });
      expect(unanswered.length).toBeLessThanOrEqual(site.questions.length * (1 - SHARE));
      await visitors.close();
      await owners.close();
    },
    240_000,
  );
});

/** A visitor's question by the API, and the text of the reply. */
async function askServer(widget: string, text: string, origin: string): Promise<string> {
  const post = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${stack.origin}/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: origin,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const opened = (await (await post(`integration/widget/${widget}/session/create`, {})).json()) as {
    conversationId: string;
    token: string;
  };
  const id = crypto.randomUUID();
  const reply = await post(`conversation/${opened.conversationId}/complete`, { id, text }, opened.token);
  return ((await reply.json()) as { text?: string }).text ?? `(${String(reply.status)})`;
}
