import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { describe, expect, it } from 'vitest';
import { createHarness, finish } from '../testing/widgetHarness';
import type { WidgetOptions } from '../widget/widgetCore';

/** The files that hand a send on to each other, from the page's call to the state and from the state to the request. */
const TO_THE_STATE = ['widget/actions/conversationGroups.ts', 'conversation/machine.ts'];
const FROM_THE_STATE = ['conversation/machine.ts', 'conversation/runners/network.ts'];
const TO_THE_REQUEST = ['conversation/runners/network.ts', 'http/httpClient.ts'];
/** The files of the step in which a function runs meanwhile: the messages; the queue and the lock. */
const IN_THE_STEP = ['conversation/step/log.ts', 'conversation/step/sending.ts'];

Object.assign(Error, { stackTraceLimit: 100 });

/** The files of the core that have called each other up to here, the first caller first; each once. */
function readCallers(): string[] {
  const frames = [...(new Error().stack ?? '').matchAll(/widget-core\/src\/([^:\s)?]+)/g)].map(([, file = '']) => file);
  return [...new Set(frames.reverse())].filter((file) => !/\.test\.ts$|^testing\//.test(file));
}

/** The files of the step in which a function has run since counting began. */
function readStepFiles({ result }: Profiler.TakePreciseCoverageReturnType): string[] {
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .flatMap(({ url }) => /widget-core\/src\/(conversation\/step\/[^/?]+)/.exec(url)?.[1] ?? [])
    .sort();
}

describe('FC-3 the files that a send crosses', () => {
  it('FC-3: are six and no more: each call is followed, up to the state and from there to the request', async () => {
    const { clock, open, openTab } = createHarness();
    const tab = openTab();
    const counter = new Session();
    counter.connect();
    await counter.post('Profiler.enable');
    let request: { readonly callers: string[]; readonly stepped: Promise<string[]> } | undefined;
    let isCounting = false;
    const fetched: typeof fetch = (...call) => {
      if (isCounting && (call[0] as string).endsWith('/complete'))
        request = {
          callers: readCallers(),
          stepped: counter.post('Profiler.takePreciseCoverage').then(readStepFiles),
        };
      return tab.environment.fetch(...call);
    };
    const options: Partial<WidgetOptions> = { environment: { ...tab.environment, fetch: fetched } };
    const widget = open(tab, options);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    const changes: string[][] = [];
    widget.conversation.subscribe(() => {
      changes.push(readCallers());
    });
    await counter.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    isCounting = true;
    await finish(clock, widget.conversation.send({ message: 'two' }));
    const stepped = await request?.stepped;
    counter.disconnect();

    const sent = changes.find((callers) => callers.includes('conversation/runners/network.ts')) ?? [];
    expect(changes[0]).toEqual(TO_THE_STATE);
    // What lets it go is another event: this tab has the lock.
    expect(sent.slice(sent.indexOf('conversation/machine.ts'))).toEqual(FROM_THE_STATE);
    expect(request?.callers).toEqual(TO_THE_REQUEST);
    expect(stepped).toEqual(IN_THE_STEP);
    const files = new Set([...TO_THE_STATE, ...IN_THE_STEP, ...FROM_THE_STATE, ...TO_THE_REQUEST]);
    expect(files.size).toBeLessThanOrEqual(6);
  });
});
