import type { Browser } from 'playwright-core';
import type { HostServer } from '../hostPages/hostServer';
import type { Stack } from '../startStack';
import { inspectFrame, readAgain, type Finding } from './inspect';
import { asText, MESSAGE_PLACES, SETTING_PLACES, type PlacedMessage } from './places';
import { openRawPage, type RawPage } from './rawPage';
import type { Attack } from './readAttacks';
import { markTasks, traceTasks } from './watch';

/** Where attacks are run. */
export interface AttackGround {
  readonly browser: Browser;
  readonly stack: Stack;
  readonly host: HostServer;
}

/** What came of it; everything but `shown`, `refused`, `sandboxed` and `longestTaskMs` should be empty. */
export interface AttackResult {
  readonly place: string;
  /** Attacks that were drawn. */
  shown: number;
  /** Attacks the window protocol refused, such as one of a megabyte. */
  refused: number;
  scripts: string[];
  violations: string[];
  /** Stopped where diagrams are drawn. */
  sandboxed: number;
  requests: string[];
  navigations: string[];
  findings: string[];
  errors: string[];
  /** Processor time of the longest task, in milliseconds; 0 where the engine does not tell. */
  longestTaskMs: number;
  /** What was shown then. */
  longestTaskAt: string;
}

/** So many messages are always drawn as they are, however long the conversation. */
const BATCH = 40;
/** Under the limit of one window message, in characters. */
const BATCH_LENGTH = 100_000;
/** How long a page may take to draw a batch, diagrams included, in milliseconds. */
const DRAW_MS = 60_000;

/** Shows every attack in every place of a message, whole, forty to a conversation. */
export async function runMessages(ground: AttackGround, attacks: readonly Attack[], places = MESSAGE_PLACES): Promise<AttackResult[]> {
  const results: AttackResult[] = [];
  for (const place of places) {
    results.push(await onPage(ground, place.name, async (raw, result) => {
      const messages = attacks.flatMap((attack) => {
        const message = place.put(attack);
        return message ? [{ id: attack.id, ...message }] : [];
      });
      for (const batch of toBatches(messages)) await showBatch(ground, raw, batch, result);
    }));
  }
  return results;
}

/** Shows each attack alone in a conversation, so that the longest task is its own. */
export async function runAlone(ground: AttackGround, attacks: readonly Attack[]): Promise<AttackResult[]> {
  return [await onPage(ground, 'alone', async (raw, result) => {
    for (const attack of attacks) await showBatch(ground, raw, [{ id: attack.id, type: 'bot', text: asText(attack) }], result);
  })];
}

/** The longest a page may be kept busy by one task, in milliseconds of processor time. */
const TASK_MAX_MS = 200;

/** What is wrong with a result, one line each; nothing when all is well. */
export function faultsOf(result: AttackResult, taskMaxMs = TASK_MAX_MS): string[] {
  const { place, scripts, violations, requests, navigations, findings, errors, longestTaskMs, longestTaskAt } = result;
  const named = Object.entries({ 'ran a script': scripts, 'was stopped by the policy only': violations, 'asked a stranger': requests, 'left the page': navigations, 'put into the page': findings, 'threw': errors });
  const faults = named.flatMap(([what, details]) => details.map((detail) => `${place} ${what}: ${detail}`));
  return longestTaskMs > taskMaxMs ? [...faults, `${place} kept the page busy for ${longestTaskMs.toFixed(0)} ms: ${longestTaskAt}`] : faults;
}

