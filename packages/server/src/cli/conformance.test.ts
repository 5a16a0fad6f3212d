import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkConformance } from '@sotto/widget-core/conformance';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { runCommand } from './runCommand';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

/** Runs the command, and gives what it printed and its exit code. */
async function run(...args: string[]): Promise<{ output: string; code: unknown }> {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  process.exitCode = 0;
  await runCommand(['conformance', ...args], {});
  vi.restoreAllMocks();
  return { output: lines.join(''), code: process.exitCode };
}

describe('sotto-server conformance', () => {
  it('passes our own server whole, also for pages of another site', async () => {
    const url = 'https://chat.example.com';
    const report = await checkConformance({
      url,
      widget: 'demo',
      origin: 'https://shop.example.com',
      fetch: ((address: string, init: RequestInit) =>
        test.call(address.slice(url.length), {
          ...(init.method !== undefined && { method: init.method }),
          headers: init.headers as Record<string, string>,
          ...(typeof init.body === 'string' && { body: JSON.parse(init.body) as unknown }),
        })) as typeof fetch,
    });
    expect(report.checks.filter(({ isOk }) => isOk !== true)).toEqual([]);
    expect(report.isOk).toBe(true);
  });

  it('says what does not fit, and ends with 1', async () => {
    const server = createServer((_request, response) => response.writeHead(200).end('{}'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const { output, code } = await run(`http://127.0.0.1:${String(port)}`, 'demo');
    server.close();
    expect(code).toBe(1);
    expect(output).toContain('FAILED a session: conversation, token and expiry');
    expect(output).toContain('This backend does not conform.');
  });

  it('needs an address and a widget', async () => {
    for (const args of [[], ['https://chat.example.com'], ['no address', 'demo']]) {
      const { output, code } = await run(...args);
      expect([code, output]).toEqual([1, expect.stringContaining('needs an address')]);
    }
  });
});
