import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../chat';
import { plainPage, scriptTag, type HostServer } from '../hostPages/hostServer';
import type { Stack } from '../startStack';
import type { Engine, Person, Storage } from './person';

/** What a spec happens in. */
export interface World {
  readonly stack: Stack;
  readonly host: HostServer;
}

/** What a visitor must be able to do in every engine: the checklist's ids, what it is, and how it goes. */
export interface CoreSpec {
  readonly ids: string;
  readonly name: string;
  /** What the browser keeps for the frame. @default 'partitioned' */
  readonly storage?: Storage;
  /** Engines in which it is not proven, and why. */
  readonly leftOut?: Partial<Record<Engine, string>>;
  readonly run: (person: Person, world: World) => Promise<void>;
}

const LAUNCHER = 'sotto-chat button[part~="launcher"]';
const BOX = 'textarea';
const REPLIES = `[...document.querySelectorAll('article.sotto-message')].map((message) => message.innerText)`;

/** Opens a page with the script tag, and its chat. */
async function open(
  person: Person,
  { stack, host }: World,
  attributes = 'data-widget="demo"',
  before = '',
): Promise<void> {
  host.pages.set('/', { html: plainPage(before + scriptTag(stack.origin, attributes)) });
  await person.goto(`${host.origin}/`);
  await openChat(person);
}

async function openChat(person: Person): Promise<void> {
  await eventually(async () => {
    expect(await person.inPage(`!!document.querySelector('sotto-chat')?.shadowRoot?.querySelector('button')`)).toBe(
      true,
    );
  });
  await person.click('page', LAUNCHER);
  await isReady(person);
}

/**
 * Asked of the page alone: a driver that looks into a frame may move the focus. So where it is in there cannot be
 * asked: a driver's keys come within a millisecond, a person's do not.
 */
