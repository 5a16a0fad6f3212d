import type { MachineState } from '../../conversation/state';
import { isTab, type Tab, type World } from './world';

/**
 * Numbers for worlds: two with the same number go on in the same way. Numbers of attempts that are over say nothing.
 *
 * What has been read once is not read again: a step changes little, and the rest is the same object as before.
 */
export function createReader(): (world: World) => number {
  const names = new Map<string, number>();
  const known = new WeakMap<object, number>();
  function nameOf(value: object, write: () => string): number {
    const found = known.get(value);
    if (found !== undefined) return found;
    const text = write();
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = names.size));
    known.set(value, name);
    return name;
  }
  const json = (value: object | undefined): number =>
    value === undefined ? -1 : nameOf(value, () => JSON.stringify(value));
  const all = (values: readonly object[]): number => nameOf(values, () => `[${values.map(json).join()}]`);
  const workOf = (work: MachineState['work']): number =>
    nameOf(work, () => JSON.stringify({ ...work, attempt: 0, task: work.task && { ...work.task, attempt: 0 } }));
  const stateOf = (state: MachineState): number =>
    nameOf(state, () => {
      const { messages, sends, reply, failure, work, conversationId, generation, isLoading } = state;
      return (
        `s${String(all(messages))} ${String(all(sends))} ${String(json(reply))} ${String(json(failure))} ` +
        `${String(workOf(work))} ${conversationId ?? ''} ${String(generation)} ${String(isLoading)}`
      );
    });
  const tabOf = (tab: Tab): number =>
    nameOf(
      tab,
      () =>
        `t${String(stateOf(tab.state))};${tab.timers.join()};${String(json(tab.note))};${tab.session ?? ''};${String(all(tab.written))}`,
    );
  return ({ tabs, isOnline, lock, inbox, stored, server, calls, left, typed, sessions }) => {
    const flying = calls.map((call) => {
      const { attempt, ...rest } = call;
      return (
        nameOf(call, () => `c${JSON.stringify(rest)}`) * 2 +
        (isTab(call.tab) && tabs[call.tab].state.work.task?.attempt === attempt ? 1 : 0)
      );
    });
    const kept = nameOf(
      stored,
      () => `k${stored.session ?? ''} ${String(all(stored.messages))} ${String(all(stored.sends))}`,
    );
    const served = nameOf(
      server,
      () => `v${String(all(server.messages.map(({ message }) => message)))} ${String(all(server.runs))}`,
    );
    return hash(
      `${String(tabOf(tabs[0]))}|${String(tabOf(tabs[1]))}|${String(isOnline)}|${String(json(lock))}|${String(all(inbox[0]))}|${String(all(inbox[1]))}|${String(kept)}|${String(served)}|${flying.sort().join()}|${String(json(left))}|${typed.join('.')}|${String(sessions)}`,
    );
  };
}

/** 53 bits of a text: of a million worlds, two different ones have the same number once in ten thousand walks. */
function hash(text: string): number {
  let high = 2_166_136_261;
  let low = 52_711;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 16_777_619);
    low = Math.imul(low, 33) ^ code;
  }
  return (high >>> 0) * 2_097_152 + ((low >>> 0) & 2_097_151);
}
