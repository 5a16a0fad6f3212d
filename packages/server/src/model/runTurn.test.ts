import { describe, expect, it, vi } from 'vitest';
import { readReplyEvent, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { activityMessageSchema } from '@sotto/widget-core/api';
import { createRetriever } from '../datasets/retrieve';
import { readDocsFolder } from '../datasets/docsFolder';
import { createManualClock } from '../testing/manualClock';
import { createScriptedModel, type ScriptStep } from '../testing/scriptedModel';
import type { ChatModel } from './chatModel';
import { runTurn, type TurnRequest } from './runTurn';
import type { TurnEvent } from './turnEvents';
import { createClientFunctions, type TurnChannels } from './tools/clientFunctions';
import { createDatasetTool } from './tools/datasetTools';
import type { Tool, ToolContext, ToolResult } from './tools/tool';

const PARAMETERS: JsonObject = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };

function toolOf(
  run: (args: JsonObject, context: ToolContext) => ToolResult | Promise<ToolResult>,
  more: Partial<Tool> = {},
): Tool {
  return {
    name: 'getOrder',
    description: '',
    parameters: PARAMETERS,
    async *run(args, context) {
      yield* [];
      return await run(args, context);
    },
    ...more,
  };
}

function setUp(options: Partial<TurnRequest> = {}, ...scripts: ScriptStep[][]) {
  const clock = createManualClock();
  const model = createScriptedModel(undefined, clock);
  for (const script of scripts) model.next(...script);
  const stop = new AbortController();
  let ids = 0;
  const events = runTurn(
    {
      model,
      messages: [{ role: 'user', text: 'Hi' }],
      tools: [],
      clock,
      createId: (prefix) => `${prefix}_${String((ids += 1))}`,
      ...options,
    },
    stop.signal,
  );
  return { clock, model, stop, events, run: () => collect(events) };
}

async function collect(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const list: TurnEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function finishOf(events: readonly TurnEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'finish') throw new Error('no finish');
  return last.data;
}

function tokensOf(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === 'token' ? event.data.token : '')).join('');
}

function messagesTo(model: ReturnType<typeof createScriptedModel>, request: number): unknown {
  const last = model.requests[request]?.messages.at(-1);
  return last?.role === 'tool' ? JSON.parse(last.text) : last;
}

const CALL: ScriptStep[] = [{ call: 'getOrder', args: { id: 7 } }];

