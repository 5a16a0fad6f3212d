import { modelSettingsComplaint } from '../config/modelSettings';
import { describe, expect, it } from 'vitest';
import { createRetriever } from '../datasets/retrieve';
import { createShortenedClock } from '../testing/shortenedClock';
import { collect, delta, REQUEST, sse, startEndpoint, stream, textOf } from './testing/fakeEndpoint';
import { createModel, createModels } from './models';

const retriever = createRetriever([]);

describe('S-12 which model answers', () => {
  it('is the guide without settings, and the endpoint with them', () => {
    expect(createModel({}, { retriever }).name).toBe('guide');
    expect(createModel({ apiKey: 'k', model: 'm' }, { retriever }).name).toBe('m');
    expect(createModel({ baseUrl: 'http://localhost:11434/v1', model: 'm' }, { retriever }).name).toBe('m');
  });

  it.each([
    [{ apiKey: 'k' }, 'OPENAI_MODEL'],
    [{ model: 'm' }, 'OPENAI_API_KEY'],
    [{ baseUrl: 'ftp://x', model: 'm' }, 'OPENAI_BASE_URL'],
    [{ baseUrl: 'x', model: 'm' }, 'OPENAI_BASE_URL'],
  ])('half a configuration is a mistake with a name: %j', (settings, name) => {
    expect(modelSettingsComplaint(settings)).toContain(name);
    expect(() => createModel(settings, { retriever })).toThrow(name);
  });

  it('FO-12 a second model answers in the place of the first; half of its settings is a mistake with a name', async () => {
    const place = (endpoint: { url: string }) => ({ baseUrl: endpoint.url, apiKey: 'k', model: 'm' });
    const [one, two] = [
      await startEndpoint((_body, response) => void response.writeHead(401).end('{}')),
      await startEndpoint((_body, response) => {
        stream(response, sse(delta({ content: 'Hello' }), delta({}, 'stop')));
      }),
    ];
    const models = createModels({ ...place(one), fallbacks: [place(two)] }, { retriever });
    for (const name of [null, 'special'])
      expect(textOf(await collect(models.choose(name).reply(REQUEST, new AbortController().signal)))).toBe('Hello');
    expect([one.bodies.map((body) => body['model']), two.bodies.map((body) => body['model'])]).toEqual([
      ['m', 'special'],
      ['m', 'm'],
    ]);
    expect(modelSettingsComplaint({ ...place(one), fallbacks: [{ apiKey: 'k' }] })).toContain('OPENAI_MODEL_2');
    expect(modelSettingsComplaint({ fallbacks: [place(two)] })).toContain('OPENAI_MODEL is missing');
  });

  it('S-12 waits by the clock of its server before another try', async () => {
    const endpoint = await startEndpoint((_body, response) => {
      if (endpoint.bodies.length === 1) response.writeHead(503).end('{}');
      else stream(response, sse(delta({ content: 'Hello' }), delta({}, 'stop')));
    });
    const waits: number[] = [];
    const clock = createShortenedClock((delayMs) => {
      waits.push(delayMs);
      return delayMs < 1_000 ? 0 : delayMs;
    });
    const models = createModels({ baseUrl: endpoint.url, apiKey: 'k', model: 'm' }, { retriever, clock });
    expect(textOf(await collect(models.choose(null).reply(REQUEST, new AbortController().signal)))).toBe('Hello');
    expect(waits.filter((delayMs) => delayMs < 1_000)).toHaveLength(1);
  });
});
