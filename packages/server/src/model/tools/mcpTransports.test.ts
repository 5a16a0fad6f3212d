import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { deferred } from '../testing/fakeEndpoint';
import { answerTo, respond, startMcpWeb, toEvent, type McpRequest, type McpWeb } from '../../testing/mcpWeb';

const THREE_LEFT = { type: 'value', value: 'Three left' };
const RESULT = { content: [{ type: 'text', text: 'Three left' }] };

let web: McpWeb;
beforeEach(async () => {
  web = await startMcpWeb(systemClock);
});
afterEach(() => web.close());

const calls = () => web.seen.filter(({ method }) => method === 'tools/call').length;

describe('BE-23 an answer in an event stream', () => {
  it('is used when it comes; the stream is closed then', async () => {
    const { promise: closed, resolve: onClose } = deferred();
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('close', onClose);
      response.write(': hello\n\n');
      response.write(toEvent({ method: 'notifications/progress', params: { progressToken: 'x', progress: 1 } }));
      response.write(toEvent({ id: request.id, result: RESULT }));
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    await closed;
  });

  it('may answer every request of the protocol, with a byte order mark and CR LF', async () => {
    web.answer((request, response) => {
      if (request.id === undefined) return false;
      let body = '';
      const memory = { setHeader: () => undefined, end: (text: string) => (body = text) };
      respond(memory as unknown as ServerResponse, request, ordinaryOf(request));
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write(`\uFEFFid: 1\r\ndata: ${body}\r\n\r\n`);
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
  });

  it('fails at once when the stream ends without it, and is not repeated', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow();
    expect(calls()).toBe(1);
  });

  it('is refused beyond a number of bytes, however they come', async () => {
    const { promise: closed, resolve: onClose } = deferred();
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('close', onClose);
      const more = (): void => {
        while (!response.destroyed && response.write(`: ${'x'.repeat(10_000)}\n\n`));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow('The answer is too large');
    await closed;
  });

  it('is resumed where the server closes the connection and has named its events', async () => {
    let id: number | undefined;
    web.answer((request, response) => {
      if (request.verb === 'GET' && request.headers['last-event-id'] === 'e1') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`id: e2\n${toEvent({ id, result: RESULT })}`);
        return true;
      }
      if (request.method !== 'tools/call') return false;
      id = request.id;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: e1\nretry: 1\ndata: \n\n');
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    expect(calls()).toBe(1);
  });
});

describe('BE-23 sessions', () => {
  /** Gives each session a number; `refuse` answers the call of the first one. */
  function forgetful(refuse: (response: ServerResponse) => void): void {
    let sessions = 0;
    let isRefused = false;
    web.answer((request, response) => {
      if (request.method === 'initialize') {
        sessions += 1;
        response.setHeader('mcp-session-id', `s${String(sessions)}`);
      }
      if (request.method !== 'tools/call' || isRefused) return false;
      isRefused = true;
      refuse(response);
      return true;
    });
  }

  it.each([
    ['404', 404, 'Session not found'],
    ['404 without a word', 404, ''],
    ['400', 400, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID"},"id":null}'],
    ['400 of another', 400, 'Invalid or expired Session'],
  ])('a forgotten one is begun anew and the call repeated once: %s', async (_, status, body) => {
    forgetful((response) => response.writeHead(status).end(body));
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    expect(calls()).toBe(2);
    expect(web.seen.at(-1)?.headers['mcp-session-id']).toBe('s3');
  });

  it.each([
    ['always forgotten', 404, 'Session not found', 2],
    ['about something else', 400, 'Bad arguments', 1],
    ['a fault', 500, 'Session store is down', 1],
  ])('one that is refused again fails: %s', async (_, status, body, times) => {
    web.answer((request, response) => {
      if (request.method === 'initialize') response.setHeader('mcp-session-id', 's');
      if (request.method !== 'tools/call') return false;
      response.writeHead(status).end(body);
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow();
    expect(calls()).toBe(times);
  });

  it('a 404 without a session is no forgotten one', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(404).end();
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow();
    expect(calls()).toBe(1);
  });
});

describe('BE-23 lists and versions', () => {
  const tools = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      name: `t${String(from + index)}`,
      inputSchema: { type: 'object' },
    }));

  it('reads all pages of a list', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/list') return false;
      const isSecond = request.params['cursor'] === 'p2';
      respond(response, request, isSecond ? { tools: tools(15, 20) } : { tools: tools(20), nextCursor: 'p2' });
      return true;
    });
    expect((await web.mcp.listTools(web.server)).tools.map(({ name }) => name)).toEqual(
      tools(35).map(({ name }) => name),
    );
  });

  it('BE-20: names each tool that is left out, with the reason, once to the operator', async () => {
    const noted: unknown[] = [];
    const own = await startMcpWeb(systemClock, {
      onLeftOut: (_, leftOut) => noted.push(leftOut),
      refusalOf: ({ name, parameters }) =>
        name === 't1' && parameters['properties'] !== undefined ? 'Invalid schema' : undefined,
    });
    own.answer((request, response) => {
      if (request.method !== 'tools/list') return false;
      const broken = [
        { name: 'g', inputSchema: true },
        { inputSchema: { type: 'object' } },
        { name: 'd', title: 7, inputSchema: { type: 'object' } },
      ];
      respond(response, request, { tools: [...broken, ...tools(42)] });
      return true;
    });
    const first = await own.mcp.listTools(own.server);
    await own.mcp.listTools(own.server);
    await own.close();
    expect(first.tools.map(({ name }) => name)).toEqual(tools(40).map(({ name }) => name));
    expect(first.leftOut.map(({ name }) => name)).toEqual(['g', 'Tool 2', 'd', 't40', 't41', 't1']);
    expect(new Set(first.leftOut.map(({ reason }) => reason)).size).toBe(5);
    expect(first.leftOut.at(-1)?.reason).toBe('The AI model does not accept this tool: Invalid schema');
    expect(noted).toEqual([first.leftOut.slice(0, 5)]);
  });

  it('an endless list ends', async () => {
    let pages = 0;
    web.answer((request, response) => {
      if (request.method !== 'tools/list') return false;
      respond(response, request, { tools: tools(1, pages), nextCursor: `p${String((pages += 1))}` });
      return true;
    });
    await web.mcp.listTools(web.server);
    expect(pages).toBeLessThanOrEqual(200);
  });

  const stock = { name: 'stock', inputSchema: { type: 'object' } };
  it.each<[string, (cursor: unknown) => object, string[], number]>([
    ['a cursor that comes again', () => ({ tools: [stock], nextCursor: 'a' }), ['stock'], 2],
    ['two that take turns', (cursor) => ({ tools: [stock], nextCursor: cursor === 'a' ? 'b' : 'a' }), ['stock'], 3],
    [
      'an empty page',
      (cursor) => (cursor === 'p2' ? { tools: [stock] } : { tools: [], nextCursor: 'p2' }),
      ['stock'],
      2,
    ],
    ['an empty cursor', () => ({ tools: [stock, 7], nextCursor: '' }), ['stock'], 1],
    ['a cursor that is null', () => ({ tools: [stock], nextCursor: null }), ['stock'], 1],
    [
      'a number',
      (cursor) => (cursor === 2 ? { tools: tools(1) } : { tools: [stock], nextCursor: 2 }),
      ['stock', 't0'],
      2,
    ],
    ['the same tool twice', () => ({ tools: [stock, { ...stock, description: 'Other' }, stock] }), ['stock'], 1],
    ['no schema', () => ({ tools: [{ name: 'stock' }, { name: 'b', inputSchema: null }] }), ['stock', 'b'], 1],
    [
      'null for what is not there',
      () => ({ tools: [{ ...stock, title: null, description: null, annotations: null }] }),
      ['stock'],
      1,
    ],
    [
      'a title that is none',
      () => ({ tools: [{ ...stock, annotations: { title: 7 } }, ...tools(1)] }),
      ['stock', 't0'],
      1,
    ],
    ['an output that is no object', () => ({ tools: [{ ...stock, outputSchema: { type: 'array' } }] }), ['stock'], 1],
    ['a name of 201 characters', () => ({ tools: [{ ...stock, name: 'x'.repeat(201) }, stock] }), ['stock'], 1],
    [
      'a name that is no text',
      () => ({ tools: [{ ...stock, name: 'a\0' }, { ...stock, name: 'a\ud800' }, stock] }),
      ['stock'],
      1,
    ],
    [
      'a schema of the length of a book',
      () => ({ tools: [{ name: 'b', inputSchema: { 'x-note': 'x'.repeat(70_000) } }, stock] }),
      ['stock'],
      1,
    ],
  ])('srv-07 a list with %s', async (_, page, names, pages) => {
    web.answer(answerTo('tools/list', ({ params }) => page(params['cursor'])));
    const listed = await web.mcp.listTools(web.server);
    expect(listed.tools.map(({ name }) => name)).toEqual(names);
    expect(web.seen.filter(({ method }) => method === 'tools/list')).toHaveLength(pages);
    expect(JSON.stringify(listed)).not.toMatch(/\\u0000|\\ud800/);
  });

  it('srv-07 a server without the method has no tools', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/list') return false;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: request.id, error: { code: -32_601, message: 'Method not found' } }),
      );
      return true;
    });
    expect(await web.mcp.listTools(web.server)).toEqual({ tools: [], leftOut: [] });
  });

  it.each(['2099-01-01', '1.0'])('srv-07 the version %s is named to its owner', async (protocolVersion) => {
    web.answer(
      answerTo('initialize', () => ({ protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } })),
    );
    await expect(web.mcp.listTools(web.server)).rejects.toThrow(`speaks version ${protocolVersion} of`);
  });

  it.each(['2024-11-05', '2025-03-26', '2025-11-25'])('the version %s is spoken', async (protocolVersion) => {
    web.answer((request, response) => {
      if (request.method !== 'initialize') return false;
      const serverInfo = { name: 'shop', version: '1' };
      respond(response, request, { protocolVersion, capabilities: { tools: {} }, serverInfo });
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    expect(web.seen.at(-1)?.headers['mcp-protocol-version']).toBe(protocolVersion);
  });
});

