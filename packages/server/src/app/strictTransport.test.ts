import { describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FS-15 Strict-Transport-Security', () => {
  const paths = [
    '/healthz',
    '/v1/auth/session',
    '/v1/bot/list',
    '/v1/nothing',
    '/integrations/widget/v2.js',
    '/nothing',
  ];
  const headersAt = async (publicUrl?: string): Promise<(string | null)[]> => {
    const test = await startTestServer({ config: { publicUrl } });
    const answers = await Promise.all(paths.map((path) => test.call(path)));
    await test.server.close(0);
    return answers.map(({ headers }) => headers.get('Strict-Transport-Security'));
  };

  it('comes with every answer, failures too, where the configured address is https', async () => {
    expect(new Set(await headersAt('https://chat.example.com'))).toEqual(new Set(['max-age=31536000']));
  });

  it('comes with none on http, and where no address is configured', async () => {
    expect(new Set([...(await headersAt('http://chat.example.com')), ...(await headersAt())])).toEqual(new Set([null]));
  });
});
