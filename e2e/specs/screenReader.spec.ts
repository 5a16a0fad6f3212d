import { describe, expect, it } from 'vitest';
import { eventually, sees, type Chat } from '../chat';
import { plainPage } from '../hostPages/hostServer';
import { useLoaderPage } from '../hostPages/loaderPage';

const RICH = `## Brewing

It needs **little**, see [the guide](https://example.com/guide).

1. Heat
2. Pour

| cups | coffee |
|---|---:|
| 1 | 18 g |

\`\`\`js
brew();
\`\`\`

\`\`\`card
title: House blend
description: Nut and cocoa.
buttons:
  - {caption: Buy, href: https://example.com/buy}
\`\`\`

\`\`\`buttons
- caption: Track my order
- caption: Returns
\`\`\``;

const FORM = `\`\`\`form
submit: Request the return
fields:
  - {name: order, label: Order number, required: true}
  - {name: reason, label: Reason, type: select, options: [Too sour, Damaged]}
  - {name: bag, label: Bag, type: radio, options: [250 g, 1 kg], default: 1 kg}
  - {name: notes, label: Notes, type: textarea}
  - {name: receipt, label: I have the receipt, type: checkbox}
\`\`\``;

const loader = await useLoaderPage();

/** An answered question on an open chat, with every part of it loaded. */
async function talk(answer: string, attributes = ''): Promise<Chat> {
  loader.stack.model.script = [answer];
  const chat = await loader.open(attributes);
  await chat.open();
  await chat.ask('Hello');
  await chat.messages.nth(1).waitFor();
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await chat.frame.getByRole('button', { name: 'Menu' }).waitFor();
  return chat;
}

/** What is told of the panel, without what the clock says. */
async function listenTo(chat: Chat, selector = '.sotto-panel'): Promise<string> {
  return (await chat.frame.locator(selector).ariaSnapshot())
    .replaceAll(/\d{1,2}:\d{2} (AM|PM)/g, 'now')
    .replaceAll(loader.stack.origin, 'https://server');
}

