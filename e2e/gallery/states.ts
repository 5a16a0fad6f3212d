import type { Page } from 'playwright-core';
import type { Chat } from '../chat';
import type { Stack } from '../startStack';
import type { LayoutName, ScreenName } from './combinations';

/** What a state is made with. */
export interface StateTools {
  readonly page: Page;
  readonly chat: Chat;
  readonly stack: Stack;
  readonly picture: string;
}

/** One state of the widget beside the running conversation, and how one gets there. */
export interface State {
  readonly name: string;
  /** @default 'popover' */
  readonly layout?: LayoutName;
  /** @default 'desktop' */
  readonly screen?: ScreenName;
  /** Attributes of the script. */
  readonly attributes?: string;
  /** Left closed when false. @default true */
  readonly isOpen?: boolean;
  readonly media?: { readonly forcedColors?: 'active'; readonly media?: 'print' };
  readonly reach?: (tools: StateTools) => Promise<void>;
}

const LONG =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ' +
  'https://example.com/a/very/long/path/without/any/break/0123456789012345678901234567890123456789';

/** Asks and waits for the whole answer. */
async function talk(
  { chat, stack }: StateTools,
  answer = 'Good morning! Ask me anything about *coffee*: roasts, grinders, water.',
): Promise<void> {
  stack.model.script = [answer];
  await chat.page.evaluate(
    () => void (window.sotto as { sendMessage(said: object): unknown }).sendMessage({ message: 'Good morning' }),
  );
  await chat.frame.locator('.sotto-message[data-by="bot"] .sotto-bubble').last().waitFor();
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).last().waitFor();
}

const receive = (page: Page, text: string): Promise<void> =>
  page.evaluate(async (message) => {
    await (window.sotto as { receiveMessage(said: object): Promise<unknown> }).receiveMessage({ message });
  }, text);

