#!/usr/bin/env node
// What npm cannot fetch: the project's own built packages, and @n8n/chat's self-contained bundle without the design
// system it depends on.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, ROOT } from './src/lib/env.mjs';

const N8N_CHAT = '@n8n/chat@1.37.0';

const scope = path.join(ROOT, 'node_modules/@sotto');
rmSync(scope, { recursive: true, force: true });
mkdirSync(scope, { recursive: true });
for (const name of ['widget-core', 'widget-react'])
  symlinkSync(path.join(PROJECT, 'packages', name), path.join(scope, name), 'dir');

const vendor = path.join(ROOT, '.vendor/n8n-chat');
if (!existsSync(path.join(vendor, 'package'))) {
  mkdirSync(vendor, { recursive: true });
  try {
    const file = execFileSync('npm', ['pack', N8N_CHAT, '--silent'], { cwd: vendor, encoding: 'utf8' })
      .trim()
      .split('\n')
      .pop();
    execFileSync('tar', ['xzf', file], { cwd: vendor });
  } catch (error) {
    // The tables say that it is not there; the others are measured.
    console.error(`${N8N_CHAT} could not be fetched: ${String(error.message).split('\n')[0]}`);
  }
}
