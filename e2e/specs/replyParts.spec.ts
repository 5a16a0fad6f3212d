import type { BrowserContext, BrowserContextOptions, Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { some } from '../everything';
import { plainPage } from '../hostPages/hostServer';
import type { Step } from '../scriptedModel';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let context: BrowserContext;

beforeEach(async () => {
  context = await browser.newContext();
  stack.model.afterCall = ['It is on its way.'];
});
afterEach(async () => {
  stack.model.release();
  await context.close();
});

/** A page with a function that the bot may call. */
async function openShop(
  { confirm, body = 'return { state: "sent" }' }: { confirm?: string; body?: string } = {},
  options: BrowserContextOptions = {},
): Promise<Chat> {
  if (Object.keys(options).length > 0) {
    await context.close();
    context = await browser.newContext(options);
  }
  const definition =
    `{ description: 'Looks up an order', parameters: { type: 'object', properties: { order: { type: ` +
    `'number' } } }${confirm === undefined ? '' : `, confirm: ${JSON.stringify(confirm)}`}, handler: ` +
    `async ({ order }) => { ${body} } }`;
  host.pages.set('/shop', {
    html: plainPage(
      `<script async src="${stack.origin}/integrations/widget/v2.js" ` +
        `data-widget="demo"></script><script>(window.sotto = window.sotto || []).push((chat) => { ` +
        `chat.setFunctions({ getOrder: ${definition} }); });</script>`,
    ),
  });
  return openTab();
}

/** Another tab of the same page. */
async function openTab(): Promise<Chat> {
  const chat = chatOn(await context.newPage());
  await chat.page.goto(`${host.origin}/shop`);
  await chat.open();
  return chat;
}

/** What stands in the newest reply, piece by piece. @param withNotes - and the line under it */
const pieces = (chat: Chat, withNotes = false): Promise<string[]> =>
  chat.messages
    .last()
    .locator(`.sotto-bubble, .sotto-step:not(summary), .sotto-step-more${withNotes ? ', .sotto-note' : ''}`)
    .evaluateAll((all) =>
      all.map((piece) => {
        const kind = piece.getAttribute('data-state') ?? (piece.matches('.sotto-note') ? 'note' : 'words');
        return `${kind}: ${(piece as HTMLElement).innerText.replace(/\s+/g, ' ').trim()}`;
      }),
    );

const button = (chat: Chat, name: string): Locator => chat.frame.getByRole('button', { name, exact: true });
const press = async (chat: Chat, name: string): Promise<void> => {
  await button(chat, name).click();
};

describe('FW-4 what the bot does between its words', () => {
  it('FW-4: stands where it happened, in the reply, after a reload and in another tab', async () => {
    const chat = await openShop();
    stack.model.script = ['Let me look.', { call: 'getOrder', args: { order: 7 } }];
    await chat.ask('Where is my order?');
    await sees(chat.messages.last(), 'It is on its way.');
    const expected = [/^words: Let me look\.$/, /^done: Working on it/, /^words: It is on its way\.$/];
    const isThere = async (each: Chat): Promise<void> => {
      await eventually(async () => {
        const found = await pieces(each);
        expect(found).toHaveLength(expected.length);
        for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
      });
      await hasMessages(each, 2);
      expect(await each.frame.locator('.sotto-context').count()).toBe(0);
    };
    await isThere(chat);
    await chat.page.reload();
    await chat.open();
    await isThere(chat);
    const other = await openTab();
    await isThere(other);
  });
});

describe('FW-13 a reply that ended before its end', () => {
  it('FW-13: stopped: says so, and its rest becomes the same message, in every tab', async () => {
    const chat = await openShop();
    stack.model.script = ['Once upon ', 'hold'];
    await chat.ask('Tell me');
    await sees(chat.messages.last(), 'Once upon');
    const before = stack.model.aborted;
    await chat.frame.getByRole('button', { name: 'Stop', exact: true }).click();
    await sees(chat.messages.last(), 'Stopped');
    // A model that goes on before the server has heard of the stop ends its reply.
    await eventually(() => {
      expect(stack.model.aborted).toBe(before + 1);
    });
    stack.model.release();
    const other = await openTab();
    await sees(other.messages.last(), 'Stopped');
    stack.model.script = ['a time.'];
    await other.frame.getByRole('button', { name: 'Continue' }).click();
    for (const each of [other, chat]) {
      await sees(each.messages.last(), 'Once upon a time.');
      await hasMessages(each, 2);
      await eventually(async () => {
        expect(await each.frame.getByText('Stopped').count()).toBe(0);
      });
    }
    expect(await other.frame.getByRole('group', { name: /Answer/ }).count()).toBe(0);
  });

  it.each<readonly [string, readonly Step[], string]>([
    ['an error of the model', [{ error: 'overloaded' }], 'a time.'],
    ['a cut connection, and a model that begins anew', [{ wait: 300 }, 'cut'], 'Once upon a time.'],
  ])(
    'FW-13: broken off by %s: Continue brings the rest, in every tab, once, and is gone then',
    async (_, end, rest) => {
      const chat = await openShop();
      const other = await openTab();
      stack.model.script = ['Once upon ', ...end];
      await chat.ask('Tell me');
      await sees(chat.messages.last(), 'Once upon');
      stack.model.script = [rest];
      await press(other, 'Continue');
      for (const each of [other, chat]) {
        await sees(each.messages.last(), 'Once upon a time.');
        await hasMessages(each, 2);
        await eventually(async () => {
          expect(await button(each, 'Continue').count()).toBe(0);
          expect(await button(each, 'Try again').count()).toBe(0);
        });
      }
    },
  );

  it('FW-5: says after four seconds that it is still at work', async () => {
    const chat = await openShop();
    stack.model.script = ['hold', 'Here.'];
    await chat.ask('Slowly');
    await sees(chat.frame.locator('.sotto-thinking'), 'Still working on it');
    stack.model.release();
    await sees(chat.messages.last(), 'Here.');
  });
});

/** A way in which a reply can end, and what stands there then, wherever one looks. */
interface Ending {
  readonly name: string;
  readonly shop?: Parameters<typeof openShop>[0];
  readonly script: readonly Step[];
  /** What the model says after the function has answered. */
  readonly afterCall?: readonly Step[];
  /** What the visitor does meanwhile. */
  readonly act?: (chat: Chat) => Promise<void>;
  readonly pieces: readonly RegExp[];
  readonly buttons: readonly ('Try again' | 'Continue')[];
}

const BUSY = 'The assistant is busy right now. Please try again in a moment.';
const CALL: Step = { call: 'getOrder', args: { order: 7 } };
const ENDINGS: readonly Ending[] = [
  {
    name: 'the model dies in the middle of its words',
    script: ['Once upon ', { error: 'overloaded' }],
    pieces: [/^words: Once upon$/, new RegExp(`^note: ${BUSY}`)],
    buttons: ['Try again', 'Continue'],
  },
  {
    name: 'the model dies after a function has answered',
    script: ['Let me look.', CALL],
    afterCall: ['It is ', { error: 'overloaded' }],
    pieces: [/^words: Let me look\.$/, /^done: Working on it/, /^words: It is$/, new RegExp(`^note: ${BUSY}`)],
    buttons: ['Try again', 'Continue'],
  },
  {
    name: 'cut at its length',
    script: ['Once upon ', { end: 'length' }],
    pieces: [/^words: Once upon$/, /^note: This answer reached its maximum length\./],
    buttons: ['Continue'],
  },
  {
    name: 'stopped by the visitor',
    script: ['Once upon ', 'hold', 'a time.'],
    async act(chat) {
      await sees(chat.messages.last(), 'Once upon');
      const before = stack.model.aborted;
      await press(chat, 'Stop');
      // A model that goes on before the server has heard of the stop ends its reply.
      await eventually(() => {
        expect(stack.model.aborted).toBe(before + 1);
      });
    },
    pieces: [/^words: Once upon$/, /^note: Stopped/],
    buttons: ['Continue'],
  },
  {
    name: 'a function throws',
    shop: { body: 'throw new Error("The shop is closed")' },
    script: ['Let me look.', CALL],
    pieces: [/^words: Let me look\.$/, /^failed: Working on it/, /^words: It is on its way\.$/],
    buttons: [],
  },
  {
    name: 'the visitor is asked, and allows it',
    shop: { confirm: 'Look up order {order}?' },
    script: ['Let me look.', CALL],
    async act(chat) {
      const dialog = chat.frame.getByRole('alertdialog');
      await sees(dialog, 'Look up order 7?');
      await sees(dialog.locator('dl'), 'order');
      await dialog.getByRole('button', { name: 'Yes' }).click();
    },
    pieces: [/^words: Let me look\.$/, /^done: Working on it/, /^words: It is on its way\.$/],
    buttons: [],
  },
  {
    name: 'the visitor is asked, and refuses',
    shop: { confirm: 'Look up order {order}?' },
    script: ['Let me look.', CALL],
    async act(chat) {
      await chat.frame.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
    },
    pieces: [/^words: Let me look\.$/, /^refused: Working on it( ·)? ?Not allowed$/, /^words: It is on its way\.$/],
    buttons: [],
  },
];

describe('FW-1, FW-4, FW-13 however a reply ends', () => {
  it.each(some(ENDINGS, 3))(
    'FW-13: it stands there as it was, after a reload and in a second tab: $name',
    async (ending) => {
      const chat = await openShop(ending.shop);
      const second = await openTab();
      stack.model.script = ending.script;
      stack.model.afterCall = ending.afterCall ?? stack.model.afterCall;
      await chat.ask('Tell me');
      await ending.act?.(chat);
      stack.model.release();
      const isThere = async (each: Chat): Promise<void> => {
        await eventually(async () => {
          const found = await pieces(each, true);
          expect(found).toHaveLength(ending.pieces.length);
          for (const [index, pattern] of ending.pieces.entries()) expect(found[index]).toMatch(pattern);
        });
        for (const name of ['Try again', 'Continue'] as const)
          expect(await button(each, name).count(), name).toBe(ending.buttons.includes(name) ? 1 : 0);
        await hasMessages(each, 2);
        // The next question can be asked.
        await each.answered();
        expect(await each.frame.getByRole('alertdialog').count()).toBe(0);
      };
      await Promise.all([chat, second].map(isThere));
      await chat.page.reload();
      await chat.open();
      const third = await openTab();
      await Promise.all([chat, third].map(isThere));
    },
  );
});
