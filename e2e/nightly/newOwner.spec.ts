import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { OWNER_SITES, readOwnerSite } from '../hostPages/ownerSites';
import { answerInPerson, keepCheck, publish, setLook, startFromHome, tryPreview } from '../ownerJourney';
import { pictureKeeper, takeWebp } from '../picture';
import { isChromium } from '../engines/leftOut';
import { useBrowser, useHost, useOwnStack } from '../useStack';

const OUTPUT = path.join(import.meta.dirname, '..', 'output', 'owner');
/** Of the questions of a site, how many have to be answered from its pages without a language model. */
const SHARE = 0.85;
const SCREENS = {
  laptop: { shownAs: 'light', options: { viewport: { width: 1366, height: 768 } } },
  phone: {
    shownAs: 'phone-dark',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
  },
} as const;
/** Steps whose pictures the documentation shows, of the first site. */
const SHOWN = new Set('address start studio visitor conversation check gate published answer in-person'.split(' '));
const keep = pictureKeeper('owner', 'guides/first-chat.md');

const sites = OWNER_SITES.map(readOwnerSite);
const [browser, ...hosts] = await Promise.all([useBrowser(), ...sites.map(() => useHost())]);
const stack = await useOwnStack({
  guide: true,
  env: { INTRANET_HOSTS: hosts.map(({ origin }) => new URL(origin).host).join(',') },
});

beforeAll(() => {
  mkdirSync(OUTPUT, { recursive: true });
  for (const [index, site] of sites.entries())
    for (const [at, html] of site.pages) hosts[index]?.pages.set(at, { html });
});

describe('F380 from the address of a site to a published, checked bot and a visitor whom a person answers', () => {
  it.each(sites.flatMap((site, index) => Object.keys(SCREENS).map((screen) => [site.name, screen, index] as const)))(
    '%s, on a %s',
    async (name, screen, index) => {
      const [site, host] = [sites[index], hosts[index]];
      if (!site || !host) throw new Error('No site');
      const { options, shownAs } = SCREENS[screen as keyof typeof SCREENS];
      const look = async (page: Page, step: string): Promise<void> => {
        if (!isChromium) return;
        const isShown = index === 0 && SHOWN.has(step);
        const file = isShown ? `${step}-${shownAs}.webp` : `${String(index)}-${screen}-${step}.webp`;
        keep(file, await takeWebp(page, 80), isShown);
      };
      const owners = await browser.newContext(options);
      const page = await owners.newPage();
      const [first, second] = site.questions;
      if (!first || !second) throw new Error('No questions');
      const widget = await startFromHome(page, stack, {
        email: `${screen}@site${String(index)}.example`,
        address: host.origin,
        pages: site.pages.size,
        look,
      });
      await tryPreview(page, second.text, second.answer);
      await look(page, 'start');
      const snippet = await page.locator('[data-kind="script"] [data-part="code"]').first().innerText();
      await setLook(page, site.name, look);

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

      const start = site.pages.get('/') ?? '';
      host.pages.set('/', { html: start.replace('</body>', `${snippet}</body>`) });
      const visitors = await browser.newContext(options);
      const chat = chatOn(await visitors.newPage());
      await chat.page.goto(host.origin);
      await chat.open();
      await chat.ask(first.text);
      await eventually(async () => expect(await chat.messages.last().innerText()).toMatch(first.answer));
      await look(chat.page, 'visitor');

      await keepCheck(page, stack, first.text, look);
      const published = await publish(page, stack, widget, look);
      expect((await fetch(published)).status).toBe(200);

      await chat.ask(site.unanswerable);
      await chat.answered();
      await look(chat.page, 'unanswered');
      expect(await chat.messages.last().locator('.sotto-sources').count()).toBe(0);
      await answerInPerson(page, stack, { question: site.unanswerable, answer: site.inPerson, look });
      await sees(chat.messages, site.inPerson);
      await look(chat.page, 'in-person');
      host.pages.set('/', { html: start });
      expect(unanswered.length).toBeLessThanOrEqual(site.questions.length * (1 - SHARE));
      await visitors.close();
      await owners.close();
    },
    300_000,
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
