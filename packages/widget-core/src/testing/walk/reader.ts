import type { EngineState } from '../../conversation/state';
import { isTab, type Stored, type Tab, type World } from './world';

/** How many objects are remembered at a time: more than a layer of the walk still holds is of no use. */
const REMEMBERED = 30_000;

/** The number of a world, and the number of the same world with its two tabs exchanged. */
export interface WorldNumbers {
  readonly own: number;
  readonly mirrored: number;
}

/**
 * Numbers for worlds: two with the same number go on in the same way. Numbers of attempts that are over say nothing.
 *
 * What has been read once is not read again: a step changes little, and the rest is the same object as before.
 */
export function createReader(): (world: World) => WorldNumbers {
  const names = new Map<string, number>();
  const known = new Map<object, number>();
  function nameOf(value: object, write: () => string): number {
    const found = known.get(value);
    if (found !== undefined) return found;
    if (known.size > REMEMBERED) known.clear();
    const text = write();
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = names.size));
    known.set(value, name);
    return name;
  }
  const json = (value: object | undefined): number =>
    value === undefined ? -1 : nameOf(value, () => JSON.stringify(value));
  const all = (values: readonly object[]): number => nameOf(values, () => `[${values.map(json).join()}]`);
  const workOf = (work: EngineState['work']): number =>
    nameOf(work, () => JSON.stringify({ ...work, attempt: 0, task: work.task && { ...work.task, attempt: 0 } }));
  const stateOf = (state: EngineState): number =>
    nameOf(state, () => {
      const { messages, sends, reply, failure, work, conversationId, generation, isLoading } = state;
      return (
        `s${String(all(messages))} ${String(all(sends))} ${String(json(reply))} ${String(json(failure))} ` +
        `${String(workOf(work))} ${conversationId ?? ''} ${String(generation)} ${String(isLoading)}`
      );
    });
  const storedOf = (stored: Stored): number =>
    nameOf(
      stored,
      () =>
        `k${stored.session ?? ''} ${String(all(stored.messages))} ${String(all(stored.sends))} ${stored.notes.join()}`,
    );
  const tabOf = (tab: Tab): number =>
    nameOf(tab, () =>
      [
        `t${String(stateOf(tab.state))}`,
        tab.timers.join(),
        json(tab.note),
        tab.session ?? '',
        tab.isAway,
        all(tab.written),
        tab.own ? storedOf(tab.own) : '',
        tab.hasConsent,
        tab.revoked ?? '',
      ].join(';'),
    );
  return ({ tabs, isOnline, lock, inbox, stored, server, calls, left, called, typed, withdrawn, sessions }) => {
    const [first, second] = [tabOf(tabs[0]), tabOf(tabs[1])];
    const [toFirst, toSecond] = [all(inbox[0]), all(inbox[1])];
    const kept = storedOf(stored);
    const served = nameOf(
      server,
      () =>
        `v${String(all(server.messages.map(({ message }) => message)))} ${String(all(server.runs))} ${server.gone.join()}`,
    );
    const shared = [isOnline ? 1 : 0, kept, served, json(left), json(called), json(typed), json(withdrawn), sessions];
    const flying = calls.map((call) => {
      const { attempt, tab, ...rest } = call;
      const name = nameOf(call, () => `c${JSON.stringify(rest)}`);
      return { name, tab, isCurrent: isTab(tab) && tabs[tab].state.work.task?.attempt === attempt };
    });
    /** What names a tab by its place, `isMirrored`: by the other place. */
    const placed = (isMirrored: boolean): number[] => {
      const placeOf = (tab: number | undefined): number => (tab === undefined ? 2 : isMirrored ? 1 - tab : tab);
      const numbers = flying.map(({ name, tab, isCurrent }) => name * 6 + placeOf(tab) * 2 + (isCurrent ? 1 : 0));
      return [
        placeOf(lock.holder),
        lock.waiting.reduce((sum, tab) => sum * 3 + placeOf(tab) + 1, 0),
        ...numbers.sort((one, other) => one - other),
      ];
    };
    return {
      own: hash([first, second, toFirst, toSecond, ...shared, ...placed(false)]),
      mirrored: hash([second, first, toSecond, toFirst, ...shared, ...placed(true)]),
    };
  };
}

/** 53 bits of some numbers: of a million worlds, two different ones have the same hash once in ten thousand walks. */
function hash(numbers: readonly number[]): number {
  let high = 2_166_136_261;
  let low = 52_711;
  for (const number of numbers) {
    high = Math.imul(high ^ number, 16_777_619);
    high ^= high >>> 15;
    low = Math.imul(low ^ number, 2_246_822_519);
    low ^= low >>> 13;
  }
  return (high >>> 0) * 2_097_152 + ((low >>> 0) & 2_097_151);
}