describe('S-12 a turn', () => {
  it('streams text, counts tokens and finishes with what the tokens add up to', async () => {
    const { run } = setUp({}, [{ reasoning: 'Hm' }, { text: 'Hello you', pieceLength: 3 }]);
    const events = await run();
    expect(events.map(({ type }) => type)).toEqual(['reasoningToken', 'token', 'token', 'token', 'usage', 'finish']);
    expect(finishOf(events)).toEqual({ text: 'Hello you', reason: 'stop', tokens: 15, references: [] });
    for (const event of events)
      if (event.type !== 'finish') expect(readReplyEvent(event.type, event.data), event.type).toBeDefined();
  });

  it('runs a tool, tells the model its result, and shows both as activities', async () => {
    const { run, model } = setUp(
      { tools: [toolOf(({ id }) => ({ type: 'value', value: { id: id ?? null, state: 'shipped' } }))] },
      [{ text: 'Let me look.' }, ...CALL],
      [{ text: 'Shipped.' }],
    );
    const events = await run();
    expect(finishOf(events)).toMatchObject({ text: 'Let me look.\n\nShipped.', reason: 'stop', tokens: 30 });
    expect(tokensOf(events)).toBe(finishOf(events).text);
    expect(messagesTo(model, 1)).toEqual({ id: 7, state: 'shipped' });
    const activities = events.flatMap((event) => (event.type === 'message' ? [event.data] : []));
    for (const activity of activities) v.parse(activityMessageSchema, activity);
    expect(activities.map(({ meta }) => meta)).toEqual([
      { activity: { type: 'request', callId: 'call_1', function: { name: 'getOrder', arguments: { id: 7 } } } },
      {
        activity: {
          type: 'response',
          callId: 'call_1',
          function: { name: 'getOrder', arguments: { id: 7 }, result: { id: 7, state: 'shipped' } },
        },
      },
    ]);
  });

  it('sse-15 takes back the text of one answer, and keeps that of earlier ones', async () => {
    const { run, model, clock } = setUp(
      { tools: [toolOf(() => ({ type: 'value', value: 1 }))] },
      [{ text: 'Find it\n' }, { takeBack: true }, { text: 'Let me look.' }, ...CALL],
      [{ text: 'Shipped?\n', pieceLength: 4 }, { takeBack: true }, { text: 'Shipped.' }],
    );
    const events = await run();
    expect(finishOf(events).text).toBe('Let me look.\n\nShipped.');
    expect(events.flatMap((event) => (event.type === 'takeBack' ? [event.data] : []))).toEqual([
      { length: 'Find it\n'.length, startedAt: clock.now() },
      { length: '\n\nShipped?\n'.length, startedAt: clock.now() },
    ]);
    expect(model.requests[1]?.messages.find(({ role }) => role === 'assistant')?.text).toBe('Let me look.');
  });

  it('sse-15 goes on within the text when what it went on with is taken back; nothing behind it is no answer', async () => {
    const earlier = { text: 'It is ', references: [], isWithinText: true };
    const { run } = setUp({ earlier }, [{ text: 'Hm\n' }, { takeBack: true }, { text: '12 euros.' }]);
    expect(finishOf(await run()).text).toBe('It is 12 euros.');
    await expect(setUp({}, [{ text: 'Hm\n' }, { takeBack: true }]).run()).rejects.toThrow('gave no answer');
  });

  it.each([
    ['arguments that are no JSON', '{"id":', 'BAD_REQUEST'],
    ['arguments that are no object', '[7]', 'BAD_REQUEST'],
    ['arguments that do not fit', '{"id":"seven"}', 'BAD_REQUEST'],
    ['arguments that are missing', '{}', 'BAD_REQUEST'],
  ])('tells the model about %s without running the tool', async (_title, text, code) => {
    let runs = 0;
    let callCount = 0;
    const sent: unknown[] = [];
    const model: ChatModel = {
      name: 'm',
      async *reply({ messages }) {
        await Promise.resolve();
        callCount += 1;
        sent.push(messages.at(-1));
        if (callCount === 1) yield { type: 'tool-call', call: { id: 'c', name: 'getOrder', arguments: text } };
        else yield { type: 'text', text: 'Sorry.' };
        yield { type: 'end', reason: callCount === 1 ? 'tool-calls' : 'stop' };
      },
    };
    const tool = toolOf(() => {
      runs += 1;
      return { type: 'value', value: null };
    });
    const events = await setUp({ model, tools: [tool] }).run();
    expect(runs).toBe(0);
    expect(sent[1]).toMatchObject({ role: 'tool', text: expect.stringContaining(code) as string });
    expect(finishOf(events).text).toBe('Sorry.');
  });

  it('tells the model about a tool that throws, without what it threw, and about one that is unknown', async () => {
    const tool = toolOf(() => {
      throw new Error('password=1234');
    });
    const { run, model } = setUp({ tools: [tool] }, CALL, [{ call: 'nothing' }], [{ text: 'Sorry.' }]);
    const events = await run();
    expect(messagesTo(model, 1)).toEqual({ error: { code: 'FAILED', message: 'The tool failed' } });
    expect(messagesTo(model, 2)).toMatchObject({ error: { message: 'There is no tool named nothing' } });
    expect(JSON.stringify(events)).not.toContain('1234');
  });

  it.each([
    ['FAILED', ' A person will answer.'],
    ['BAD_REQUEST', ''],
    ['TIMEOUT', ''],
    ['INTERRUPTED', ''],
    ['DECLINED', ''],
  ])('adds to the reply what is to be read after a tool that failed: %s', async (code, more) => {
    const tool = toolOf(() => ({ type: 'error', code, message: 'No' }), { isExternal: true });
    const afterFailedTool = async () => 'A person will answer.';
    const { run } = setUp({ tools: [tool], afterFailedTool }, CALL, [{ text: 'Sorry.' }]);
    const events = await run();
    expect(finishOf(events).text.replaceAll(/\s+/g, ' ')).toBe(`Sorry.${more}`);
    expect(tokensOf(events)).toBe(finishOf(events).text);
  });

  it('adds nothing to a reply that is cut off or stopped', async () => {
    const asked = vi.fn(async () => 'A person will answer.');
    const tools = [
      toolOf(({ id }) => (id === 7 ? { type: 'error', code: 'FAILED', message: 'No' } : { type: 'abort' })),
    ];
    await setUp({ tools, afterFailedTool: asked }, CALL, [{ text: 'Sor' }, { end: 'length' }]).run();
    await setUp({ tools, afterFailedTool: asked }, CALL, [{ call: 'getOrder', args: { id: 8 } }]).run();
    expect(asked).not.toHaveBeenCalled();
  });

  it('ends after the allowed rounds of tool calls, and after the allowed calls', async () => {
    const tools = [toolOf(() => ({ type: 'value', value: 1 }))];
    const rounds = setUp({ tools, limits: { iterations: 2 } }, CALL, CALL, CALL, [{ text: 'never' }]);
    expect(finishOf(await rounds.run())).toMatchObject({ reason: 'iteration', text: '' });
    expect(rounds.model.requests).toHaveLength(3);
    const standard = setUp({ tools }, ...Array.from({ length: 30 }, () => CALL));
    expect(finishOf(await standard.run()).reason).toBe('iteration');
    expect(standard.model.requests).toHaveLength(21);
    const calls = setUp({ tools, limits: { calls: 1 } }, [...CALL, ...CALL], [{ text: 'never' }]);
    expect(finishOf(await calls.run()).reason).toBe('iteration');
  });

  it('fails with TIMEOUT when the model time is over', async () => {
    const { clock, model, events } = setUp({}, [{ text: 'Hel' }, { hang: true }]);
    await events.next();
    const next = events.next();
    clock.advance(300_000);
    await expect(next).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(model.openCalls).toBe(0);
  });

  it('passes the failure of a model on, and calls silence a failure', async () => {
    await expect(setUp({}, [{ text: 'Hel' }, { fail: new Error('broken') }]).run()).rejects.toThrow('broken');
    await expect(setUp({}, []).run()).rejects.toMatchObject({ code: 'NO_ANSWER' });
    await expect(setUp({}, [{ text: '\n ' }, { text: '\n' }]).run()).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });

  it('ends with abort and the text so far when it is stopped', async () => {
    const { stop, model, events } = setUp({}, [{ text: 'Hel' }, { hang: true }]);
    await events.next();
    const rest = collect(events);
    stop.abort('visitor');
    expect(await rest).toEqual([
      { type: 'abort', data: { reason: 'visitor' } },
      { type: 'finish', data: { text: 'Hel', reason: 'abort', tokens: 0, references: [] } },
    ]);
    expect(model.openCalls).toBe(0);
  });

  it('keeps the sources a model names', async () => {
    const references = [
      { source: 'a.md', url: '/a' },
      { source: 'b.md', url: '/b' },
      { source: 'a.md', url: '/a' },
    ];
    const { run } = setUp({}, [{ references }, { text: 'See [1].' }]);
    expect(finishOf(await run()).references).toEqual([{ source: 'a.md', url: '/a' }]);
  });
});

