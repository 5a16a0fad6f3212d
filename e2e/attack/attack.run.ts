import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, HEADING, sumUp, toLine, type AttackResult } from './attackResult';
import { runAlone, runMessages, runSettings, runStreamed } from './attackRun';
import { openGround, type OpenGround } from './openGround';
import { MESSAGE_PLACES, SETTING_PLACES } from './places';
import { chooseCore, readAttacks } from './readAttacks';

let ground: OpenGround;
const done: AttackResult[] = [];
/** So many of each kind; all of them without it. */
const PER_KIND = Number(process.env['SOTTO_ATTACK_PER_KIND'] ?? 0);
/** Pages beside each other. */
const PAGES = Number(process.env['SOTTO_ATTACK_PAGES'] ?? 3);
const everything = PER_KIND > 0 ? chooseCore(readAttacks(), PER_KIND) : readAttacks();
const heavy = everything.filter(({ kind }) => kind.startsWith('dos-'));
const light = everything.filter((attack) => !heavy.includes(attack));
const ENGINE = process.env['SOTTO_ATTACK_ENGINE'] ?? 'chromium';
const began = Date.now();

beforeAll(async () => {
  ground = await openGround(ENGINE, PAGES);
});
afterAll(() => ground.close());

/** Says what came of a place, and keeps the figures of all so far. */
function judge(results: readonly AttackResult[]): void {
  done.push(...results);
  const live = everything.filter(
    ({ control }) => control !== '' && control !== 'inert' && control !== 'untested',
  ).length;
  const faults = done.flatMap((result) => faultsOf(result));
  const report = [
    `${String(everything.length)} texts (${String(live)} live in the control), ${ground.engine}, ${((Date.now() - began) / 60_000).toFixed(1)} min`,
    '',
    HEADING,
    ...done.map(toLine),
    '',
    ...sumUp(done),
    ...faults,
  ].join('\n');
  console.log(report);
  const folder = fileURLToPath(new URL('../output', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/attack-${ENGINE}.txt`, `${report}\n`);
  expect(results.flatMap((result) => faultsOf(result))).toEqual([]);
}

describe('every attack, in every place', () => {
  it.each(MESSAGE_PLACES)('$name', async (place) => {
    judge(await runMessages(ground, light, [place]));
  });
});

/** Only Chromium tells of tasks. */
describe('texts made to keep the page busy', () => {
  const on = (pages: number): typeof ground => ({ ...ground, pages: ground.pages.slice(0, pages) });
  /** One at a time, on a page of its own: so that a task is measured that nothing else slows down. */
  it('alone, made to keep the page busy', async () => {
    judge(await runAlone(on(1), heavy));
  });
  /** Two at a time, in parts: a text takes four seconds, because each of its two hundred pieces is painted. */
  it.each([...new Set(heavy.map(({ kind }) => kind))])('streamed, made to keep the page busy: %s', async (kind) => {
    judge(
      await runStreamed(
        on(2),
        heavy.filter((attack) => attack.kind === kind),
        ENGINE === 'chromium' ? 'frame' : 'step',
        200,
      ),
    );
  });
});

/** A trace holds what so many texts do. */
const PART_LENGTH = 600;
const parts = Array.from({ length: Math.ceil(light.length / PART_LENGTH) }, (_, index) => ({
  part: index + 1,
  attacks: light.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
}));

/** So many pages, the first ones, are painted piece by piece: no others are measured. */
const BUSY_PAGES = ENGINE === 'chromium' ? Math.min(2, PAGES - 1) : 0;
/** The frames of these pages are answered in themselves from here on. */
describe('every attack, written by the model', () => {
  it.each(parts)('streamed in small pieces, part $part', async ({ attacks }) => {
    judge(await runStreamed({ ...ground, pages: ground.pages.slice(BUSY_PAGES) }, attacks));
  });
});

/** Last, because settings stay. */
describe('every live attack, in every setting', () => {
  it.each(SETTING_PLACES)('$name', async (place) => {
    judge(
      await runSettings(
        ground,
        light.filter(({ control }) => control !== 'inert'),
        [place],
      ),
    );
  });
});
