import { describe, expect, it } from 'vitest';
import { createActiveRuns } from './activeRuns';

function hold(): { until: Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const until = new Promise<void>((resolve) => (end = resolve));
  return { until, end };
}

describe('the replies that a process writes', () => {
  it('the end of an earlier reply leaves the newer one of its conversation, which can still be stopped', async () => {
    const active = createActiveRuns();
    const [first, second] = [hold(), hold()];
    active.add({ id: 'run-1', conversationId: 'c' }, () => first.until);
    const earlier = active.latest('c')?.done;
    active.add({ id: 'run-2', conversationId: 'c' }, () => second.until);
    first.end();
    await earlier;
    expect(active.all().map(({ runId }) => runId)).toEqual(['run-2']);
    second.end();
    await active.latest('c')?.done;
    expect(active.all()).toEqual([]);
  });

  it('one is stopped by its controller', async () => {
    const active = createActiveRuns();
    let stopped: unknown;
    active.add(
      { id: 'run', conversationId: 'c' },
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            stopped = signal.reason;
            resolve();
          });
        }),
    );
    const run = active.latest('c');
    run?.controller.abort('because');
    await run?.done;
    expect([stopped, active.latest('c')]).toEqual(['because', undefined]);
  });
});