describe('what a screen reader is told, word for word', () => {
  it('W-3 of a closed chat', async () => {
    const chat = await loader.open();
    await chat.launcher.waitFor();
    expect(await loader.page.locator('sotto-chat').ariaSnapshot()).toMatchInlineSnapshot(`"- button "Open chat""`);
  });

  it('W-5 W-7 of a chat in which nothing was said', async () => {
    // Not every browser hears.
    await loader.page.addInitScript(`window.SpeechRecognition ??= class {};`);
    const chat = await loader.open();
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Menu' }).waitFor();
    await chat.frame.getByRole('button', { name: 'How do I install it?' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Speak', exact: true }).waitFor();
    await chat.frame.getByRole('button', { name: 'Attach a file' }).waitFor();
    expect(await listenTo(chat)).toMatchInlineSnapshot(`
      "- region "Ask Sotto":
        - heading "Ask Sotto" [level=1]
        - button "Menu"
        - button "Maximize"
        - button "Close chat"
        - region "Conversation":
          - paragraph: Hi! I am the guide to Sotto. What would you like to know?
          - button "How do I install it?"
          - button "What does a strict CSP need?"
          - button "How do I connect a language model?"
        - status
        - button "Attach a file"
        - textbox "Write a message"
        - button "Speak"
        - button "Send" [disabled]
        - paragraph:
          - link "Powered by Sotto":
            - /url: https://server/
        - status"
    `);
  });

  it('W-16 W-19 W-21 of an answer with everything in it', async () => {
    const chat = await talk(RICH);
    await chat.messages.last().getByRole('button', { name: 'Returns' }).waitFor();
    await chat.messages.last().getByRole('link', { name: 'Buy' }).waitFor();
    await chat.messages.last().getByRole('button', { name: 'Good answer' }).waitFor();
    await chat.messages.last().getByRole('button', { name: 'Read aloud' }).waitFor();
    expect(await listenTo(chat, '.sotto-scroller')).toMatchInlineSnapshot(`
      "- region "Conversation":
        - paragraph: Hi! I am the guide to Sotto. What would you like to know?
        - button "How do I install it?"
        - button "What does a strict CSP need?"
        - button "How do I connect a language model?"
        - article:
          - heading "You said" [level=2]
          - paragraph: Hello
          - time: now
          - button "Edit"
        - article:
          - heading "Ask Sotto said" [level=2]
          - heading "Brewing" [level=3]
          - paragraph:
            - text: It needs
            - strong: little
            - text: ", see"
            - link "the guide":
              - /url: https://example.com/guide
            - text: .
          - list:
            - listitem:
              - paragraph: Heat
            - listitem:
              - paragraph: Pour
          - group "cups, coffee":
            - table:
              - rowgroup:
                - row "cups coffee":
                  - columnheader "cups"
                  - columnheader "coffee"
              - rowgroup:
                - row "1 18 g":
                  - cell "1"
                  - cell "18 g"
          - figure "js Copy":
            - text: js
            - button "Copy"
            - code: brew();
          - article "House blend":
            - paragraph: House blend
            - paragraph: Nut and cocoa.
            - link "Buy":
              - /url: https://example.com/buy
          - button "Track my order"
          - button "Returns"
          - button "Preview example.com"
          - button "Copy"
          - button "Read aloud"
          - button "Good answer"
          - button "Bad answer"
          - button "Regenerate"
          - time: now"
    `);
  });

  it('W-22 of a form', async () => {
    const chat = await talk(FORM);
    await chat.frame.getByLabel('Order number').waitFor();
    expect(await listenTo(chat, '.sotto-form')).toMatchInlineSnapshot(`
      "- text: Order number
      - textbox "Order number"
      - text: Reason
      - combobox "Reason":
        - option [selected]
        - option "Too sour"
        - option "Damaged"
      - group "Bag":
        - text: Bag
        - radio "250 g"
        - text: 250 g
        - radio "1 kg" [checked]
        - text: 1 kg
      - text: Notes
      - textbox "Notes"
      - checkbox "I have the receipt"
      - text: I have the receipt
      - button "Request the return""
    `);
  });

  it('W-10 of the contact form', async () => {
    const chat = await talk('An answer.', 'data-contact-collection');
    await chat.frame.getByLabel('Email').waitFor();
    expect(await listenTo(chat, '.sotto-contact')).toMatchInlineSnapshot(`
      "- form "How can we reach you?":
        - button "How can we reach you?" [expanded]
        - paragraph:
          - text: Name
          - textbox "Name"
        - paragraph:
          - text: Email
          - textbox "Email"
        - button "Save""
    `);
  });

  it('W-11 of the menu and the question whether to restart', async () => {
    const chat = await talk('An answer.');
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).waitFor();
    expect(await chat.frame.getByRole('menu').ariaSnapshot()).toMatchInlineSnapshot(`
      "- menu "Menu":
        - menuitem "Restart"
        - menuitem "Export""
    `);
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
    const question = chat.frame.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.ariaSnapshot()).toMatchInlineSnapshot(`
      "- alertdialog "Are you sure you want to restart this conversation?":
        - paragraph: Are you sure you want to restart this conversation?
        - button "No"
        - button "Yes""
    `);
  });

  it('W-13 of a page over the chat', async () => {
    const chat = await talk('An answer.');
    loader.host.pages.set('/terms', { html: plainPage('', '<h1>Terms</h1>') });
    await loader.run(`widget.render({ frame: location.origin + '/terms', title: 'Our terms' })`);
    await chat.frame.locator('iframe').contentFrame().getByRole('heading', { name: 'Terms' }).waitFor();
    expect((await chat.frame.locator('.sotto-overlay').ariaSnapshot()).replaceAll(/localhost:\d+/g, 'localhost'))
      .toMatchInlineSnapshot(`
      "- dialog "Our terms":
        - heading "Our terms" [level=2]
        - link "localhost":
          - /url: http://localhost/terms
        - button "Close"
        - iframe"
    `);
  });

  it('W-15 of an answer that failed', async () => {
    loader.stack.model.status = 500;
    const chat = await loader.open();
    await chat.open();
    await chat.ask('Hello');
    await chat.frame.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 40_000 });
    loader.stack.model.status = undefined;
    expect(await listenTo(chat, '.sotto-scroller')).toMatchInlineSnapshot(`
      "- region "Conversation":
        - paragraph: Hi! I am the guide to Sotto. What would you like to know?
        - button "How do I install it?"
        - button "What does a strict CSP need?"
        - button "How do I connect a language model?"
        - article:
          - heading "You said" [level=2]
          - paragraph: Hello
          - time: now
          - button "Edit"
        - paragraph: The assistant is not available right now.
        - button "Try again""
    `);
  });
});

