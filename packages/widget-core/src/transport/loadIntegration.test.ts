import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { loadIntegration } from './loadIntegration';

const integration = {
  integrationId: 'demo',
  version: 1,
  updatedAt: 1,
  config: {},
  allowedOrigins: [],
  imageOrigins: [],
  formOrigins: [],
  languages: [],
  features: { synthesize: false, unfurl: false, upload: false },
  limits: { attachmentMaxBytes: 1, attachmentsPerMessage: 1, textMaxLength: 1 },
};

function setUp(status: number, body: unknown) {
  const requested: string[] = [];
  const fetch = (address: unknown) => {
    requested.push(String(address));
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return { asked: requested, environment: { fetch: fetch as typeof globalThis.fetch, clock: createManualClock() } };
}

describe('W-34 what the server says about a widget', () => {
  it('is read from its public address and checked', async () => {
    const { asked: requested, environment } = setUp(200, integration);
    expect(await loadIntegration('https://chat.example.com/sotto', 'demo', environment)).toEqual(integration);
    expect(requested).toEqual(['https://chat.example.com/sotto/v1/integration/widget/demo/config']);
  });

  it.each(['/', '//', '/integrations/widget/v2.js', '/integrations/widget'])(
    'is read from the server when its address ends with %s',
    async (end) => {
      const { asked, environment } = setUp(200, integration);
      await loadIntegration(`https://chat.example.com/sotto${end}`, 'demo', environment);
      expect(asked).toEqual(['https://chat.example.com/sotto/v1/integration/widget/demo/config']);
    },
  );

  it('names an unknown widget, and an answer of another shape', async () => {
    await expect(
      loadIntegration(
        'https://a.test',
        'x',
        setUp(404, { code: 'NOT_FOUND', message: 'There is no such widget' }).environment,
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(loadIntegration('https://a.test', 'x', setUp(200, { hello: 1 }).environment)).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
    });
  });
});
