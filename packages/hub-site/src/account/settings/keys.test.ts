import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSiteTest, type SiteTest } from '../../testing/visit';
import { accountRoutes } from '../../accountRoutes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('the permissions of an API key', () => {
  let test: SiteTest;
  beforeAll(async () => {
    test = await startSiteTest(accountRoutes);
  });
  afterAll(() => test.server.server.close(0));

  it('are explained where one is chosen, and where it is listed', async () => {
    const ana = await test.person('ana');
    expect((await ana.get('/account')).html).toContain(
      'Read bots, knowledge, abilities, checks and widgets (build:read)',
    );
    const none = await ana.send('/account', { form: 'new', name: 'nothing' });
    expect(none.html).toContain('<a href="#new-scopes">Choose what the key may do.</a>');
    // What was chosen stays: nothing.
    expect(none.html).not.toMatch(/checked="" value="chat"|value="chat" checked=""/);
    await ana.send('/account', { form: 'new', name: 'import', scopes: ['chat', 'build:read'] });
    expect((await ana.get('/account')).html).toContain(
      '>Ask bots questions, as a visitor does. Read bots, knowledge, abilities, checks and widgets.<',
    );
  });
});
