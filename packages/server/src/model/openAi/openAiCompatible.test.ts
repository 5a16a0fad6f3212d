import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../chatModel';
import {
  cuttingFetch,
  deferred,
  delta,
  KEY,
  REQUEST,
  sse,
  startEndpoint,
  stream,
  textOf,
} from '../testing/fakeEndpoint';

describe('S-12 an OpenAI-compatible endpoint', () => {
  it('is asked at its address, with key, model, messages and tools', async () => {
    let url: string | undefined;
    let authorization: string | undefined;
    const { ask, bodies } = await startEndpoint((_body, response, request) => {
      url = request.url;
      authorization = request.headers.authorization;
      stream(
        response,
        sse(
          delta({ content: 'Hello' }),
          delta({}, 'stop'),
          { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
          '[DONE]',
        ),
      );
    });
    const events = await ask({
      messages: [
        { role: 'system', text: 'Be kind.' },
        { role: 'user', text: 'Hi' },
        { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'get$order', arguments: '{}' }] },
        { role: 'tool', callId: 'c1', name: 'get$order', text: '{"id":1}' },
      ],
      tools: [{ name: 'get$order', description: 'The order', parameters: {} }],
      temperature: 0.2,
    });
    expect([url, authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`]);
    expect(bodies[0]).toEqual({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"id":1}' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'get_order', description: 'The order', parameters: { type: 'object', properties: {} } },
        },
      ],
    });
    expect(events).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'usage', inputTokens: 3, outputTokens: 2 },
      { type: 'end', reason: 'stop' },
    ]);
  });

  it.each([1, 2, 3])(
    'is read correctly wherever the network cuts its bytes, also inside a letter (%i)',
    async (seed) => {
      const text = 'Grüße, 世界 👩‍👩‍👧! Ünïcödé';
      const { ask } = await startEndpoint(
        (_body, response) => {
          stream(response, sse(...[...text].map((content) => delta({ content })), delta({}, 'stop'), '[DONE]'));
        },
        undefined,
        cuttingFetch(seed),
      );
      expect(textOf(await ask())).toBe(text);
    },
  );

  it('may say several words at once: they are one event, and what was said before a failure is said', async () => {
    const { model } = await startEndpoint((_body, response) => {
      stream(
        response,
        sse(
          delta({ content: 'One, ' }),
          delta({ content: 'two' }),
          delta({ reasoning: 'hm' }),
          delta({ content: ', three' }),
          { error: { message: 'broke' } },
        ),
      );
    });
    const modelEvents: ModelEvent[] = [];
    await expect(
      (async () => {
        for await (const event of model.reply(REQUEST, new AbortController().signal)) modelEvents.push(event);
      })(),
    ).rejects.toThrow();
    expect(modelEvents).toEqual([
      { type: 'text', text: 'One, two' },
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: ', three' },
    ]);
  });

  it('puts fragments of tool calls together, also in parallel, and gives names back as they were', async () => {
    const call = (index: number, fields: Record<string, unknown>) => delta({ tool_calls: [{ index, ...fields }] });
    const { ask } = await startEndpoint((_body, response) => {
      stream(
        response,
        sse(
          call(0, { id: 'a', function: { name: 'get_order', arguments: '' } }),
          call(0, { function: { arguments: '{"id":' } }),
          call(1, { id: 'b', function: { name: 'now', arguments: '' } }),
          call(0, { function: { arguments: '7}' } }),
          delta({}, 'tool_calls'),
          '[DONE]',
        ),
      );
    });
    const tools = ['get$order', 'now'].map((name) => ({ name, description: '', parameters: {} }));
    const events = await ask({ ...REQUEST, tools });
    expect(events.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'tool-call', call: { id: 'a', name: 'get$order', arguments: '{"id":7}' } },
      { type: 'tool-call', call: { id: 'b', name: 'now', arguments: '{}' } },
      { type: 'end', reason: 'tool-calls' },
    ]);
  });

  it('may leave out indexes and ids of tool calls', async () => {
    const { ask } = await startEndpoint((_body, response) => {
      stream(
        response,
        sse(
          delta({ tool_calls: [{ id: 'x', function: { name: 'one', arguments: '{}' } }] }),
          delta({ tool_calls: [{ id: 'y', function: { name: 'two', arguments: { a: 1 } } }] }, 'stop'),
        ),
      );
    });
    const calls = (await ask()).flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    expect(calls).toEqual([
      { id: 'x', name: 'one', arguments: '{}' },
      { id: 'y', name: 'two', arguments: '{"a":1}' },
    ]);
  });

  it('may think aloud, in either spelling', async () => {
    const { ask } = await startEndpoint((_body, response) => {
      stream(
        response,
        sse(delta({ reasoning_content: 'Hm' }), delta({ reasoning: ', well' }), delta({ content: 'Yes' }, 'length')),
      );
    });
    expect((await ask()).filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'reasoning', text: 'Hm, well' },
      { type: 'text', text: 'Yes' },
      { type: 'end', reason: 'length' },
    ]);
  });

  it('may ignore stream_options, or not stream at all; tokens are then estimated', async () => {
    const { ask } = await startEndpoint((_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content: 'All at once' }, finish_reason: 'stop' }],
        }),
      );
    });
    expect(await ask()).toEqual([
      { type: 'text', text: 'All at once' },
      { type: 'usage', inputTokens: 1, outputTokens: 3 },
      { type: 'end', reason: 'stop' },
    ]);
  });

  it('may refuse optional fields: they are left out once and for all', async () => {
    const { ask, bodies } = await startEndpoint((body, response) => {
      const refused = ['stream_options', 'temperature'].find((field) => field in body);
      if (refused)
        response.writeHead(400).end(JSON.stringify({ error: { message: `Unsupported parameter: '${refused}'` } }));
      else stream(response, sse(delta({ content: 'Fine' }, 'stop'), '[DONE]'));
    });
    const request = { ...REQUEST, temperature: 0.2 };
    expect(textOf(await ask(request))).toBe('Fine');
    expect(bodies).toHaveLength(3);
    await ask(request);
    expect(bodies).toHaveLength(4);
  });
});

describe('W-25 pictures', () => {
  const REQUEST_WITH_PICTURE = {
    ...REQUEST,
    messages: [
      { role: 'user' as const, isContext: true, text: '> a.png', image: { type: 'image/png', data: 'iVBOR' } },
      { role: 'user' as const, text: 'What is this?' },
    ],
  };

  it('travel in the message that names them', async () => {
    const { ask, bodies } = await startEndpoint((_body, response) => {
      stream(response, sse(delta({ content: 'A shoe' }, 'stop'), '[DONE]'));
    });
    await ask(REQUEST_WITH_PICTURE);
    expect(bodies[0]).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '> a.png' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBOR' } },
          ],
        },
        { role: 'user', content: 'What is this?' },
      ],
    });
  });

  it.each([
    [400, 'This model does not support image inputs'],
    [404, 'No endpoints found that support image input'],
    [500, 'image input is not supported - hint: you may need to provide the mmproj'],
    [422, 'messages[0].content: Input should be a valid string'],
    [400, 'You uploaded an unsupported image'],
    [413, 'Request too large'],
  ])(
    'a model that cannot see, or not this one (%i %s), gets their names; the next picture is tried again',
    async (status, sentence) => {
      const { ask, bodies } = await startEndpoint((body, response) => {
        if (JSON.stringify(body).includes('image_url'))
          response.writeHead(status).end(JSON.stringify({ error: { message: sentence } }));
        else stream(response, sse(delta({ content: 'I cannot see it' }, 'stop'), '[DONE]'));
      });
      expect(textOf(await ask(REQUEST_WITH_PICTURE))).toBe('I cannot see it');
      expect(bodies[1]).toMatchObject({
        messages: [{ role: 'user', content: expect.stringContaining('You cannot see the picture') }, {}],
      });
      await ask(REQUEST_WITH_PICTURE);
      expect(JSON.stringify(bodies[2])).toContain('image_url');
      expect(bodies).toHaveLength(4);
    },
  );

  it('an endpoint that goes on complaining of them fails', async () => {
    const { ask, bodies } = await startEndpoint((_body, response) => {
      if (bodies.length > 5) response.destroy();
      else response.writeHead(400).end('{"error":{"message":"image_url is wrong"}}');
    });
    await expect(ask(REQUEST_WITH_PICTURE)).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(bodies).toHaveLength(2);
  });
});

describe('S-12 stopping', () => {
  it('closes the connection and throws the reason', async () => {
    const { promise: closed, resolve: onClose } = deferred();
    const { model } = await startEndpoint((_body, response, request) => {
      request.socket.on('close', onClose);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(sse(delta({ content: 'Hel' })));
    });
    const stop = new AbortController();
    const reply = model.reply(REQUEST, stop.signal)[Symbol.asyncIterator]();
    await reply.next();
    const next = reply.next();
    stop.abort('enough');
    await expect(next).rejects.toBe('enough');
    await closed;
  });

  it('closes the connection too when the reader simply leaves', async () => {
    const { promise: closed, resolve: onClose } = deferred();
    const { model } = await startEndpoint((_body, response, request) => {
      request.socket.on('close', onClose);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(sse(delta({ content: 'Hel' })));
    });
    for await (const event of model.reply(REQUEST, new AbortController().signal)) {
      if (event.type === 'text') break;
    }
    await expect(closed.then(() => 'closed')).resolves.toBe('closed');
  });
});
