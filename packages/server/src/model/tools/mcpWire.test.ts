import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { answerTo, respond, startMcpWeb, toEvent, type McpRequest, type McpWeb } from '../../testing/mcpWeb';

const THREE_LEFT = { type: 'value', value: 'Three left' };
const RESULT = { content: [{ type: 'text', text: 'Three left' }] };

let web: McpWeb;
beforeEach(async () => {
  web = await startMcpWeb(systemClock);
});
afterEach(() => web.close());

const calls = () => web.seen.filter(({ method }) => method === 'tools/call').length;

describe('BE-23 results without a text', () => {
  it.each([
    [{ structuredContent: { left: 3 } }, { left: 3 }],
    [{ structuredContent: { left: 3 }, content: null }, { left: 3 }],
    [{ structuredContent: [1, 2], content: [] }, [1, 2]],
    [{ structuredContent: null, ...RESULT }, 'Three left'],
    [{ isError: null, ...RESULT }, 'Three left'],
    [{ content: 'Three left' }, 'Three left'],
    [{ content: { type: 'text', text: 'Three left' } }, 'Three left'],
    [{ content: ['Three', 'left'] }, 'Three\n\nleft'],
    [{ content: [{ type: 'text', text: 'Three left', annotations: null, _meta: null }] }, 'Three left'],
    [{ content: [{ type: 'json', json: { left: 3 } }] }, '{"type":"json","json":{"left":3}}'],
    [{ content: [{ type: 'resource', resource: { text: 'Inside' } }] }, 'Inside'],
    [{ content: [{ type: 'video', mimeType: 'video/mp4', data: 'AAAA' }] }, '[video/mp4, not a text]'],
    [{ content: [] }, 'The tool has ended and gave no text'],
    [{}, 'The tool has ended and gave no text'],
  ])('srv-07 are read as far as they can be: %j', async (result, value) => {
    web.answer(answerTo('tools/call', () => result));
    expect(await web.call('stock')).toEqual({ type: 'value', value });
  });

  it.each([
    [{ content: [], isError: true }, 'The tool failed and gave no reason'],
    [{ isError: true }, 'The tool failed and gave no reason'],
    [{ isError: true, content: [{ type: 'text', text: '' }] }, 'The tool failed and gave no reason'],
    [{ isError: true, structuredContent: { code: 7 } }, '{"code":7}'],
  ])('srv-07 a failure has a reason: %j', async (result, message) => {
    web.answer(answerTo('tools/call', () => result));
    expect(await web.call('stock')).toEqual({ type: 'error', code: 'FAILED', message });
  });

  it.each([
    [[{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], '[image/png, not a text]'],
    [[{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], '[audio/wav, not a text]'],
    [[{ type: 'resource_link', uri: 'https://a.example/x', name: 'Report' }], 'Report: https://a.example/x'],
    [[{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'Inside' } }], 'Inside'],
    [[{ type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAAA' } }], 'file:///a.bin'],
  ])('%j', async (content, value) => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      respond(response, request, { content });
      return true;
    });
    expect(await web.call('stock')).toEqual({ type: 'value', value });
  });
});

describe('srv-07 answers in other forms than the protocol has', () => {
  const ok = ({ id }: McpRequest) => ({ jsonrpc: '2.0', id, result: RESULT });
  const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } };
  const json = (response: ServerResponse, body: unknown, type = 'application/json'): void => {
    response.writeHead(200, type === '' ? {} : { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const stream = (response: ServerResponse, text: string): void => json(response, text, 'text/event-stream');

  it.each<[string, (request: McpRequest, response: ServerResponse) => void]>([
    ['a charset', (request, response) => json(response, ok(request), 'application/json; charset=utf-8')],
    ['no content type', (request, response) => json(response, ok(request), '')],
    ['another content type', (request, response) => json(response, ok(request), 'text/plain;charset=UTF-8')],
    ['JSON-RPC’s content type', (request, response) => json(response, ok(request), 'application/json-rpc')],
    ['a byte order mark', (request, response) => json(response, `\uFEFF${JSON.stringify(ok(request))}`)],
    ['an error that is null', (request, response) => json(response, { ...ok(request), error: null })],
    ['a member too many', (request, response) => json(response, { ...ok(request), took: 3 })],
    ['no version', (request, response) => json(response, { id: request.id, result: RESULT })],
    ['a text as id', (request, response) => json(response, { ...ok(request), id: String(request.id) })],
    ['no id', (_, response) => json(response, { jsonrpc: '2.0', result: RESULT })],
    ['a batch', (request, response) => json(response, [note, ok(request)])],
    [
      'a batch in an event',
      (request, response) => stream(response, `data: ${JSON.stringify([note, ok(request)])}\n\n`),
    ],
    [
      'an error that is null in an event',
      (request, response) => stream(response, toEvent({ ...ok(request), error: null })),
    ],
    [
      'an event in many lines with CR LF, an id and a rhythm',
      (request, response) =>
        stream(
          response,
          `id: 7\r\nretry: 99999\r\nevent: message\r\ndata: {"jsonrpc":"2.0",\r\ndata: "id":${String(request.id)},` +
            `"result":${JSON.stringify(RESULT)}}\r\n\r\n`,
        ),
    ],
    ['an event with CR', (request, response) => stream(response, `data:${JSON.stringify(ok(request))}\r\r`)],
    ['an event without its end', (request, response) => stream(response, `data: ${JSON.stringify(ok(request))}`)],
    [
      'an event of another name',
      (request, response) => stream(response, `event: result\ndata: ${JSON.stringify(ok(request))}\n\n`),
    ],
    [
      'events that are no messages before it',
      (request, response) =>
        stream(
          response,
          `: ping\n\ndata: hello\n\ndata: [DONE]\n\n${toEvent({ id: 4711, result: {} })}${toEvent(ok(request))}`,
        ),
    ],
    [
      'a list that has changed',
      (request, response) =>
        stream(response, toEvent({ method: 'notifications/tools/list_changed' }) + toEvent(ok(request))),
    ],
  ])('%s', async (_, send) => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      send(request, response);
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
    expect(calls()).toBe(1);
  });

  it('an event that the end of its stream cuts off is sent again, from the last whole one on', async () => {
    let id: number | undefined;
    web.answer((request, response) => {
      if (request.verb === 'GET') {
        expect(request.headers['last-event-id']).toBe('e1');
        stream(response, `id: e2\n${toEvent({ id, result: RESULT })}`);
        return true;
      }
      if (request.method !== 'tools/call') return false;
      id = request.id;
      stream(response, 'id: e1\nretry: 1\ndata: \n\nid: e2\ndata: {"jsonrpc":');
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
  });

  it.each([
    ['202', 202],
    ['204', 204],
    ['200 without a body', 200],
  ])('nothing fails at once: %s', async (_, status) => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(status, { 'content-type': 'application/json' }).end();
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow('The server gave no answer');
  });

  it.each([202, 204, 200, 400, 404, 405, 500])('a notification may be answered %i', async (status) => {
    web.answer((request, response) => {
      if (request.method !== 'notifications/initialized') return false;
      response
        .writeHead(status)
        .end(status === 204 ? undefined : '{"jsonrpc":"2.0","id":null,"error":{"code":-32601}}');
      return true;
    });
    expect(await web.call('stock')).toEqual(THREE_LEFT);
  });

  const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
  it.each([
    ['no name of itself', { ...hello, serverInfo: undefined }],
    ['no version of itself', { ...hello, serverInfo: { name: 's' } }],
    ['no capabilities', { ...hello, capabilities: undefined }],
    ['no tools among them', { ...hello, capabilities: {} }],
    ['capabilities that are null', { ...hello, capabilities: { tools: null, prompts: null }, instructions: null }],
    ['no version of the protocol', { ...hello, protocolVersion: undefined }],
  ])('a server that introduces itself with %s', async (_, result) => {
    web.answer(answerTo('initialize', () => result));
    expect(await web.call('stock')).toEqual(THREE_LEFT);
  });

  it.each(['ping', 'sampling/createMessage', 'elicitation/create', 'roots/list'])(
    'a request of the server in mid-call is answered: %s',
    async (method) => {
      let held: { id: number | undefined; response: ServerResponse } | undefined;
      web.answer((request, response) => {
        if (request.method === 'tools/call') {
          held = { id: request.id, response: response.writeHead(200, { 'content-type': 'text/event-stream' }) };
          response.write(toEvent({ id: 'srv-1', method, params: { messages: [], maxTokens: 5, message: 'Which?' } }));
          return true;
        }
        if (request.method !== '' || request.verb !== 'POST') return false;
        response.writeHead(202).end();
        held?.response.write(toEvent({ id: held.id, result: RESULT }));
        return true;
      });
      expect(await web.call('stock')).toEqual(THREE_LEFT);
    },
  );

  it.each([
    ['tools/list', 200, 'The server answers with an error: Missing API key'],
    ['initialize', 200, 'The server answers with an error: Missing API key'],
    ['initialize', 400, 'The server answered with status 400: Missing API key'],
    ['tools/list', 503, 'The server answered with status 503: Missing API key'],
  ])('its owner reads what the server says: %s %i', async (method, status, sentence) => {
    web.answer((request, response) => {
      if (request.method !== method) return false;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: request.id, error: { code: -32_000, message: 'Missing\nAPI key' } }),
      );
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow(sentence);
  });

  it('the model reads what is wrong with its arguments', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      json(response, { jsonrpc: '2.0', id: request.id, error: { code: -32_602, message: 'No such city' } });
      return true;
    });
    expect(await web.call('stock')).toMatchObject({ type: 'error', message: 'The arguments are wrong: No such city' });
  });
});