async function isReady(person: Person): Promise<void> {
  await eventually(async () => {
    expect(await person.inPage(`document.querySelector('sotto-chat').isReady`)).toBe(true);
  }, 20_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

async function ask(person: Person, text: string): Promise<void> {
  await person.click('chat', BOX);
  await person.type(BOX, text);
  await person.press('Enter');
}

/** What has the focus: an element of the page by its id, or a part of the chat. */
const FOCUSED = `(() => { const outer = document.activeElement; return outer?.shadowRoot?.activeElement?.part.value ?? outer?.id; })()`;

async function hasFocus(person: Person, place: string): Promise<void> {
  await eventually(async () => {
    expect(await person.inPage(FOCUSED)).toBe(place);
  });
}

/** Waits until what is typed goes into the text box. WebKit gives it the focus with the first key only. */
async function takesKeys(person: Person): Promise<void> {
  await hasFocus(person, 'frame');
  if (person.engine === 'chromium')
    await eventually(async () => {
      expect(await person.inChat('document.activeElement?.localName')).toBe('textarea');
    });
}

/** Presses Tab until the last of these places has the focus; there is nothing on the way but the others. */
async function tabTo(person: Person, places: readonly string[]): Promise<void> {
  const passed: unknown[] = [];
  while (passed.at(-1) !== places.at(-1) && passed.length < 40) {
    await person.press('Tab');
    // Between a page and a frame of another process the focus is nowhere for a moment.
    await eventually(async () => {
      expect(await person.inPage(FOCUSED)).toBeTruthy();
    });
    passed.push(await person.inPage(FOCUSED));
  }
  expect(passed.filter((place, index) => place !== passed[index - 1])).toEqual(places);
}

/** Waits until the messages are as they should be. */
async function reads(person: Person, count: number, last: string): Promise<void> {
  await eventually(async () => {
    const messages = await person.inChat<string[]>(REPLIES);
    expect(messages).toHaveLength(count);
    expect(messages.at(-1)).toContain(last);
  }, 20_000);
}

/** The same list for every engine. */
export const coreSpecs: readonly CoreSpec[] = [
  {
    ids: 'L-1 S-12',
    name: 'opens by the script tag, asks and reads a reply that is streamed; who opens it can type at once',
    async run(person, world) {
      world.stack.model.script = ['The first part, ', 'hold', 'the second part.'];
      await open(person, world);
      await takesKeys(person);
      await person.press(...'Hello?', 'Enter');
      await reads(person, 2, 'The first part,');
      world.stack.model.release();
      await reads(person, 2, 'The first part, the second part.');
      expect((await person.screenshot()).length).toBeGreaterThan(5_000);
    },
  },
  {
    ids: 'W-30',
    name: 'keeps the conversation over a reload in the middle of a reply',
    async run(person, world) {
      world.stack.model.script = ['Half of it, ', 'hold', 'all of it.'];
      await open(person, world);
      await ask(person, 'Go on.');
      await reads(person, 2, 'Half of it,');
      await person.reload();
      await openChat(person);
      await reads(person, 2, 'Half of it,');
      world.stack.model.release();
      await reads(person, 2, 'Half of it, all of it.');
    },
  },
  {
    ids: 'W-15',
    name: 'stops a reply; what was said stays, and the next one comes',
    async run(person, world) {
      const { model } = world.stack;
      model.script = ['Enough of ', 'hold', 'this.'];
      await open(person, world);
      await ask(person, 'Talk.');
      await reads(person, 2, 'Enough of');
      const { aborted } = model;
      await person.click('chat', 'button[aria-label="Stop"]');
      await eventually(() => {
        expect(model.aborted).toBe(aborted + 1);
      });
      model.script = ['The next.'];
      await ask(person, 'Again.');
      await reads(person, 4, 'The next.');
    },
  },
  {
    ids: 'W-30',
    name: 'shows a reply live in a second tab',
    async run(person, world) {
      world.stack.model.script = ['One.'];
      await open(person, world);
      await ask(person, 'First.');
      await reads(person, 2, 'One.');
      const second = await person.newTab();
      await second.goto(`${world.host.origin}/`);
      await openChat(second);
      await reads(second, 2, 'One.');
      world.stack.model.script = ['Live ', 'hold', 'everywhere.'];
      await ask(second, 'Second.');
      await reads(person, 4, 'Live');
      world.stack.model.release();
      await reads(person, 4, 'Live everywhere.');
      await reads(second, 4, 'Live everywhere.');
      await second.close();
    },
  },
  {
    ids: 'W-1',
    name: 'works by keyboard: opened with Enter, sent with Enter, closed with Escape, focus back; Tab passes the closed chat by and goes through the open one',
    async run(person, world) {
      const { model } = world.stack;
      model.script = ['By keys.'];
      // Without the hint, which is a stop for Tab of its own.
      world.host.pages.set('/', {
        html: plainPage(
          scriptTag(world.stack.origin, ''),
          '<input id="before"><sotto-chat widget="demo" message-peek="false"></sotto-chat><input id="after">',
        ),
      });
      await person.goto(`${world.host.origin}/`);
      await eventually(async () => {
        expect(await person.inPage(`!!document.querySelector('sotto-chat')?.shadowRoot?.querySelector('button')`)).toBe(
          true,
        );
      });
      await person.click('page', '#before');
      await tabTo(person, ['launcher']);
      await person.press('Enter');
      await isReady(person);
      await takesKeys(person);
      await person.press(...'Keys.', 'Enter');
      await reads(person, 2, 'By keys.');
      expect(model.prompts.at(-1)).toContain('Keys.');
      await person.press('Escape');
      await hasFocus(person, 'launcher');
      await tabTo(person, ['after']);
      await person.click('page', '#before');
      await tabTo(person, ['launcher']);
      await person.press('Enter');
      await hasFocus(person, 'frame');
      await person.click('page', '#before');
      await tabTo(person, ['frame', 'launcher', 'after']);
    },
  },
  {
    ids: 'W-36',
    name: 'is right to left in Arabic',
    async run(person, world) {
      world.stack.model.script = ['مرحبا بك.'];
      await open(person, world, `data-widget="demo" data-intl='{"ar":{}}'`);
      await ask(person, 'سلام');
      await reads(person, 2, 'مرحبا بك.');
      expect(await person.inChat(`getComputedStyle(document.querySelector('.sotto-root')).direction`)).toBe('rtl');
      // What the visitor said stands at the end of the line, which is the left here.
      expect(
        await person.inChat(
          `(() => { const of = (query) => document.querySelector(query).getBoundingClientRect(); return of('article.sotto-message').left < 60; })()`,
        ),
      ).toBe(true);
    },
  },
  {
    ids: 'W-17 W-18 W-20',
    name: 'draws markdown with a list, a table, code and mathematics',
    async run(person, world) {
      world.stack.model.script = [
        '**Bold** and a list:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
        '```js\nbrew();\n```\n\n',
        '$$x^2 + y^2 = z^2$$\n',
      ];
      await open(person, world);
      await ask(person, 'Draw.');
      await eventually(async () => {
        const seen = await person.inChat<Record<string, unknown>>(
          `(() => { const all = (query) => document.querySelectorAll('article.sotto-message ' + query); return ` +
            `{ bold: all('strong').length, items: all('li').length, cells: all('td').length, code: ` +
            `all('pre')[0]?.innerText ?? '', math: all('.katex').length }; })()`,
        );
        expect(seen).toMatchObject({ bold: 1, items: 2, cells: 2, math: 1 });
        expect(seen['code']).toContain('brew();');
      }, 20_000);
    },
  },
  {
    ids: 'W-25',
    name: 'sends a file with the message',
    async run(person, world) {
      world.stack.model.script = ['I have read it.'];
      const file = join(world.stack.dataDir, 'report.csv');
      writeFileSync(file, 'month,sold\nMay,12\n');
      await open(person, world);
      await eventually(async () => {
        expect(await person.inChat(`!!document.querySelector('input[type=file]')`)).toBe(true);
      });
      await person.attach('input[type=file]', file);
      await eventually(async () => {
        expect(await person.inChat(`document.body.innerText`)).toContain('report.csv');
      });
      await ask(person, 'What is in it?');
      await reads(person, 2, 'I have read it.');
      expect(world.stack.model.prompts.at(-1)).toContain('May,12');
    },
  },
  {
    ids: 'F307',
    name: 'talks, closes and opens again where the browser denies the frame all storage',
    storage: 'denied',
    async run(person, world) {
      world.stack.model.script = ['One.'];
      await open(person, world);
      expect(
        await person.inChat(`(() => { try { return localStorage.length; } catch (error) { return error.name; } })()`),
      ).toBe(person.engine === 'webkit' ? 'TypeError' : 'SecurityError');
      await ask(person, 'First.');
      await reads(person, 2, 'One.');
      await person.press('Escape');
      await person.click('page', LAUNCHER);
      world.stack.model.script = ['Two.'];
      await ask(person, 'Second.');
      await reads(person, 4, 'Two.');
      // Nothing is kept, so a reload begins anew: without a complaint, and ready to talk.
      await person.reload();
      await openChat(person);
      world.stack.model.script = ['Three.'];
      await ask(person, 'Third.');
      await reads(person, 2, 'Three.');
    },
  },
];
