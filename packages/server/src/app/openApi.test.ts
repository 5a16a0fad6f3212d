import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/startTestServer';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close(0));

interface Operation {
  security?: unknown[];
  parameters: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, object>;
}

describe('the OpenAPI document', () => {
  it('has every call with its schemas', async () => {
    const document = (await (await test.call('/v1/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(
      Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
        .sort(),
    ).toEqual(
      expect.arrayContaining([
        'get /v1/conversation/{conversationId}/attachment/list',
        'get /v1/conversation/{conversationId}/attachment/{attachmentId}/download',
        'get /v1/conversation/{conversationId}/complete',
        'get /v1/conversation/{conversationId}/message/list',
        'get /v1/conversation/{conversationId}/speech/{speechId}',
        'get /v1/conversation/{conversationId}/thread/list',
        'get /v1/file/{fileId}/thumbnail/download',
        'get /v1/integration/widget/{integrationId}/config',
        'get /v1/unfurl/image/{hash}',
        'post /v1/channel/{channel}/publish',
        'post /v1/conversation/{conversationId}/abort',
        'post /v1/conversation/{conversationId}/attachment/upload',
        'post /v1/conversation/{conversationId}/complete',
        'post /v1/conversation/{conversationId}/contact/upsert',
        'post /v1/conversation/{conversationId}/message/create',
        'post /v1/conversation/{conversationId}/message/{messageId}/choose',
        'post /v1/conversation/{conversationId}/message/{messageId}/downvote',
        'post /v1/conversation/{conversationId}/message/{messageId}/synthesize',
        'post /v1/conversation/{conversationId}/message/{messageId}/upvote',
        'post /v1/conversation/{conversationId}/thread/{threadId}/open',
        'post /v1/conversation/{conversationId}/unfurl',
        'post /v1/integration/widget/{integrationId}/session/create',
      ]),
    );
    const complete = document.paths['/v1/conversation/{conversationId}/complete']?.['post'];
    expect(Object.keys(complete?.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual(
      expect.arrayContaining(['id', 'text', 'functions', 'language']),
    );
    expect(Object.keys(complete?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '401', '404', '409', '410', '413', '422', '429']),
    );
    const upload = document.paths['/v1/conversation/{conversationId}/attachment/upload']?.['post'];
    expect(Object.keys(upload?.requestBody?.content ?? {})).toEqual(['multipart/form-data', '*/*']);
    expect(Object.keys(upload?.responses ?? {})).toEqual(expect.arrayContaining(['200', '403', '413', '422', '501']));
    const list = document.paths['/v1/conversation/{conversationId}/message/list']?.['get'];
    expect(list?.parameters.map(({ name }) => name)).toEqual(['conversationId', 'cursor', 'take', 'order']);
  });

  it('is found under both prefixes, and the server says that it lives', async () => {
    expect((await test.call('/api/v1/openapi.json')).status).toBe(200);
    expect(await (await test.call('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await test.call('/readyz')).json()).toEqual({ status: 'ok', database: 'ok' });
  });
});
