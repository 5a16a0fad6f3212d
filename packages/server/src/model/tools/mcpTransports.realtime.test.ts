import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { startMcpWeb, toEvent, type McpRequest, type McpWeb } from '../../testing/mcpWeb';

/** A server may be silent this long, and work this long in all, in milliseconds. */
const ANSWER_MS = 500;
const CALL_MS = 2_500;
const RESULT = { content: [{ type: 'text', text: 'Three left' }] };

let web: McpWeb;
beforeEach(async () => {
  web = await startMcpWeb(systemClock, { answerMs: ANSWER_MS, callMs: CALL_MS });
});
afterEach(() => web.close());

/** Sends events in a rhythm; the result after `times` of them. */
function reportEvery(ms: number, times: number, event: (request: McpRequest, count: number) => string): void {
  web.answer((request, response) => {
    if (request.method !== 'tools/call') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      if (count > times) response.write(toEvent({ id: request.id, result: RESULT }));
      else response.write(event(request, count));
    }, ms);
    response.on('close', () => clearInterval(timer));
    return true;
  });
}

function progress({ params }: McpRequest, count: number): string {
  const { progressToken } = params['_meta'] as { progressToken: string };
  return toEvent({ method: 'notifications/progress', params: { progressToken, progress: count } });
}

describe('BE-23 the time of a call', () => {
  it('goes on while progress comes', async () => {
    reportEvery(200, 6, progress);
    expect(await web.call('stock')).toEqual({ type: 'value', value: 'Three left' });
  });

  it('ends in all, whatever progress comes', async () => {
    reportEvery(200, 1_000, progress);
    const startedAt = Date.now();
    await expect(web.call('stock')).rejects.toThrow();
    expect(Date.now() - startedAt).toBeGreaterThan(ANSWER_MS * 2);
    expect(Date.now() - startedAt).toBeLessThan(CALL_MS + 2 * ANSWER_MS);
  });

  it.each([
    ['signs of life', () => ': still here\n\n'],
    [
      'progress of another call',
      () => toEvent({ method: 'notifications/progress', params: { progressToken: 99, progress: 1 } }),
    ],
  ])('is not prolonged by %s', async (_, event) => {
    reportEvery(100, 1_000, event);
    const startedAt = Date.now();
    await expect(web.call('stock')).rejects.toThrow('timed out');
    expect(Date.now() - startedAt).toBeLessThan(CALL_MS);
  });

  it('is over where the older transport names no endpoint', async () => {
    web.answer((request, response) => {
      if (request.verb === 'POST') response.writeHead(405).end();
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      return true;
    });
    const startedAt = Date.now();
    await expect(web.mcp.listTools(web.server)).rejects.toThrow('does not take requests');
    expect(Date.now() - startedAt).toBeLessThan(CALL_MS);
    expect(web.seen.filter(({ verb }) => verb === 'GET')).toHaveLength(1);
  });
});
