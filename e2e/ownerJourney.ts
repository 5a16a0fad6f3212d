// What an owner does on the pages of the Hub, in the order of a first evening. Only what a person sees is used.
import type { Page } from 'playwright-core';
import { eventually, expectShown, sees } from './chat';
import { fillSignIn } from './signIn';
import type { Stack } from './startStack';

/** Takes a picture of a step. */
type Look = (page: Page, step: string) => Promise<void>;

/** From the start page of the server to the chat that knows the site. @returns id of the widget */
export async function startFromHome(
  page: Page,
  stack: Stack,
  { email, address, pages, look }: { email: string; address: string; pages: number; look: Look },
): Promise<string> {
  await page.goto(stack.origin);
  await page.getByLabel('Address of your site').fill('spokeandchain.example');
  await look(page, 'address');
  await page.getByLabel('Address of your site').fill(address);
  await page.getByRole('button', { name: 'Start with your site' }).click();
  await fillSignIn(page, stack, email);
  // Whoever came with an address finds it again behind the sign-in.
  const start = page.getByRole('button', { name: 'Create my chat' });
  await expectShown(page.locator('[data-preview]').or(start).first());
  if (await start.isVisible()) await start.click();
  await page.waitForURL('**/start/widget_*');
  await expectShown(page.getByText(`${String(pages)} pages read.`), { timeout: 60_000 });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Asks the chat in the preview, as visitors will see it. */
export async function tryPreview(page: Page, question: string, answer: RegExp): Promise<void> {
  const chat = page.locator('[data-preview]').contentFrame().locator('sotto-chat iframe').contentFrame();
  await chat.getByRole('textbox').fill(question);
  // The driver finds no place to click in a frame that is drawn smaller than it is.
  await chat.locator('.sotto-send').last().dispatchEvent('click');
  await eventually(async () => {
    const text = await chat.locator('article.sotto-message').last().innerText();
    if (!answer.test(text)) throw new Error(`The preview answers: ${text}`);
  });
}

/** Takes over the proposed greeting and starters, and changes the title in the studio. */
export async function setLook(page: Page, title: string, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.waitForURL(/saved/);
  await page.getByRole('link', { name: 'Change the look' }).click();
  await page.getByLabel('Find a setting').fill('title');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await look(page, 'studio');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.waitForURL(/saved/);
}

/** Keeps the bot's answer to a question as a check, from the inbox, and waits until it passes. */
export async function keepCheck(page: Page, stack: Stack, question: string, look: Look): Promise<void> {
  await page.goto(`${stack.origin}/inbox?search=${encodeURIComponent(question)}`);
  await page.locator('.inbox-list .inbox-row').first().click();
  await page.waitForURL('**/conversations/**');
  await sees(page.locator('.transcript'), question);
  await look(page, 'conversation');
  await page.getByRole('link', { name: 'Keep as a check' }).first().click();
  await look(page, 'new-check');
  await page.getByRole('button', { name: 'Save and run' }).click();
  await expectShown(page.getByText('Passes', { exact: true }));
  await look(page, 'check');
}

/** Publishes the bot. @returns address of its page on the Hub */
export async function publish(page: Page, stack: Stack, widget: string, look: Look): Promise<string> {
  await page.goto(`${stack.origin}/start/${widget}`);
  await page.getByRole('link', { name: 'Change the bot' }).click();
  await page.waitForURL('**/bots/**');
  const bot = page.url();
  const gate = page.locator('#publishing');
  await sees(gate, '1 of 1 check passes');
  await gate.evaluate((section) => section.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await look(page, 'gate');
  await gate.getByRole('link', { name: 'Add your name' }).click();
  await page.getByLabel('Display name').fill('Robin Hale');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.waitForURL(/saved/);
  await page.goto(bot);
  await page.getByLabel('Who may see it').selectOption('public');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/saved/);
  await sees(gate, 'This bot is listed on the Hub.');
  const link = gate.getByRole('link', { name: 'See it on the Hub' });
  await link.click();
  await sees(page.locator('main'), '1 of 1 check passes');
  await sees(page.locator('main'), 'Robin Hale');
  await look(page, 'published');
  return page.url();
}

/** Answers a question in person. */
export async function answerInPerson(
  page: Page,
  stack: Stack,
  { question, answer, look }: { question: string; answer: string; look: Look },
): Promise<void> {
  // It went on in the same conversation, which is now at the top and unread.
  await page.goto(`${stack.origin}/inbox`);
  await page.locator('.inbox-list .inbox-row').first().click();
  await page.waitForURL('**/conversations/**');
  await sees(page.locator('.transcript'), question);
  await page.getByLabel('Message').fill(answer);
  await look(page, 'answer');
  await page.getByRole('button', { name: 'Send' }).click();
  await sees(page.locator('.transcript'), answer);
}
