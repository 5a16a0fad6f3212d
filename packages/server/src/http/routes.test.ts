import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import type { Services } from '../routes/services';
import { createTelemetry } from '../telemetry/telemetry';
import { noTracing } from '../telemetry/tracing';
import { createApp } from '../app/app';

interface Operation {
  readonly parameters: { name: string; in: string }[];
  readonly responses: Record<string, { content?: Record<string, { schema: { properties?: object; $ref?: string } }> }>;
}
type Document = { paths: Record<string, Record<string, Operation>> };

/** Whatever is asked of it, it is that: the table of calls is made without a server behind it. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => 0 : anything),
  apply: () => anything,
});

async function setUp() {
  const watch = createTelemetry({ log: () => undefined, isWhole: () => true });
  const app = createApp({
    services: anything as Services,
    logger: { info: () => undefined, error: () => undefined },
    clock: systemClock,
    watch,
    metrics: async () => '',
    tracing: noTracing,
    version: '1.2.3',
    autoWidgets: {},
    isReady: async () => ({ status: 'ok' }),
    onFailure: () => undefined,
  });
  watch.close();
  const document = (await (await app.request('/v1/openapi.json', {}, {})).json()) as Document;
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = app.routes
    .filter(({ path, method }) => path.startsWith('/v1/') && method !== 'ALL' && !path.endsWith('*'))
    .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  return { app, document, described, mounted: [...new Set(mounted)] };
}

describe('the OpenAPI document', () => {
  it('has every call that is answered, and no other', async () => {
    const { described, mounted } = await setUp();
    const ofItself = ['GET /v1/openapi.json', 'GET /v1/docs'];
    expect(mounted.length).toBeGreaterThan(60);
    expect(mounted.filter((call) => !ofItself.includes(call)).sort()).toEqual([...described].sort());
  });

  it('stands below both prefixes, call by call', async () => {
    const { app, mounted } = await setUp();
    const below = (prefix: string) =>
      app.routes
        .filter(({ path, method }) => path.startsWith(`${prefix}/`) && method !== 'ALL')
        .map(({ path, method }) => `${method} ${path.slice(prefix.length)}`);
    expect(new Set(below('/api/v1'))).toEqual(new Set(below('/v1')));
    expect(below('/v1').length).toBeGreaterThanOrEqual(mounted.length);
  });

  it('has the shape of a failure for every call, with the codes that every call may answer', async () => {
    const { document } = await setUp();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        expect([method, path, Object.keys(responses)]).toEqual([
          method,
          path,
          expect.arrayContaining(['200', '400', '429', '500']),
        ]);
        expect(responses['400']?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  it('lists page by page: each list takes a cursor and a number, and gives items and the next cursor', async () => {
    const { document } = await setUp();
    const lists = Object.entries(document.paths).filter(([path]) => /\/list$/.test(path));
    expect(lists.length).toBeGreaterThan(7);
    for (const [path, { get }] of lists) {
      expect([
        path,
        get?.parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
      ]).toEqual([path, expect.arrayContaining(['cursor', 'take'])]);
      expect([
        path,
        Object.keys(get?.responses['200']?.content?.['application/json']?.schema.properties ?? {}),
      ]).toEqual([path, expect.arrayContaining(['items', 'cursor'])]);
    }
  });

  it('names every id that a path wants', async () => {
    const { document } = await setUp();
    for (const [path, methods] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods))
        expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(wanted);
    }
  });
});
