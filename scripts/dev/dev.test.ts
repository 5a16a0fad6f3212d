import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainEnvironment } from '../machine/plainPath.mjs';
import { runProgram } from '../machine/programs.mjs';
import { root } from '../machine/workspace.mjs';

/** The machine may be busy, and the first start installs and prepares everything. */
const PATIENCE_MS = 300_000;

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-dev-'));
const clone = path.join(folder, 'sotto');
let output = '';
let origin = '';
let stop: () => Promise<void> = () => Promise.resolve();

/** What a browser that wants a page gets. */
async function read(address: string): Promise<string> {
  const answer = await fetch(origin + address, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  expect([address, answer.status], text).toEqual([address, 200]);
  return text;
}

// A copy without anything that is installed, built or made by tests, in which the command has to do with the sources.
beforeAll(async () => {
  const { stdout } = runProgram('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\0').filter((name) => name && existsSync(path.join(root, name))))
    cpSync(path.join(root, file), path.join(clone, file));
  const dev = spawn(process.execPath, ['scripts/run.mjs', 'dev'], {
    cwd: clone,
    env: { ...plainEnvironment(), PORT: '0', PUBLIC_URL: '', SOTTO_DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    dev.once('close', () => {
      resolve();
    });
  });
  stop = () => {
    dev.kill('SIGTERM');
    return ended;
  };
  await new Promise<void>((resolve, reject) => {
    for (const stream of [dev.stdout, dev.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += stripVTControlCharacters(chunk.toString());
        origin = /is ready on (\S+)/.exec(output)?.[1] ?? '';
        if (origin) resolve();
      });
    void ended.then(() => {
      reject(new Error(`npm run dev has ended:\n${output}`));
    });
  });
}, PATIENCE_MS);

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}, PATIENCE_MS);

describe('npm run dev in a clean clone', { timeout: PATIENCE_MS }, () => {
  it('serves a page with the widget, the two parts of the loader, and the frame with its script', async () => {
    expect(await read('/demo')).toContain('/integrations/widget/v2.js');
    expect(await read('/integrations/widget/v2.js')).toContain('v2/source/element.mjs');
    const [element = ''] = /\/@fs[^']+/.exec(await read('/integrations/widget/v2/source/element.mjs')) ?? [];
    expect(await read(element)).toContain('createController');
    const [, script = ''] = /src="(\/src\/[^"]+)"/.exec(await read('/integrations/widget/demo/frame')) ?? [];
    expect(await read(script)).toContain('createWidget');
  });

  it('serves the Hub, and a changed source of it without being started again', async () => {
    expect(await read('/hub')).toContain('<footer class="site-footer">');
    const file = path.join(clone, 'packages/hub-site/src/shell/Footer.tsx');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"site-footer"', '"site-footer is-changed"'));
    await expect
      .poll(() => read('/hub'), { timeout: PATIENCE_MS })
      .toContain('<footer class="site-footer is-changed">');
  });
});
