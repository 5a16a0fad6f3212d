import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readServerConfig } from '../config/serverConfig';
import { callConversation, openSession } from '../testing/browserCalls';
import { bundleProcess, startServerProcess } from '../testing/processes/startServerProcess';
import { readAllSse } from '../testing/readStream';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const WORDS = 'Zwölf Boxkämpfer';

it('FO-16 traces a request, its reply and each call of the model to the collector of the settings, without words', async () => {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      received.push(`${request.url ?? ''} ${body}`);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}`;
  expect(readServerConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracesAs).toBe('sotto');
  // A process of its own: the SDK reads the environment, and is one a process.
  const bundle = await bundleProcess();
  const folder = await mkdtemp(join(tmpdir(), 'sotto-traces-'));
  onTestFinished(async () => {
    collector.close();
    await Promise.all([rm(bundle), rm(folder, { recursive: true })]);
  });
  const server = startServerProcess(bundle, {
    SOTTO_DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'chat',
  });
  const url = await server.ready;
  const session = await openSession(url);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await readAllSse(
    await callConversation(
      url,
      session,
      'complete',
      { text: WORDS },
      { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    ),
  );
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const text = received.join('\n');
  expect(text).toMatch(/^\/v1\/traces /);
  type Spans = {
    resourceSpans: {
      scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] }[];
    }[];
  };
  const spans = received.flatMap((line) =>
    (JSON.parse(line.slice(line.indexOf('{'))) as Spans).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const request = spans.find((span) => span.name === 'request' && span.traceId === traceId);
  const reply = spans.find((span) => span.name === 'reply');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(reply).toMatchObject({ traceId, parentSpanId: request?.spanId });
  const call = spans.find((span) => span.name === 'chat scripted');
  expect(call).toMatchObject({ traceId, parentSpanId: reply?.spanId });
  expect(text).toContain('{"key":"gen_ai.usage.output_tokens","value":{"intValue":5}}');
  expect(text).toContain('"chat"');
  for (const secret of [WORDS, 'You said', session.token]) expect(text).not.toContain(secret);
});
