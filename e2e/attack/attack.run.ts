import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchEngine } from './launchEngine';
import { startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';
import { faultsOf, HEADING, runAlone, runMessages, runSettings, runStreamed, sumUp, toLine, type AttackResult } from './attackRun';
import { MESSAGE_PLACES, SETTING_PLACES } from './places';
import { chooseCore, readAttacks } from './readAttacks';

let browser: Browser;
let stack: Stack;
let host: HostServer;
const done: AttackResult[] = [];
/** So many of each kind; all of them without it. */
const PER_KIND = Number(process.env['SOTTO_ATTACK_PER_KIND'] ?? 0);
const everything = PER_KIND > 0 ? chooseCore(readAttacks(), PER_KIND) : readAttacks();
const heavy = everything.filter(({ kind }) => kind.startsWith('dos-'));
const light = everything.filter((attack) => !heavy.includes(attack));
const ENGINE = process.env['SOTTO_ATTACK_ENGINE'] ?? 'chromium';

beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchEngine(ENGINE), startStack(), startHostServer()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

/** Says what came of a place, and keeps the figures of all so far: a whole run takes long. */
function judge(results: readonly AttackResult[]): void {
  done.push(...results);
  const live = everything.filter(({ control }) => control !== '' && control !== 'inert' && control !== 'untested').length;
  const report = [`${String(everything.length)} texts (${String(live)} live in the control), ${browser.browserType().name()} ${browser.version()}`, '', HEADING, ...done.map(toLine), '', ...sumUp(done)].join('\n');
  console.log(report);
  const folder = fileURLToPath(new URL('../output', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/attack-${ENGINE}.txt`, `${report}\n`);
  expect(results.flatMap((result) => faultsOf(result))).toEqual([]);
}

describe('every attack, in every place', () => {
  it.each(MESSAGE_PLACES)('$name', async (place) => { judge(await runMessages({ browser, stack, host }, light, [place])); });
  it.each(SETTING_PLACES)('$name', async (place) => { judge(await runSettings({ browser, stack, host }, light.filter(({ control }) => control !== 'inert'), [place])); });
  it('streamed in small pieces', async () => { judge(await runStreamed({ browser, stack, host }, light)); });
  it('alone, made to keep the page busy', async () => { judge(await runAlone({ browser, stack, host }, heavy)); });
  it('streamed, made to keep the page busy', async () => { judge(await runStreamed({ browser, stack, host }, heavy, 1)); });
});
