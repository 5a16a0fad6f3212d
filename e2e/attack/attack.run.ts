import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchEngine } from './launchEngine';
import { startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';
import { faultsOf, HEADING, runAlone, runMessages, runSettings, runStreamed, toLine, type AttackResult } from './attackRun';
import { readAttacks } from './readAttacks';

let browser: Browser;
let stack: Stack;
let host: HostServer;
const lines: string[] = [];
const everything = readAttacks();
const heavy = everything.filter(({ kind }) => kind.startsWith('dos-'));
const light = everything.filter((attack) => !heavy.includes(attack));
const ENGINE = process.env['SOTTO_ATTACK_ENGINE'] ?? 'chromium';

beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchEngine(ENGINE), startStack(), startHostServer()]);
});
afterAll(async () => {
  const live = everything.filter(({ control }) => control !== '' && control !== 'inert' && control !== 'untested').length;
  const report = [`${String(everything.length)} texts (${String(live)} live in the control), ${browser.browserType().name()} ${browser.version()}`, '', HEADING, ...lines].join('\n');
  console.log(report);
  const folder = fileURLToPath(new URL('../output', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/attack-${ENGINE}.txt`, `${report}\n`);
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

function judge(results: readonly AttackResult[]): void {
  lines.push(...results.map(toLine));
  console.log([HEADING, ...results.map(toLine)].join('\n'));
  expect(results.flatMap((result) => faultsOf(result))).toEqual([]);
}

describe('every attack, in every place', () => {
  it('of a message', async () => { judge(await runMessages({ browser, stack, host }, light)); });
  it('of the settings', async () => { judge(await runSettings({ browser, stack, host }, light.filter(({ control }) => control !== 'inert'))); });
  it('streamed in small pieces', async () => { judge(await runStreamed({ browser, stack, host }, light)); });
  it('that is there to keep the page busy', async () => { judge([...(await runAlone({ browser, stack, host }, heavy)), ...(await runStreamed({ browser, stack, host }, heavy, 1))]); });
});