/** Everything that the pictures of conversations do not show. */
export const STATES: readonly State[] = [
  ...(['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const).map((corner): State => ({
    name: `corner-${corner}`,
    attributes: `data-position="${corner}"`,
    reach: (tools) => talk(tools),
  })),
  { name: 'launcher', isOpen: false },
  {
    name: 'badge-and-peek',
    isOpen: false,
    reach: async ({ page }) => {
      await receive(page, 'Still there? I have found **two** roasts you may like.\n\nSidamo and Huila.');
    },
  },
  { name: 'empty' },
  { name: 'empty-phone', screen: 'phone' },
  {
    name: 'start-first',
    attributes: 'data-start-first',
    reach: async ({ chat }) => {
      await chat.frame.getByRole('button', { name: 'Start', exact: true }).waitFor();
      await chat.frame.getByRole('button', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: 'contact-form',
    attributes: 'data-contact-collection',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByLabel('Email').waitFor();
    },
  },
  {
    name: 'contact-form-refused',
    attributes: 'data-contact-collection',
    screen: 'phone',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByLabel('Name').fill('Mo');
      await tools.chat.frame.getByLabel('Email').fill('mo@example');
      await tools.chat.frame.getByRole('button', { name: 'Save' }).click();
    },
  },
  {
    name: 'menu',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    name: 'menu-rtl',
    attributes: 'data-language="ar"',
    reach: async ({ chat }) => {
      await chat.frame.locator('.sotto-menu-root > button').click();
    },
  },
  {
    name: 'dialog',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByRole('button', { name: 'Menu' }).click();
      await tools.chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
      await tools.chat.frame.getByRole('button', { name: 'Yes' }).waitFor();
    },
  },
  {
    name: 'dialog-blank',
    attributes: 'data-theme="blank"',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByRole('button', { name: 'Menu' }).click();
      await tools.chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
      await tools.chat.frame.getByRole('button', { name: 'Yes' }).waitFor();
    },
  },
  {
    name: 'toast',
    reach: async (tools) => {
      await talk(tools, '```js\nbrew();\n```');
      await tools.chat.frame.locator('.sotto-code-copy').first().click();
      await tools.chat.frame.locator('.sotto-toast').waitFor();
    },
  },
  {
    name: 'toast-blank',
    attributes: 'data-theme="blank"',
    reach: async (tools) => {
      await talk(tools, '```js\nbrew();\n```');
      await tools.chat.frame.locator('.sotto-code-copy').first().click();
      await tools.chat.frame.locator('.sotto-toast').waitFor();
    },
  },
  {
    name: 'overlay',
    reach: async ({ page, chat }) => {
      await page.evaluate(async () => {
        await (window.sotto as { render(what: object): Promise<unknown> }).render({
          frame: `${location.origin}/terms`,
          title: 'Our terms',
        });
      });
      await chat.frame.locator('iframe').waitFor();
    },
  },
  {
    name: 'failure',
    reach: async ({ chat, stack }) => {
      stack.model.status = 500;
      await chat.ask('Hello?');
      await chat.frame.locator('.sotto-failure').waitFor();
    },
  },
  {
    name: 'offline',
    reach: async (tools) => {
      await talk(tools);
      await tools.page.context().setOffline(true);
      await tools.chat.frame.locator('.sotto-offline').waitFor();
    },
  },
  {
    name: 'thinking',
    reach: async ({ chat, stack }) => {
      stack.model.script = ['hold'];
      await chat.ask('Hm?');
      await chat.frame.locator('.sotto-thinking').waitFor();
    },
  },
  {
    name: 'skeleton',
    reach: async ({ chat, stack }) => {
      stack.model.script = ['A card follows:\n\n```card\ntitle: A', 'hold'];
      await chat.ask('A card, please');
      await chat.frame.locator('.sotto-skeleton').waitFor();
    },
  },
  {
    name: 'files',
    reach: async ({ chat }) => {
      await chat.frame.locator('input[type=file]').setInputFiles([
        { name: 'quarterly-report-2026.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') },
        { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      ]);
      await chat.frame.locator('.sotto-file').waitFor();
    },
  },
  {
    name: 'checked-form',
    reach: async (tools) => {
      await talk(
        tools,
        '```form\nfields:\n  - {name: a, label: Bag, type: radio, options: [250 g, 1 kg], default: 250 g}\n  ' +
          '- {name: b, label: I have the receipt, type: checkbox, default: "true"}\n  - {name: c, label: Date, ' +
          'type: date}\n```',
      );
    },
  },
  {
    name: 'long-words',
    reach: async (tools) => {
      await talk(tools, `${LONG}\n\n| ${LONG} | b |\n|---|---|\n| a | b |\n\n\`${LONG}\``);
    },
  },
  {
    name: 'narrow-320',
    screen: 'narrow',
    reach: async (tools) => {
      await talk(
        tools,
        `## Heading\n\n${LONG}\n\n\`\`\`buttons\n- caption: Track my order\n- caption: Returns\n\`\`\``,
      );
    },
  },
  { name: 'hide-bar', attributes: 'data-hide-bar', reach: (tools) => talk(tools) },
  { name: 'hide-bar-phone', attributes: 'data-hide-bar', screen: 'phone', reach: (tools) => talk(tools) },
  {
    name: 'hide-button',
    attributes: 'data-hide-button',
    isOpen: false,
    reach: async (tools) => {
      await tools.page.evaluate(async () => {
        await (window.sotto as { open(): Promise<unknown> }).open();
      });
      await tools.chat.textBox.waitFor();
      await talk(tools);
    },
  },
  {
    name: 'maximized',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.frame.getByRole('button', { name: 'Maximize' }).click();
      await tools.page.waitForTimeout(400);
    },
  },
  { name: 'backdrop-blur', layout: 'popout', attributes: 'data-theme="modern"', reach: (tools) => talk(tools) },
  {
    name: 'background-colour',
    attributes: 'data-background="#e9dfd0"',
    reach: async (tools) => {
      await receive(tools.page, 'Welcome back.');
      await talk(tools);
    },
  },
  {
    name: 'background-picture',
    reach: async (tools) => {
      await tools.page.evaluate(async (background) => {
        await (window.sotto as { update(changed: object): Promise<unknown> }).update({ background });
      }, tools.picture);
      await talk(tools);
    },
  },
  {
    name: 'background-empty',
    reach: async (tools) => {
      await tools.page.evaluate(async (background) => {
        await (window.sotto as { update(changed: object): Promise<unknown> }).update({ background });
      }, tools.picture);
    },
  },
  { name: 'disabled', attributes: 'data-disabled' },
  {
    name: 'focus',
    reach: async (tools) => {
      await talk(tools);
      await tools.chat.textBox.focus();
      for (let press = 0; press < 4; press += 1) await tools.page.keyboard.press('Shift+Tab');
    },
  },
  {
    name: 'forced-colours',
    media: { forcedColors: 'active' },
    reach: (tools) =>
      talk(
        tools,
        'One **two** [three](https://example.com).\n\n```buttons\n- caption: Yes\n- caption: ' +
          'No\n```\n\n```form\nfields:\n  - {name: a, label: Name}\n  - {name: b, label: Agree, type: checkbox}\n```',
      ),
  },
  { name: 'print', media: { media: 'print' }, layout: 'fullscreen', reach: (tools) => talk(tools) },
];
