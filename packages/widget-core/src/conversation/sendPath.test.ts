import { describe, expect, it } from 'vitest';
import { createHarness, finish } from '../testing/widgetHarness';
import type { WidgetOptions } from '../widget/widgetCore';

/** The files that hand a send on to each other, from the page's call to the request. Fewer are better. */
const TO_THE_STATE = [
  'widget/actions/conversationGroups.ts',
  'widget/actions/sendMessage.ts',
  'conversation/actions.ts',
  'conversation/createConversation.ts',
  'conversation/store.ts',
];
const TO_THE_REQUEST = [
  'conversation/runners/network.ts',
  'transport/streamReply.ts',
  'session/sessionManager.ts',
  'transport/platformTransport.ts',
  'transport/httpClient.ts',
];

Object.assign(Error, { stackTraceLimit: 100 });

/** The files of the core that have called each other up to here, the first caller first; each once. */
function readCallers(): string[] {
  const frames = [...(new Error().stack ?? '').matchAll(/widget-core\/src\/([^:\s)?]+)/g)].map(([, file = '']) => file);
  return [...new Set(frames.reverse())].filter((file) => !/\.test\.ts$|^testing\//.test(file));
}

describe('FC-3 the files that a send crosses', () => {
  it('FC-3: are these and no more: each call is followed, up to the state and from there to the request', async () => {
    const { clock, open, openTab } = createHarness();
    const tab = openTab();
    const paths: { path: string; callers: string[] }[] = [];
    const fetched: typeof fetch = (...call) => {
      paths.push({ path: call[0] as string, callers: readCallers() });
      return tab.environment.fetch(...call);
    };
    const options: Partial<WidgetOptions> = { environment: { ...tab.environment, fetch: fetched } };
    const widget = open(tab, options);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    paths.length = 0;
    const changes: string[][] = [];
    widget.conversation.subscribe(() => {
      changes.push(readCallers());
    });
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(changes[0]).toEqual(TO_THE_STATE);
    expect(paths.find(({ path }) => path.endsWith('/complete'))?.callers).toEqual(TO_THE_REQUEST);
  });
});
