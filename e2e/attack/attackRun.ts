import { calling, type AttackPage } from './attackPage';
import { feedReplies, type Feed, type Pace } from './feedReplies';
import { addTo, faultsOf, noResult, type AttackResult } from './attackResult';
import { inspectFrame, watchEveryStep, type Own } from './inspect';
import { appearance } from './look';
import { asText, MESSAGE_PLACES, SETTING_PLACES, type PlacedMessage } from './places';
import type { Attack } from './readAttacks';
import { markTasks, type Signals, type TaskTrace } from './watch';

/** Where attacks are run: pages beside each other that take what is next. */
export interface AttackGround {
  readonly pages: readonly AttackPage[];
  /** Whose addresses may be used without a click. */
  readonly own: Own;
  /** Measures tasks; undefined where the engine cannot. */
  readonly trace: () => Promise<TaskTrace | undefined>;
}

/** So many messages are always drawn as they are, however long the conversation. */
const BATCH = 40;
/** Under the limit of one window message, in characters. */
const BATCH_LENGTH = 100_000;

/**
 * As much of a text is streamed, in characters: more than models write in one reply. A message of a page is refused
 * beyond the same size.
 */
const STREAM_LENGTH = 262_144;

/** Shows every attack in every place of a message, whole, forty to a conversation. */
export async function runMessages(
  ground: AttackGround,
  attacks: readonly Attack[],
  places = MESSAGE_PLACES,
): Promise<AttackResult[]> {
  return oneByOne(places, (place) => {
    const messages = attacks.flatMap((attack) => {
      const message = place.put(attack);
      return message ? [{ id: attack.id, ...message }] : [];
    });
    return share(ground, place.name, toBatches(messages), (page, batch, result) =>
      showBatch(ground, page, batch, result),
    );
  });
}

/** Shows each attack alone in a conversation, so that the longest task is its own. */
export async function runAlone(ground: AttackGround, attacks: readonly Attack[]): Promise<AttackResult[]> {
  return [
    await share(ground, 'alone', attacks, (page, attack, result) =>
      showBatch(ground, page, [{ id: attack.id, type: 'bot', text: asText(attack) }], result),
    ),
  ];
}

/** Gives every attack to every place of the settings. */
export async function runSettings(
  ground: AttackGround,
  attacks: readonly Attack[],
  places = SETTING_PLACES,
): Promise<AttackResult[]> {
  for (const page of ground.pages) {
    await page.call('setMessages', {
      messages: [
        {
          id: 'one',
          type: 'bot',
          text: 'A [link](https://example.com/a) and ![a picture](https://example.com/a.png).',
        },
        { id: 'two', type: 'user', text: 'Hello' },
      ],
    });
  }
  return oneByOne(places, async (place) => {
    const result = await share(ground, place.name, attacks, async (page, attack, result) => {
      const settings = place.put(attack);
      if (!settings) return;
      await markTasks(page, attack.id);
      if (await give(result, () => page.call('configure', settings))) result.shown += 1;
      else result.refused += 1;
      note(result, await appearance(ground.own, page), attack.id);
    });
    // A page may name pictures of its own; the policy of the frame lets in those the owner listed, and the others are
    // no attack.
    result.violations = result.violations.filter((violation) => !/: (?:img|media)-src/.test(violation));
    result.findings = result.findings.filter((finding) => !/address: img src="https:/.test(finding));
    return result;
  });
}

/**
 * Lets the model write every attack in small pieces.
 *
 * @param pace - `step` draws each piece as soon as the one before is drawn, and looks at everything that is ever put
 *   into the page; `frame` paints each, to be measured
 * @param maxPieces - a longer text comes in larger pieces
 */
export async function runStreamed(
  ground: AttackGround,
  attacks: readonly Attack[],
  pace: Pace = 'step',
  maxPieces = 100,
): Promise<AttackResult[]> {
  for (const page of ground.pages) {
    // Once for each page: watched twice, everything is looked at twice.
    if ((await page.inFrame<string | undefined>('window.__feed && window.__feed.pace')) === pace) continue;
    await page.inFrame(`window.inspectFrame ??= ${inspectFrame.toString()}`);
    if (pace === 'step') await page.inFrame(calling(watchEveryStep, ground.own));
    await page.inFrame(calling(feedReplies, pace));
  }
  return [
    await share(ground, maxPieces === 100 ? 'streamed' : 'streamed, heavy', attacks, async (page, attack, result) => {
      const { id } = attack;
      await markTasks(page, id);
      await page.inFrame(
        `void (window.__feed.pieces = ${JSON.stringify([...cut(asText(attack).slice(0, STREAM_LENGTH), id, maxPieces), '\n\nDone.'])})`,
      );
      await give(result, () => page.call('setMessages', { messages: [] }));
      await give(result, () => page.call('sendMessage', { message: `Please write ${id}` }));
      await page.inFrame<Feed['done']>('window.__feed.done');
      const seen = await appearance(ground.own, page);
      if (!seen.text.includes('Done.'))
        result.errors.push(`${id}: the reply was not drawn to its end, but to ${JSON.stringify(seen.text.slice(-80))}`);
      note(result, seen, id);
      result.shown += 1;
    }),
  ];
}

/** Does one thing after another, in order. */
async function oneByOne<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}

