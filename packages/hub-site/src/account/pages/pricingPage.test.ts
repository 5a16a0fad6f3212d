import { describe, expect, it, vi } from 'vitest';
import type { PageRequest } from '../../site/route';
import { pricingRoute } from './pricingPage';

async function buy(returnTo: string, redirectUrl: string) {
  const post = vi.fn(async () => ({ redirectUrl }));
  const request = {
    form: new URLSearchParams({ form: 'checkout', plan: 'basic', returnTo }),
    viewer: {},
    hub: { post },
    cookie: () => undefined,
  } as unknown as PageRequest;
  return { answer: await pricingRoute.act?.(request), post };
}

describe('S-4 to buy a plan', () => {
  it('leads to the provider over a page in between, and within the site at once', async () => {
    expect((await buy('/usage', 'https://pay.example/1')).answer).toMatchObject({
      headers: { Refresh: '0; url=https://pay.example/1' },
    });
    const { answer } = await buy('/usage', '/usage?paid=1');
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get('Location')).toBe('/usage?paid=1');
  });

  it('comes back to a page of this site only', async () => {
    const fieldsOf = async (returnTo: string) => (await buy(returnTo, '/usage')).post.mock.lastCall as unknown[];
    expect((await fieldsOf('/usage'))[2]).toMatchObject({ returnTo: '/usage' });
    expect(JSON.stringify(await fieldsOf('https://evil.example/usage'))).not.toContain('evil.example');
    expect(JSON.stringify(await fieldsOf('//evil.example/usage'))).not.toContain('evil.example');
  });
});
