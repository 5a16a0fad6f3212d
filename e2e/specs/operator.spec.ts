import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useOwnStack } from '../useStack';

const CLI = fileURLToPath(new URL('../../scripts/dev/serve.mjs', import.meta.url));
const stack = await useOwnStack();

async function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [CLI], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

describe('an operator', () => {
  it('is told in one line how to become the operator, and in one where the server is', () => {
    expect(
      stack
        .output()
        .split('\n')
        .filter((line) => line.includes(stack.origin)),
    ).toEqual([
      expect.stringMatching(/^This server has no operator yet\. Open \S+ and sign in to become it\.$/),
      `Sotto is ready on ${stack.origin}`,
    ]);
  });

  it('cannot start a second process on the same data, and is told why', async () => {
    const { code, output } = await run({ PORT: '0', SOTTO_DATA_DIR: stack.dataDir });
    expect(code).not.toBe(0);
    expect(output).toContain(stack.dataDir);
    expect(output).toMatch(/another|already/i);
    expect((await fetch(`${stack.origin}/readyz`)).ok).toBe(true);
  });

  it('is told which port is taken', async () => {
    const { code, output } = await run({ PORT: new URL(stack.origin).port, SOTTO_DATA_DIR: `${stack.dataDir}-other` });
    expect(code).not.toBe(0);
    expect(output).toContain(new URL(stack.origin).port);
  });

  it('is told which setting is wrong', async () => {
    const { code, output } = await run({ PORT: 'many', SOTTO_DATA_DIR: `${stack.dataDir}-other` });
    expect(code).not.toBe(0);
    expect(output).toContain('PORT');
  });

  it('stops it with SIGTERM, finds the data again, and leaves no lock behind', async () => {
    const json = { 'Content-Type': 'application/json' };
    const created = (await (
      await fetch(`${stack.origin}/v1/integration/widget/demo/session/create`, {
        method: 'POST',
        body: '{}',
        headers: json,
      })
    ).json()) as {
      conversationId: string;
      token: string;
    };
    const headers = { ...json, Authorization: `Bearer ${created.token}` };
    const id = 'm-before-the-restart';
    await fetch(`${stack.origin}/v1/conversation/${created.conversationId}/message/create`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id, type: 'user', text: 'Keep me' }),
    });
    expect(await stack.stop('SIGTERM')).toBe(0);
    expect(existsSync(`${stack.dataDir}.lock`)).toBe(false);
    await stack.start();
    const list = (await (
      await fetch(`${stack.origin}/v1/conversation/${created.conversationId}/message/list`, { headers })
    ).json()) as { items: { text: string }[] };
    expect(list.items.map(({ text }) => text)).toEqual(['Keep me']);
  });
});
