import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest } from '../testing/builder';
import { createScriptedModel } from '../testing/scriptedModel';
import { runChecks } from './checks';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('sotto-server checks', () => {
  let test: BuilderTest;
  let folder: string;
  let key: string;
  let botId: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sotto-checks-'));
    const model = createScriptedModel(({ messages }) => {
      const question = messages.at(-1)?.text ?? '';
      return question === 'Away' ? [{ fail: new Error('down') }] : [{ text: `You said: ${question}` }];
    });
    test = await startBuilderTest({ model });
    const ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Helper' });
    const scopes = ['build:read', 'build:write'];
    key = String((await ana.ask('/v1/secret/create', { name: 'ci', scopes })).body['secret']);
  });
  afterAll(async () => {
    await test.server.close(0);
    await rm(folder, { recursive: true });
  });

  const run = async (
    checks: object[],
    args = ['--server', 'http://localhost:3000/'],
    environment = { SOTTO_API_KEY: key },
  ) => {
    const file = join(folder, 'checks.json');
    await writeFile(file, JSON.stringify({ botId, checks }));
    const lines: string[] = [];
    const code = await runChecks([file, ...args], environment, (line) => lines.push(line), {
      fetch: (url, init) => test.server.fetch(new Request(url, init)),
    });
    return { code, lines };
  };
  const check = (name: string, ask: string, contains: string) => ({ name, turns: [{ ask, expect: [{ contains }] }] });

  it('prints each check, and exits with 0 when all pass', async () => {
    expect(await run([check('One', 'Hello', 'hello'), check('Two', 'Bye', 'bye')])).toEqual({
      code: 0,
      lines: ['✓ One', '✓ Two', '2 of 2 checks pass.'],
    });
  });

  it('exits with 1 when one fails, with the reason', async () => {
    expect(await run([check('One', 'Hello', 'hello'), check('Two', 'Bye', 'tea')])).toEqual({
      code: 1,
      lines: ['✓ One', '✗ Two', '    Bye\n      The answer does not contain “tea”.', '1 of 2 checks pass.'],
    });
  });

  it('exits with 2 when it cannot run them, and says why', async () => {
    const away = await run([check('Three', 'Away', 'x')]);
    expect([away.code, away.lines[0]]).toEqual([2, '– Three']);
    expect(away.lines[1]).toMatch(/Not run: \w/);
    const refused = await run([check('One', 'Hello', 'hello')], undefined, { SOTTO_API_KEY: 'sk_wrong' });
    expect(refused.code).toBe(2);
    expect((await run([])).lines.join()).toContain('The file of checks cannot be used.');
    const usage = { code: 2, lines: [expect.stringContaining('Expected: sotto-server checks') as string] };
    expect(await run([], [])).toEqual(usage);
    expect(await run([], ['--servr', 'x'])).toEqual(usage);
    expect(await run([], undefined, { SOTTO_API_KEY: '' })).toEqual(usage);
  });
});
