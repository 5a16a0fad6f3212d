import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, fillBox, type Chat } from '../chat';
import { createRandom } from '../faults/random';
import { plainPage } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();

/** `SOTTO_SCRIPTS=200 SOTTO_FIRST_SEED=1 npm run test:e2e -- twoTabs` plays more of them, or others. */
const COUNT = Number(process.env['SOTTO_SCRIPTS'] ?? 12);
const FIRST = Number(process.env['SOTTO_FIRST_SEED'] ?? 1);
const MOVES = 10;
/** A chat that has not come to rest by then is stuck, in milliseconds. */
const STUCK_MS = 10_000;

let context: BrowserContext;

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  host.pages.set('/two', {
    html: plainPage(`<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>`),
  });
  stack.model.answer = (question) => [`About ${question}: `, { wait: 80 }, 'one, ', { wait: 120 }, 'two.'];
});

afterEach(async () => {
  await context.close();
});

describe('F313 two tabs of a browser, in which a visitor does anything', () => {
  it.each(Array.from({ length: COUNT }, (_, index) => FIRST + index))(
    'seed %i: nothing is lost, doubled or stuck, and both tabs show the same',
    async (seed) => {
      const tabs: [Chat, Chat] = [await openTab(), await openTab()];
      const moves: string[] = [];
      /** What was typed and left the text box, and of that what an edit may have replaced. */
      const typed: string[] = [];
      const replaced = new Set<string>();
      const random = createRandom(seed * 7_919);
      for (let move = 0; move < MOVES; move += 1) {
        const index = random() < 0.5 ? 0 : 1;
        const act = pick(ACTS, random());
        const text = `S${seed}-${move}`;
        moves.push(`${act.name} ${index}`);
        const before = await Promise.all(tabs.map(readOwn));
        const done = await act.play(tabs, index, text);
        if (done.sent) typed.push(text);
        if (done.edited !== undefined)
          for (const own of before) {
            const place = own.indexOf(done.edited);
            if (place >= 0) for (const hidden of own.slice(place)) replaced.add(hidden);
          }
        await sleep(random() * 400);
      }
      await context.setOffline(false);
      const [first, second] = await Promise.all(tabs.map(readAtRest));
      const what = `seed ${seed}: ${moves.join(', ')}`;
      expect(first, what).toEqual(second);
      // As the server has it.
      await tabs[0].page.reload();
      await ensureOpen(tabs[0]);
      const stored = await readAtRest(tabs[0]);
      expect(stored, what).toEqual(first);
      const own = stored.filter((line) => /^S\d+-\d+$/.test(line));
      expect(own.toSorted(), `${what}: doubled`).toEqual([...new Set(own)].toSorted());
      expect(
        typed.filter((text) => !own.includes(text) && !replaced.has(text)),
        `${what}: lost`,
      ).toEqual([]);
    },
    180_000,
  );
});

interface Done {
  readonly sent?: boolean;
  /** The text of the message that was edited. */
  readonly edited?: string | undefined;
}

/** What a visitor can do in one of two tabs. A move that cannot be made there does nothing. */
const ACTS: readonly {
  readonly name: string;
  play(tabs: [Chat, Chat], index: 0 | 1, text: string): Promise<Done>;
}[] = [
  { name: 'say', play: (tabs, index, text) => say(tabs[index], text) },
  { name: 'say', play: (tabs, index, text) => say(tabs[index], text) },
  { name: 'say', play: (tabs, index, text) => say(tabs[index], text) },
  {
    name: 'stop',
    async play(tabs, index) {
      await tabs[index].frame
        .locator('.sotto-send[data-stops]')
        .click({ timeout: 300 })
        .catch(() => undefined);
      return {};
    },
  },
  { name: 'edit', play: (tabs, index, text) => edit(tabs[index], text) },
  {
    name: 'close',
    async play(tabs, index) {
      await tabs[index].page.close();
      tabs[index] = await openTab();
      return {};
    },
  },
  {
    name: 'back',
    async play(tabs, index) {
      await tabs[index].page.goto(`${stack.origin}/healthz`).catch(() => undefined);
      await tabs[index].page.goBack().catch(() => undefined);
      await ensureOpen(tabs[index]);
      return {};
    },
  },
  {
    name: 'reload',
    async play(tabs, index) {
      await tabs[index].page.reload().catch(() => undefined);
      await ensureOpen(tabs[index]);
      return {};
    },
  },
  {
    name: 'offline',
    async play(tabs, index, text) {
      await context.setOffline(true);
      const done = await say(tabs[index], text);
      await context.setOffline(false);
      return done;
    },
  },
];

async function openTab(): Promise<Chat> {
  const chat = chatOn(await context.newPage());
  await chat.page.goto(`${host.origin}/two`);
  await ensureOpen(chat);
  return chat;
}

/** Opens the chat, unless it is open: the browser remembers that it was. */
async function ensureOpen(chat: Chat): Promise<void> {
  await chat.launcher.waitFor();
  if ((await chat.launcher.getAttribute('aria-expanded')) !== 'true') await chat.launcher.click();
  await chat.ready();
}

/** Types and presses Enter. While a reply is written, Enter sends nothing. */
async function say({ frame }: Chat, text: string): Promise<Done> {
  const box = frame.locator('.sotto-composer textarea');
  await fillBox(box, text);
  await box.press('Enter');
  const sent = (await box.inputValue()) === '';
  if (!sent) await box.fill('');
  return { sent };
}

/** Edits the first own message that has a button for it. */
async function edit({ frame }: Chat, text: string): Promise<Done> {
  const own = frame.locator('article.sotto-message[data-by="user"]').first();
  try {
    const edited = lastLine(await own.innerText({ timeout: 300 }));
    await own.getByRole('button', { name: 'Edit' }).click({ force: true, timeout: 300 });
    const box = frame.locator('.sotto-editor textarea');
    await box.fill(text, { timeout: 300 });
    await box.press('Enter', { timeout: 300 });
    await box.waitFor({ state: 'detached', timeout: 500 });
    return { sent: true, edited };
  } catch {
    await frame
      .locator('.sotto-editor')
      .getByRole('button', { name: 'Cancel' })
      .click({ timeout: 300 })
      .catch(() => undefined);
    return {};
  }
}

/** The visitor's messages, oldest first. */
async function readOwn(chat: Chat): Promise<string[]> {
  const texts = await chat.frame.locator('article.sotto-message[data-by="user"] .sotto-bubble').allInnerTexts();
  return texts.map((text) => text.trim());
}

/** What stands there when nothing moves any more. */
async function readAtRest({ frame }: Chat): Promise<string[]> {
  let last = '';
  let still = 0;
  await eventually(async () => {
    const isBusy = (await frame.locator('.sotto-send[data-stops], .sotto-message [data-state="sending"]').count()) > 0;
    const texts = await frame.locator('.sotto-message .sotto-bubble').allInnerTexts();
    const now = texts.map((text) => text.trim()).join('\n');
    still = !isBusy && now === last ? still + 1 : 0;
    last = now;
    expect(still, `stuck with ${now}`).toBeGreaterThan(20);
  }, STUCK_MS);
  return last.split('\n');
}

function lastLine(text: string): string | undefined {
  return text.split('\n').find((line) => /^S\d+-\d+$/.test(line));
}

function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