describe('BE-23 the older transport (HTTP+SSE, 2024-11-05)', () => {
  /** @param endpoint - what the stream names; undefined: a stream without one */
  function older(status: number, endpoint: string | undefined): { streams: ServerResponse[] } {
    const streams: ServerResponse[] = [];
    web.answer((request, response) => {
      if (request.path === '/mcp' && request.verb === 'POST') {
        response.writeHead(status, { allow: 'GET' }).end();
        return true;
      }
      if (request.path === '/mcp') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (endpoint !== undefined) response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
        else response.write(': nothing\n\n');
        streams.push(response);
        return true;
      }
      response.writeHead(202).end('Accepted');
      if (request.id !== undefined) streams.at(-1)?.write(toEvent({ id: request.id, result: ordinaryOf(request) }));
      return true;
    });
    return { streams };
  }

  it.each([
    [405, '/messages?sessionId=1'],
    [404, 'http://mcp.example.com/messages?sessionId=1'],
    [400, 'messages'],
  ])('works where POST answers %i', async (status, endpoint) => {
    const { streams } = older(status, endpoint);
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    await expect.poll(() => streams.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it.each(['http://evil.example.com/messages', 'https://mcp.example.com/messages', '//evil.example.com/x'])(
    'never sends to another origin: %s',
    async (endpoint) => {
      older(405, endpoint);
      await expect(web.mcp.listTools(web.server)).rejects.toThrow();
      expect(web.seen.filter(({ host, path }) => host !== 'mcp.example.com' || path !== '/mcp')).toEqual([]);
    },
  );

  it('a server that speaks neither is described by its first answer', async () => {
    web.answer((_, response) => {
      response.writeHead(405).end();
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow('does not take requests of the Model Context Protocol');
  });
});

function ordinaryOf({ method }: McpRequest): object {
  if (method === 'initialize')
    return { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } };
  return method === 'tools/list' ? { tools: [{ name: 'stock', inputSchema: { type: 'object' } }] } : RESULT;
}