describe('moving through a conversation by keys', () => {
  it('W-16 goes from message to message with the arrows, to the ends with Home and End, and each has a heading', async () => {
    const chat = await talk('First answer.');
    for (const [question, answer] of [
      ['Second?', 'Second answer.'],
      ['Third?', 'Third answer.'],
    ] as const) {
      loader.stack.model.script = [answer];
      await chat.ask(question);
      await sees(chat.messages.last(), answer);
      await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    }
    const focused = async (): Promise<string> =>
      (await chat.frame.locator('article:focus .sotto-bubble').innerText()).trim();
    await chat.frame.getByRole('region', { name: 'Conversation' }).focus();
    await loader.page.keyboard.press('End');
    await eventually(async () => {
      expect(await focused()).toBe('Third answer.');
    });
    await loader.page.keyboard.press('ArrowUp');
    await eventually(async () => {
      expect(await focused()).toBe('Third?');
    });
    await loader.page.keyboard.press('Home');
    await eventually(async () => {
      expect(await focused()).toBe('Hello');
    });
    await loader.page.keyboard.press('ArrowDown');
    await eventually(async () => {
      expect(await focused()).toBe('First answer.');
    });
    expect(await chat.messages.evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent))).toEqual([
      'You said',
      'Ask Sotto said',
      'You said',
      'Ask Sotto said',
      'You said',
      'Ask Sotto said',
    ]);
  });

  it('W-15 a reply is told in sentences by one polite region, not token by token', async () => {
    const chat = await loader.open();
    await chat.open();
    // What tells is a file of its own.
    await chat.frame.locator('.sotto-root [aria-live="polite"]').first().waitFor({ state: 'attached' });
    loader.stack.model.script = ['One sentence', ' is told.', ' Another', ' one', ' follows.'];
    await chat.frame.locator('.sotto-root').evaluate((root) => {
      const announced: string[] = [];
      (window as unknown as { announced: string[] }).announced = announced;
      new MutationObserver(() => {
        for (const region of root.querySelectorAll('[aria-live="polite"]')) {
          const text = region.textContent.trim();
          if (text !== '' && announced.at(-1) !== text) announced.push(text);
        }
      }).observe(root, { childList: true, subtree: true, characterData: true });
    });
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'Another one follows.');
    await eventually(async () => {
      expect(
        (
          await chat.frame
            .locator('.sotto-root')
            .evaluate(() => (window as unknown as { announced: string[] }).announced)
        ).join(' '),
      ).toContain('Another one follows.');
    });
    const announced = await chat.frame
      .locator('.sotto-root')
      .evaluate(() => (window as unknown as { announced: string[] }).announced);
    expect(announced.filter((text) => /sentence|Another/.test(text)).every((text) => /[.]$/.test(text))).toBe(true);
    expect(announced.length).toBeLessThanOrEqual(4);
    expect(await chat.frame.locator('[role="log"]').count()).toBe(0);
  });
});