/** Gives every attack to every place of the settings. */
export async function runSettings(ground: AttackGround, attacks: readonly Attack[], places = SETTING_PLACES): Promise<AttackResult[]> {
  const results: AttackResult[] = [];
  for (const place of places) {
    const result = await onPage(ground, place.name, async (raw, result) => {
      await raw.call('setMessages', { messages: [{ id: 'one', type: 'bot', text: 'A [link](https://example.com/a) and ![a picture](https://example.com/a.png).' }, { id: 'two', type: 'user', text: 'Hello' }] });
      for (const attack of attacks) {
        const settings = place.put(attack);
        if (!settings) continue;
        await markTasks(raw, attack.id);
        if (!(await give(result, () => raw.call('configure', settings)))) result.refused += 1;
        else result.shown += 1;
        await settle(raw);
        await look(ground, raw, result, attack.id);
      }
    });
    // A page may name pictures of its own; the policy of the frame lets in those the owner listed, and the others are no attack.
    result.violations = result.violations.filter((violation) => !/: (?:img|media)-src/.test(violation));
    result.findings = result.findings.filter((finding) => !/address: img src="https:/.test(finding));
    results.push(result);
  }
  return results;
}

/** Lets the model write every attack in small pieces, several conversations beside each other. */
export async function runStreamed(ground: AttackGround, attacks: readonly Attack[], pages = 3): Promise<AttackResult[]> {
  const queue = [...attacks];
  const model = ground.stack.model;
  model.answer = (question) => {
    const attack = attacks.find(({ id }) => question.endsWith(` ${id}`));
    return attack ? [...cut(asText(attack), attack.id), '\n\nDone.'] : ['?'];
  };
  const trace = await traceTasks(ground.browser);
  const results = await Promise.all(Array.from({ length: pages }, () => onPage(ground, 'streamed reply', async (raw, result) => {
    for (let attack = queue.shift(); attack; attack = queue.shift()) {
      const { id } = attack;
      await markTasks(raw, id);
      await give(result, () => raw.call('setMessages', { messages: [] }));
      await give(result, () => raw.call('sendMessage', { message: `Please write ${id}` }));
      await settle(raw);
      await look(ground, raw, result, id);
      result.shown += 1;
    }
  }, false)));
  model.answer = undefined;
  return [{ ...merge('streamed reply', results), ...(await trace?.longest()) }];
}

/** The figures of all places together, a line each. */
export function sumUp(results: readonly AttackResult[]): string[] {
  const all = (key: 'scripts' | 'requests' | 'navigations' | 'findings'): string[] => results.flatMap((result) => result[key]);
  const layout = all('findings').filter((finding) => finding.includes(': layout:'));
  const [worst] = [...results].sort((one, other) => other.longestTaskMs - one.longestTaskMs);
  return [
    `shown                       ${String(results.reduce((sum, { shown }) => sum + shown, 0))} in ${String(new Set(results.map(({ place }) => place)).size)} places`,
    `scripts run                 ${String(all('scripts').length)}`,
    `requests nobody allowed     ${String(all('requests').length)}`,
    `navigations                 ${String(all('navigations').length)}`,
    `layout escapes              ${String(layout.length)}`,
    `foreign elements and names  ${String(all('findings').length - layout.length)}`,
    `worst freeze                ${worst && worst.longestTaskMs > 0 ? `${worst.longestTaskMs.toFixed(0)} ms of ${String(TASK_MAX_MS)} (${worst.place}: ${worst.longestTaskAt})` : 'not told by this engine'}`,
  ];
}

/** One line of figures for a table. */
export function toLine(result: AttackResult): string {
  const count = (list: readonly string[]): string => String(list.length).padStart(8);
  return `${result.place.padEnd(18)}${String(result.shown).padStart(8)}${String(result.refused).padStart(8)}${count(result.scripts)}${count(result.requests)}${count(result.violations)}${count(result.navigations)}${count(result.findings)}${count(result.errors)}${String(result.sandboxed).padStart(8)}${result.longestTaskMs.toFixed(0).padStart(8)}`;
}

/** The names above `toLine`. */
export const HEADING = `${'place'.padEnd(18)}${['shown', 'refused', 'scripts', 'requests', 'policy', 'moves', 'found', 'errors', 'sandbox', 'task ms'].map((name) => name.padStart(8)).join('')}`;

async function onPage(ground: AttackGround, place: string, work: (raw: RawPage, result: AttackResult) => Promise<void>, isTraced = true): Promise<AttackResult> {
  const raw = await openRawPage(ground.browser, ground.stack.origin, ground.host);
  const result: AttackResult = { place, shown: 0, refused: 0, scripts: [], violations: [], sandboxed: 0, requests: [], navigations: [], findings: [], errors: [], longestTaskMs: 0, longestTaskAt: '' };
  await warmUp(raw);
  const trace = isTraced ? await traceTasks(ground.browser) : undefined;
  try {
    await work(raw, result);
  } finally {
    Object.assign(result, await trace?.longest());
    await raw.close();
  }
  return result;
}

/** Every part is loaded once, so that what is measured and looked at afterwards is drawing. */
async function warmUp(raw: RawPage): Promise<void> {
  const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``;
  const text = ['# Head', '- [ ] item', '| a |\n|---|\n| b |', '$x^2$ and $$y$$', fence('js', 'let a;'), fence('card', 'title: a'), fence('carousel', '- title: a'), fence('buttons', '- caption: a'), fence('form', 'fields: [{name: a}]'), fence('mermaid', 'pie\n "a": 1'), '![a](https://example.com/a.png) [a]() <details><summary>a</summary>b</details>'].join('\n\n');
  await raw.call('setMessages', { messages: [{ id: 'warm', type: 'bot', text, references: [{ source: 'a' }], micro: { url: 'https://example.com/', title: 'a' }, attachments: [{ type: 'text/plain', localName: 'a' }] }] });
  await raw.frame.waitForSelector('.katex');
  await raw.frame.waitForSelector('.sotto-diagram-image', { timeout: DRAW_MS });
  await settle(raw);
  await raw.signals.collect();
  raw.signals.violations.length = 0;
}

async function showBatch(ground: AttackGround, raw: RawPage, batch: readonly PlacedMessage[], result: AttackResult): Promise<void> {
  await markTasks(raw, batch[0]?.id ?? '');
  const isTaken = await give(result, () => raw.call('setMessages', { messages: batch }));
  if (!isTaken) {
    // One of them is too much for the protocol: the others are shown without it.
    if (batch.length > 1) for (const message of batch) await showBatch(ground, raw, [message], result);
    else result.refused += 1;
    return;
  }
  await settle(raw);
  await look(ground, raw, result, batch.length === 1 ? batch[0]?.id : undefined);
  result.shown += batch.length;
}

async function give(result: AttackResult, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!/too_large|bad_payload/.test(message)) result.errors.push(message.slice(0, 200));
    return false;
  }
}

