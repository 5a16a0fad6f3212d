import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { startMcpWeb, toEvent, type McpWeb } from '../../testing/mcpWeb';

const TOKEN = 'Bearer t0ken';
const METADATA = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource"';
const NOT_NOW = { type: 'error', code: 'FAILED', message: 'This tool cannot be used at the moment' };

let web: McpWeb;
let refusals: string[];
const start = async (headers: Record<string, string>) => {
  refusals = [];
  web = await startMcpWeb(systemClock, { headers, onRefused: (_, reason) => refusals.push(reason) });
};
beforeEach(() => start({ Authorization: TOKEN }));
afterEach(() => web.close());

/** Refuses requests with this method of the protocol. */
function refuse(method: string, status: number, challenge?: string): void {
  web.answer((request, response) => {
    if (method !== '*' && request.method !== method) return false;
    response.writeHead(status, { ...(challenge !== undefined && { 'www-authenticate': challenge }) }).end('No');
    return true;
  });
}

describe('BE-24 what an owner reads of a server that requires a sign-in', () => {
  const without = (): Promise<void> => web.close().then(() => start({}));

  it.each([
    [
      `Bearer ${METADATA}, scope="orders.read"`,
      /requires a sign-in.*with the scope orders\.read.*Authorization: Bearer/,
    ],
    [`Bearer realm="x", ${METADATA}`, /requires a sign-in.*Authorization: Bearer/],
    ['Bearer realm="x"', /requires authentication: check its headers/],
    [
      `Basic realm="Staff, please", Bearer ${METADATA}, scope=orders.read`,
      /requires a sign-in with the scope orders\.read/,
    ],
    [`Negotiate YWJj==, bearer scope="a b",${METADATA}`, /requires a sign-in with the scope a b/],
    [`BEARER realm = "a\\"b" , ${METADATA}`, /requires a sign-in\. /],
    ['Basic realm="Staff", charset="UTF-8", scope="orders.read"', /requires authentication: check its headers/],
    ['Bearer resource_metadata="/.well-known/x"', /requires authentication: check its headers/],
    ['"""", = ,,', /requires authentication: check its headers/],
    [undefined, /requires authentication: check its headers/],
    [`Bearer ${METADATA}, scope="<b>\u00e9</b>"`, /requires a sign-in[^<]*$/],
  ])('without a token: %s', async (challenge, sentence) => {
    await without();
    refuse('initialize', 401, challenge);
    await expect(web.mcp.listTools(web.server)).rejects.toThrow(sentence);
    // Nobody has to fetch what a stranger's server names.
    expect(web.seen.every(({ host }) => host === 'mcp.example.com')).toBe(true);
  });

  it.each([
    [401, 'Bearer error="invalid_token"', /does not accept the token.*may have expired/],
    [401, `Bearer ${METADATA}`, /does not accept the token.*may have expired/],
    [403, 'Bearer error="insufficient_scope", scope="orders.write"', /requires the scope orders\.write$/],
    [403, 'Bearer error="insufficient_scope"', /requires a further scope$/],
    [403, undefined, /refuses this caller/],
  ])('with one: %i %s', async (status, challenge, sentence) => {
    refuse('tools/list', status, challenge);
    await expect(web.mcp.listTools(web.server)).rejects.toThrow(sentence);
    expect(refusals).toEqual([expect.stringMatching(sentence)]);
  });

  it('srv-09 two headers are read like one', async () => {
    await without();
    web.answer((_, response) => {
      response.setHeader('www-authenticate', ['Basic realm="x"', `Bearer ${METADATA}, scope="orders.read"`]);
      response.writeHead(401, { 'content-type': 'text/html' }).end('<!doctype html><h1>Unauthorized</h1>');
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow('requires a sign-in with the scope orders.read');
  });

  it('by the older transport too', async () => {
    web.answer((request, response) => {
      response.writeHead(request.verb === 'POST' ? 405 : 401, { 'www-authenticate': `Bearer ${METADATA}` }).end();
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow('does not accept the token');
  });
});

describe('BE-24 a token that expires', () => {
  it.each([
    [401, 'Bearer error="invalid_token"'],
    [403, 'Bearer error="insufficient_scope", scope="orders.write"'],
    [401, undefined],
  ])('%i: the model reads that the tool cannot be used, and nothing of the token', async (status, challenge) => {
    refuse('tools/call', status, challenge);
    expect(await web.call('stock')).toEqual(NOT_NOW);
    expect(web.seen.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
    expect(refusals).toHaveLength(1);
    expect(refusals.join()).not.toContain('t0ken');
    expect(web.mcp.failureOf(web.server)).toBe(refusals[0]);
    expect(web.mcp.failureOf({ ...web.server, updatedAt: 2 })).toBeUndefined();
  });

  it('works again with the next token', async () => {
    refuse('tools/call', 401);
    await web.call('stock');
    web.answer(() => false);
    expect(await web.call('stock')).toMatchObject({ type: 'value' });
    expect(web.mcp.failureOf(web.server)).toBeUndefined();
  });
});

describe('BE-24 a token goes to its server alone', () => {
  const strangers = () => web.seen.filter(({ host }) => host !== 'mcp.example.com');

  it.each([301, 302, 303, 307, 308])('not where a %i leads', async (status) => {
    web.answer((request, response) => {
      if (request.host !== 'mcp.example.com') return false;
      response.writeHead(status, { location: 'http://evil.example.com/mcp' }).end();
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow('redirects to another address');
    expect(strangers()).toEqual([]);
  });

  it('nor where the stream of the older transport leads', async () => {
    web.answer((request, response) => {
      if (request.host !== 'mcp.example.com') response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      else if (request.verb === 'POST') response.writeHead(405).end();
      else response.writeHead(307, { location: 'http://evil.example.com/mcp' }).end();
      return true;
    });
    await expect(web.mcp.listTools(web.server)).rejects.toThrow();
    expect(strangers()).toEqual([]);
  });

  it('nor in the middle of a session', async () => {
    web.answer((request, response) => {
      if (request.method !== 'tools/call') return false;
      response.writeHead(307, { location: '//evil.example.com/mcp' }).end();
      return true;
    });
    await expect(web.call('stock')).rejects.toThrow();
    expect(strangers()).toEqual([]);
  });

  it('but where a redirect stays with the server', async () => {
    web.answer((request, response) => {
      if (request.path !== '/mcp') return false;
      response.writeHead(308, { location: '/v2/mcp' }).end();
      return true;
    });
    expect(await web.call('stock')).toMatchObject({ type: 'value' });
    const moved = web.seen.filter(({ path }) => path === '/v2/mcp');
    expect(moved.every(({ headers }) => headers.authorization === TOKEN)).toBe(true);
    expect(moved.length).toBeGreaterThan(3);
  });

  it('and every request of the older transport has it', async () => {
    let stream: ServerResponse | undefined;
    web.answer((request, response) => {
      if (request.path === '/mcp' && request.verb === 'POST') response.writeHead(405).end();
      else if (request.path === '/mcp')
        (stream = response.writeHead(200, { 'content-type': 'text/event-stream' })).write(
          'event: endpoint\ndata: /m\n\n',
        );
      else {
        response.writeHead(202).end();
        const result =
          request.method === 'tools/list'
            ? { tools: [] }
            : { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
        if (request.id !== undefined) stream?.write(toEvent({ id: request.id, result }));
      }
      return true;
    });
    await web.mcp.listTools(web.server);
    expect(web.seen.map(({ headers }) => headers.authorization)).toEqual(web.seen.map(() => TOKEN));
  });
});
