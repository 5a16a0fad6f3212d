// @vitest-environment node
import { Client } from '@langchain/langgraph-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, startBackend, startEvents, until, type Backend } from '../testing/backend';
import { langGraph } from './langGraph';

// LangGraph's server package is a whole platform. This server writes the same events, and LangGraph's own client reads
// them in the first test.
let backend: Backend;
afterEach(() => backend.close());

interface Body {
  readonly assistant_id: string;
  readonly input: { readonly messages: readonly Readonly<Record<string, unknown>>[] };
}
type ServerEvent = readonly [event: string, data: unknown];

const metadata = { langgraph_node: 'agent', langgraph_step: 1 };
const words = (text: string, id = 'run-1'): ServerEvent[] =>
  (text.match(/\S+\s*/g) ?? []).map((content) => ['messages', [{ type: 'AIMessageChunk', id, content }, metadata]]);

async function serve(answer: (body: Body, calls: number) => readonly ServerEvent[], delayMs = 3): Promise<string> {
  let calls = 0;
  backend = await startBackend(async ({ method, path, headers, body }, response) => {
    const thread = path.split('/')[2] ?? '';
    response.setHeader('Content-Location', `/threads/${thread}/runs/run-id`);
    const write = startEvents(response);
    const events: readonly ServerEvent[] = [
      ['metadata', { run_id: 'run-id', attempt: 1 }],
      ...answer(body as Body, method === 'POST' ? calls++ : -1),
    ];
    const from = Number(headers['last-event-id'] ?? -1) + 1;
    for (const [index, [event, data]] of events.entries()) {
      if (index < from) continue;
      write(data, event, String(index));
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    response.end();
  });
  return backend.url;
}
const inputs = (): Body['input']['messages'][] => backend.requests.map(({ body }) => (body as Body).input.messages);

describe('a graph on a LangGraph server', () => {
  it('streams the text that LangGraph’s own client reads, in the thread of the conversation', async () => {
    const url = await serve(({ input }) => words(`You sent ${input.messages.length}`));
    const client = new Client({ apiUrl: url, apiKey: null });
    const read: string[] = [];
    const thread = '00000000-0000-4000-a000-000000000000';
    for await (const { event, data } of client.runs.stream(thread, 'agent', {
      input: { messages: [{ type: 'human', content: 'Hello' }] },
      streamMode: 'messages-tuple',
    }))
      if (event === 'messages') read.push(String((data as { content: string }[])[0]?.content));
    const { widget, reload, texts } = openPage(langGraph(url));
    await widget().conversation.send({ message: 'Hello' });
    reload();
    await widget().conversation.send({ message: 'Again' });
    expect(read.join('')).toBe('You sent 1');
    expect(texts()).toEqual(['user: Hello', 'bot: You sent 1', 'user: Again', 'bot: You sent 1']);
    const [, first, second] = backend.requests.map(({ path }) => path);
    expect(first).toMatch(/^\/threads\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}\/runs\/stream$/);
    expect(second).toBe(first);
    expect(backend.requests[2]?.body).toMatchObject({ assistant_id: 'agent', if_not_exists: 'create' });
  });

  it('shows reasoning and a tool of the graph, and no message twice', async () => {
    const url = await serve(() => [
      ['messages', [{ type: 'AIMessageChunk', id: 'a', content: [{ type: 'thinking', thinking: 'Hm' }] }, metadata]],
      [
        'messages',
        [
          {
            type: 'AIMessageChunk',
            id: 'a',
            content: '',
            tool_call_chunks: [{ index: 0, id: 'c1', name: 'weather', args: '' }],
          },
          metadata,
        ],
      ],
      [
        'messages',
        [
          { type: 'AIMessageChunk', id: 'a', content: '', tool_call_chunks: [{ index: 0, args: '{"city":"Bern"}' }] },
          metadata,
        ],
      ],
      [
        'messages',
        [{ type: 'tool', id: 't', tool_call_id: 'c1', name: 'weather', content: '21', status: 'success' }, metadata],
      ],
      ...words('It is warm', 'b'),
      ['messages', [{ type: 'ai', id: 'b', content: 'It is warm' }, metadata]],
    ]);
    const reply = await openPage(langGraph(url)).widget().conversation.send({ message: 'Weather?' });
    expect(reply.text).toBe('It is warm');
    expect(reply.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm' },
      { type: 'tool', name: 'weather', input: { city: 'Bern' }, state: 'done', output: '21' },
      { type: 'text', text: 'It is warm' },
    ]);
  });

  it('calls a function of the page, and sends its result to the thread', async () => {
    const url = await serve((_, calls) =>
      calls === 0
        ? [
            [
              'messages',
              [
                { type: 'ai', id: 'a', content: '', tool_calls: [{ id: 'c1', name: 'getOrder', args: { id: 'A-1' } }] },
                metadata,
              ],
            ],
          ]
        : words('Shipped'),
    );
    const { widget } = openPage(langGraph(url));
    widget().functions.set({ getOrder: { description: '', parameters: {}, handler: (args) => args } });
    const reply = await widget().conversation.send({ message: 'Order?' });
    expect(reply.text).toBe('Shipped');
    expect(inputs()[1]).toMatchObject([
      { type: 'tool', tool_call_id: 'c1', content: '{"id":"A-1"}', status: 'success' },
    ]);
  });

  it('tells the thread anew what stands when a message is changed', async () => {
    const url = await serve(({ input }) => words(`You sent ${input.messages.length}`));
    const { widget } = openPage(langGraph(url));
    await widget().conversation.send({ message: 'First' });
    await widget().conversation.send({ message: 'Second' });
    const second = widget().conversation.getState().messages[2]?.id ?? '';
    await widget().messages.edit(second, 'Changed');
    expect(inputs()[2]).toMatchObject([
      { type: 'remove', id: '__remove_all__' },
      { type: 'human', content: 'First' },
      { type: 'ai', content: 'You sent 1' },
      { type: 'human', content: 'Changed' },
    ]);
  });

  it('ends in a failure with the words of the graph', async () => {
    const url = await serve(() => [...words('Partly'), ['error', { error: 'GraphError', message: 'No model' }]]);
    const { widget, newest } = openPage(langGraph(url));
    await expect(widget().conversation.send({ message: 'Hello' })).rejects.toMatchObject({ message: 'No model' });
    expect(newest()).toMatchObject({ text: 'Partly', failure: { message: 'No model' } });
  });

  it('goes on with a run after a reload, behind the last event that was seen', async () => {
    const url = await serve(() => words('one two three four five six'), 60);
    const page = openPage(langGraph(url, { resume: true }));
    page
      .widget()
      .conversation.send({ message: 'Count' })
      .catch(() => undefined);
    await until(() => {
      expect(page.liveText()).toContain('one two');
    });
    page.reload();
    await until(() => {
      expect(page.texts()).toEqual(['user: Count', 'bot: one two three four five six']);
    });
    const [, resumed] = backend.requests;
    expect(resumed).toMatchObject({ method: 'GET' });
    expect(Number(resumed?.headers['last-event-id'])).toBeGreaterThan(0);
  });

  it('ends at the server when the visitor stops it', async () => {
    const url = await serve(() => words('word '.repeat(500)));
    const { widget, liveText, newest } = openPage(langGraph(url));
    widget()
      .conversation.send({ message: 'Talk' })
      .catch(() => undefined);
    await until(() => {
      expect(liveText()).toContain('word');
    });
    await widget().conversation.stop();
    expect(newest()).toMatchObject({ end: 'abort' });
    await until(() => {
      expect(backend.requests[0]?.signal.aborted).toBe(true);
    });
  });
});