/** All pages take from the same pile, and what comes of it is one result. */
async function share<Item>(
  ground: AttackGround,
  place: string,
  items: readonly Item[],
  work: (page: AttackPage, item: Item, result: AttackResult) => Promise<void>,
): Promise<AttackResult> {
  const result = noResult(place);
  const pile = [...items];
  const trace = await ground.trace();
  try {
    await Promise.all(
      ground.pages.map(async (page) => {
        for (let item = pile.shift(); item !== undefined; item = pile.shift()) await work(page, item, result);
      }),
    );
  } finally {
    Object.assign(result, await trace?.longest());
  }
  return result;
}

/**
 * Shows messages together. What fires and does not say where it comes from is sought in one half, then in the other.
 */
async function showBatch(
  ground: AttackGround,
  page: AttackPage,
  batch: readonly PlacedMessage[],
  result: AttackResult,
): Promise<void> {
  await markTasks(page, batch[0]?.id ?? '');
  if (!(await give(result, () => page.call('setMessages', { messages: batch })))) {
    // One of them is too much for the protocol: the others are shown without it.
    if (batch.length > 1) for (const message of batch) await showBatch(ground, page, [message], result);
    else result.refused += 1;
    return;
  }
  const seen = await appearance(ground.own, page);
  const middle = Math.ceil(batch.length / 2);
  if (batch.length > 1 && isUnplaced(seen)) {
    const again = noResult(result.place);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) await showBatch(ground, page, half, again);
    if (faultsOf(again).length > 0) {
      addTo(result, again);
      return;
    }
  }
  result.shown += batch.length;
  note(result, seen, batch.map(({ id }) => id).join(' or '));
}

function isUnplaced({ scripts, violations, requests, navigations, popups, errors }: Signals): boolean {
  return [scripts, violations, requests, navigations, popups, errors].some((list) => list.length > 0);
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

/** @param id - of what was shown, where a sign does not say itself */
function note(result: AttackResult, seen: Signals, id: string): void {
  const named = (list: readonly string[]): string[] => list.map((detail) => `${id}: ${detail}`);
  result.findings.push(
    ...new Set(
      seen.findings.map(
        ({ at, what, detail }) => `${at === 'page' || at === '' || !id.includes(' or ') ? id : at}: ${what}: ${detail}`,
      ),
    ),
  );
  result.scripts.push(...named(seen.scripts));
  result.violations.push(...named(seen.violations));
  result.sandboxed += seen.sandboxed.length;
  result.requests.push(...named(seen.requests));
  result.navigations.push(
    ...named([
      ...seen.navigations.filter((detail) => !detail.includes('/diagram.html') && !detail.endsWith('about:blank')),
      ...seen.popups,
    ]),
  );
  result.errors.push(...named(seen.errors));
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
function cut(text: string, seed: string, maxPieces: number): string[] {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  const scale = Math.max(1, Math.ceil(text.length / (4.5 * maxPieces)));
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    const length = (1 + ((state >>> 16) % 8)) * scale;
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