/** Channels with one answer ready: what the page publishes, or undefined for a page that stays silent. */
function channelsWith(answer: JsonObject | undefined) {
  const waits: { channel: string; timeoutMs: number }[] = [];
  const channels: TurnChannels = {
    open: async () => 'ch_0123456789ABCDEF',
    claim: async (channel) => !channel.startsWith('foreign'),
    wait: (channel, timeoutMs) => {
      waits.push({ channel, timeoutMs });
      return Promise.resolve(answer);
    },
  };
  return { channels, waits };
}

describe('W-40 functions of the page', () => {
  const getOrder = { description: 'The order', parameters: {} };
  const turnWith = (
    answer: JsonObject | undefined,
    definition: Parameters<typeof createClientFunctions>[0][string] = getOrder,
    canWait = true,
  ) => {
    const { channels, waits } = channelsWith(answer);
    const tools = createClientFunctions({ getOrder: definition }, { channels, canWait });
    return { ...setUp({ tools }, CALL, [{ text: 'Done.' }]), waits };
  };

  it('wait on a channel, and the answer reaches the model', async () => {
    const { run, model, waits } = turnWith({ value: { state: 'shipped' } });
    const events = await run();
    expect(events.filter(({ type }) => type.startsWith('wait'))).toEqual([
      {
        type: 'waitForChannelMessageBegin',
        data: {
          channel: 'ch_0123456789ABCDEF',
          function: { name: 'getOrder', args: { id: 7 } },
          callId: 'call_1',
          timeoutMs: 60_000,
        },
      },
      { type: 'waitForChannelMessageEnd', data: { channel: 'ch_0123456789ABCDEF', callId: 'call_1', ok: true } },
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      'usage',
      'toolBegin',
      'message',
      'waitForChannelMessageBegin',
      'waitForChannelMessageEnd',
      'message',
      'toolEnd',
      'token',
      'usage',
      'finish',
    ]);
    expect(messagesTo(model, 1)).toEqual({ state: 'shipped' });
    expect(waits[0]?.timeoutMs).toBe(60_000);
  });

  it.each([
    [
      'an error',
      { error: { code: 'DECLINED', message: 'The visitor declined' } },
      { error: { code: 'DECLINED', message: 'The visitor declined' } },
      false,
    ],
    ['silence', undefined, { error: { code: 'TIMEOUT', message: 'The page did not answer in time' } }, false],
    ['an object of its own', { state: 'shipped' }, { state: 'shipped' }, true],
    ['nothing', { value: null }, null, true],
  ])('answer with %s', async (_title, answer, sent, ok) => {
    const { run, model } = turnWith(answer);
    const events = await run();
    expect(messagesTo(model, 1)).toEqual(sent);
    expect(events.find(({ type }) => type === 'waitForChannelMessageEnd')?.data).toMatchObject({ ok });
    expect(finishOf(events).text).toBe('Done.');
  });

  it('may end the turn without more text', async () => {
    const { run, model } = turnWith({ abort: true, reason: 'navigated' });
    const events = await run();
    expect(events.at(-2)).toEqual({ type: 'abort', data: { functionName: 'getOrder', reason: 'navigated' } });
    expect(finishOf(events).reason).toBe('abort');
    expect(model.requests).toHaveLength(1);
  });

  it('EN-21: show visitors the title that the page gave them', async () => {
    const { run } = turnWith({ value: 1 }, { ...getOrder, title: 'Looks up your order' });
    const begin = (await run()).find(({ type }) => type === 'toolBegin');
    expect(begin?.data).toMatchObject({ name: 'getOrder', title: 'Looks up your order' });
  });

  it('ask a person for ten minutes when they confirm', async () => {
    const { run, waits } = turnWith({ value: 1 }, { ...getOrder, confirm: 'Show the order?' });
    const begin = (await run()).find(({ type }) => type === 'waitForChannelMessageBegin');
    expect(begin?.data).toMatchObject({ timeoutMs: 600_000, confirm: 'Show the order?' });
    expect(waits[0]?.timeoutMs).toBe(600_000);
  });

  it('with a constant result are answered without a browser', async () => {
    const { run, model, waits } = turnWith(undefined, { ...getOrder, result: { data: [1, 2] } });
    expect((await run()).some(({ type }) => type.startsWith('wait'))).toBe(false);
    expect(messagesTo(model, 1)).toEqual([1, 2]);
    expect(waits).toEqual([]);
  });

  it("use the caller's own channel, never another conversation's", async () => {
    const own = turnWith({ value: 1 }, { ...getOrder, result: { channel: 'own_0123456789ABCDEF' } });
    await own.run();
    expect(own.waits[0]?.channel).toBe('own_0123456789ABCDEF');
    const foreign = turnWith({ value: 1 }, { ...getOrder, result: { channel: 'foreign_0123456789AB' } });
    await foreign.run();
    expect(foreign.waits).toEqual([]);
    expect(messagesTo(foreign.model, 1)).toMatchObject({ error: { code: 'FAILED' } });
  });

  it('end the turn with the channel to answer on when the caller cannot wait', async () => {
    const { run } = turnWith(undefined, getOrder, false);
    const events = await run();
    expect(finishOf(events).reason).toBe('activity');
    expect(events.at(-2)).toMatchObject({
      type: 'message',
      data: { meta: { activity: { type: 'request', channel: 'ch_0123456789ABCDEF' } } },
    });
  });

  it('take as long as a person needs: that is no model time', async () => {
    const channels: TurnChannels = {
      open: async () => 'ch_0123456789ABCDEF',
      claim: async () => true,
      wait: () => {
        turn.clock.advance(500_000);
        return Promise.resolve({ value: 1 });
      },
    };
    const turn = setUp(
      { tools: createClientFunctions({ getOrder: { ...getOrder, confirm: true } }, { channels }) },
      CALL,
      [{ text: 'Done.' }],
    );
    expect(finishOf(await turn.run()).text).toBe('Done.');
  });
});

