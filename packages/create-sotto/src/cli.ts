#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { runCreate } from './runCreate';

/** Asks at the terminal. Ctrl-C and Ctrl-D end the command. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => {
    terminal.close();
  });
  const closed = new Promise<never>(() => {
    terminal.once('close', () => {
      if (!isAnswered) process.exit(130);
    });
  });
  let isAnswered = false;
  const answer = await Promise.race([terminal.question(question), closed]);
  isAnswered = true;
  terminal.close();
  return answer;
}

process.exitCode = await runCreate(process.argv.slice(2), {
  cwd: process.cwd(),
  templates: fileURLToPath(new URL('./templates', import.meta.url)),
  userAgent: process.env['npm_config_user_agent'],
  ask: process.stdin.isTTY ? ask : undefined,
  out: (text) => {
    process.stdout.write(`${text}\n`);
  },
  complain: (text) => {
    process.stderr.write(`${text}\n`);
  },
});
