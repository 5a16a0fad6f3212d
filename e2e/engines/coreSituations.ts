import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../chat';
import { plainPage, scriptTag, type HostServer } from '../hostPages/hostServer';
import type { Stack } from '../startStack';
import type { Engine, Person, Storage } from './person';

/** What a situation happens in. */
export interface World {
  readonly stack: Stack;
  readonly host: HostServer;
}

/** What a visitor must be able to do in every engine: the checklist's ids, what it is, and how it goes. */
export interface CoreSituation {
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
async function open(person: Person, { stack, host }: World, attributes = 'data-widget="demo"', before = ''): Promise<void> {
  host.pages.set('/', { html: plainPage(before + scriptTag(stack.origin, attributes)) });
  await person.goto(`${host.origin}/`);
  await openChat(person);
}

async function openChat(person: Person): Promise<void> {
  await eventually(async () => { expect(await person.inPage(`!!document.querySelector('sotto-chat')?.shadowRoot?.querySelector('button')`)).toBe(true); });
  await person.click('page', LAUNCHER);
  await eventually(async () => { expect(await person.inChat(`!!document.querySelector('textarea')`)).toBe(true); }, 20_000);
}

async function ask(person: Person, text: string): Promise<void> {
  await person.click('chat', BOX);
  await person.type(BOX, text);
  await person.press('chat', 'Enter');
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
export const coreSituations: readonly CoreSituation[] = [
  {
    ids: 'L-1 S-12',
    name: 'opens by the script tag, asks and reads a reply that is streamed',
    async run(person, world) {
      world.stack.model.script = ['The first part, ', 'hold', 'the second part.'];
      await open(person, world);
      await ask(person, 'Hello?');
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
      await eventually(() => { expect(model.aborted).toBe(aborted + 1); });
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
    name: 'works by keyboard alone: opened with Enter, sent with Enter, closed with Escape, focus back',
    leftOut: { webkit: 'its window has no focus on a screen without a window manager, so the frame gets none' },
    async run(person, world) {
      world.stack.model.script = ['By keys.'];
      world.host.pages.set('/', { html: plainPage(scriptTag(world.stack.origin)) });
      await person.goto(`${world.host.origin}/`);
      // Nobody can focus what is not drawn yet.
      await eventually(async () => { expect(await person.inPage(`(() => { const shadow = document.querySelector('sotto-chat')?.shadowRoot; shadow?.querySelector('button[part~="launcher"]')?.focus(); return shadow?.activeElement?.part.contains('launcher'); })()`)).toBe(true); });
      await person.press('page', 'Enter');
      await eventually(async () => { expect(await person.inChat(`document.activeElement?.tagName`)).toBe('TEXTAREA'); }, 20_000);
      await person.type(BOX, 'Keys.');
      await person.press('chat', 'Enter');
      await reads(person, 2, 'By keys.');
      await person.press('chat', 'Escape');
      await eventually(async () => { expect(await person.inPage(`document.querySelector('sotto-chat').shadowRoot.activeElement?.getAttribute('part') ?? ''`)).toContain('launcher'); });
    },
  },
  {
    ids: 'W-36',
    name: 'is right to left in Arabic',
    leftOut: { firefox: 'its driver types no Arabic, and what is filled in is not sent by its Enter' },
    async run(person, world) {
      world.stack.model.script = ['مرحبا بك.'];
      await open(person, world, `data-widget="demo" data-intl='{"ar":{}}'`);
      await ask(person, 'سلام');
      await reads(person, 2, 'مرحبا بك.');
      expect(await person.inChat(`getComputedStyle(document.querySelector('.sotto-root')).direction`)).toBe('rtl');
      // What the visitor said stands at the end of the line, which is the left here.
      expect(await person.inChat(`(() => { const of = (query) => document.querySelector(query).getBoundingClientRect(); return of('article.sotto-message').left < 60; })()`)).toBe(true);
    },
  },
  {
    ids: 'W-17 W-18 W-20',
    name: 'draws markdown with a list, a table, code and mathematics',
    async run(person, world) {
      world.stack.model.script = ['**Bold** and a list:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n', '```js\nbrew();\n```\n\n', '$$x^2 + y^2 = z^2$$\n'];
      await open(person, world);
      await ask(person, 'Draw.');
      await eventually(async () => {
        const seen = await person.inChat<Record<string, unknown>>(`(() => { const all = (query) => document.querySelectorAll('article.sotto-message ' + query); return { bold: all('strong').length, items: all('li').length, cells: all('td').length, code: all('pre')[0]?.innerText ?? '', math: all('.katex').length }; })()`);
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
      await eventually(async () => { expect(await person.inChat(`!!document.querySelector('input[type=file]')`)).toBe(true); });
      await person.attach('input[type=file]', file);
      await eventually(async () => { expect(await person.inChat(`document.body.innerText`)).toContain('report.csv'); });
      await ask(person, 'What is in it?');
      await reads(person, 2, 'I have read it.');
      expect(world.stack.model.prompts.at(-1)).toContain('May,12');
    },
  },
  {
    ids: 'F307',
    name: 'talks, closes and opens again where the browser denies the frame all storage',
    storage: 'denied',
    leftOut: { webkit: 'it can be told to keep no cookies, not to keep nothing for a frame' },
    async run(person, world) {
      world.stack.model.script = ['One.'];
      await open(person, world);
      expect(await person.inChat(`(() => { try { return localStorage.length; } catch (error) { return error.name; } })()`)).toBe('SecurityError');
      await ask(person, 'First.');
      await reads(person, 2, 'One.');
      await person.press('chat', 'Escape');
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