/** Until nothing is being loaded or drawn any more. */
async function settle(raw: RawPage): Promise<void> {
  await raw.frame.evaluate(`new Promise((resolve) => {
    const deadline = Date.now() + ${String(DRAW_MS)};
    const look = () => {
      const isBusy = document.querySelector('.sotto-skeleton, .sotto-diagram[aria-busy=true], [data-state=drawing]') !== null;
      if (isBusy && Date.now() < deadline) setTimeout(look, 50);
      else requestAnimationFrame(() => setTimeout(resolve, 10));
    };
    requestAnimationFrame(look);
  })`);
}

async function look(ground: AttackGround, raw: RawPage, result: AttackResult, id: string | undefined): Promise<void> {
  const own = { server: ground.stack.origin, host: ground.host.origin };
  const findings: Finding[] = await raw.frame.evaluate(inspectFrame, own);
  const markup = await raw.frame.evaluate(() => [...document.querySelectorAll<HTMLElement>('article.sotto-message')].map((article) => [article.dataset['key'] ?? '', article.innerHTML] as const));
  findings.push(...(await raw.page.evaluate(readAgain, markup)));
  await raw.signals.collect();
  const from = (at: string): string => (at === 'page' || at === '' ? (id ?? 'page') : at);
  result.findings.push(...findings.map(({ at, what, detail }) => `${from(at)}: ${what}: ${detail}`));
  const drain = (list: string[]): string[] => list.splice(0).map((detail) => `${id ?? 'batch'}: ${detail}`);
  result.scripts.push(...drain(raw.signals.scripts));
  result.violations.push(...drain(raw.signals.violations));
  result.sandboxed += raw.signals.sandboxed.splice(0).length;
  result.requests.push(...drain(raw.signals.requests));
  result.navigations.push(...drain(raw.signals.navigations).filter((detail) => !detail.includes('/diagram.html') && !detail.endsWith('about:blank')), ...drain(raw.signals.popups));
  result.errors.push(...drain(raw.signals.errors));
}

function toBatches(messages: readonly PlacedMessage[]): PlacedMessage[][] {
  const batches: PlacedMessage[][] = [];
  let length = Infinity;
  for (const message of messages) {
    const size = JSON.stringify(message).length;
    if (length + size > BATCH_LENGTH || (batches.at(-1)?.length ?? 0) >= BATCH) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(message);
    length += size;
  }
  return batches;
}

/** Pieces of one to eight characters, the same ones in every run; longer ones for what is very long. */
function cut(text: string, seed: string): string[] {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  const scale = Math.max(1, Math.ceil(text.length / 4000));
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    const length = (1 + ((state >>> 16) % 8)) * scale;
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

function merge(place: string, results: readonly AttackResult[]): AttackResult {
  const all = (key: 'scripts' | 'violations' | 'requests' | 'navigations' | 'findings' | 'errors'): string[] => results.flatMap((result) => result[key]);
  const sum = (key: 'shown' | 'refused' | 'sandboxed'): number => results.reduce((total, result) => total + result[key], 0);
  return { place, shown: sum('shown'), refused: sum('refused'), scripts: all('scripts'), violations: all('violations'), sandboxed: sum('sandboxed'), requests: all('requests'), navigations: all('navigations'), findings: all('findings'), errors: all('errors'), longestTaskMs: 0, longestTaskAt: '' };
}