describe('H-16 the search tool of a language model', () => {
  const FIXTURE = new URL('../datasets/testing/docs', import.meta.url).pathname;
  const search = (query: string): ScriptStep[] => [{ call: 'search_documents', args: { query } }];

  it('gives numbered passages under the sentence of the specification, and references with the same numbers', async () => {
    const retriever = createRetriever(await readDocsFolder(FIXTURE, '/docs'));
    const { run, model } = setUp(
      { tools: [createDatasetTool({ search: (query) => retriever.search(query) })] },
      search('nginx proxy'),
      search('health'),
      [{ text: 'Use nginx [1].' }],
    );
    const events = await run();
    expect(messagesTo(model, 1)).toMatchObject({
      result:
        'Based on the query "nginx proxy", the information presented below has been carefully selected for its relevance.',
      passages: [{ number: 1, title: 'For operators › Behind a proxy' }],
    });
    expect(finishOf(events).references).toEqual([
      {
        source: 'guides/operator.md',
        title: 'For operators › Behind a proxy',
        url: '/docs/guides/operator#behind-a-proxy',
      },
    ]);
  });

  it('says when it found nothing', async () => {
    const retriever = createRetriever(await readDocsFolder(FIXTURE, '/docs'));
    const { run, model } = setUp(
      { tools: [createDatasetTool({ search: (query) => retriever.search(query) })] },
      search('pancakes'),
      [{ text: 'Sorry.' }],
    );
    expect(finishOf(await run()).references).toEqual([]);
    expect(messagesTo(model, 1)).toEqual({
      result: 'Unable to locate information directly related to "pancakes".',
      passages: [],
    });
  });
});
