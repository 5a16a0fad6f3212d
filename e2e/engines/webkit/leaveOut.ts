import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TestRunner, type RunnerTestCase as Test } from 'vitest';
import { leftOut } from './leftOut';
import { NOT_IN_WEBKIT } from './notInWebKit';

const OUTPUT = join(import.meta.dirname, '..', '..', 'output');

/**
 * Runs the specs in WebKit, and leaves out by name what its drivers cannot play: what a list names, and what asks
 * for something that they cannot do.
 */
// oxlint-disable-next-line import/no-default-export -- the form in which vitest takes a runner
export default class LeavesOut extends TestRunner {
  override async onBeforeRunTask(test: Test): Promise<void> {
    const reason = leftOut.find(
      ({ file, name }) => file === basename(test.file.name, '.spec.ts') && test.name.includes(name),
    )?.reason;
    if (reason !== undefined && test.mode === 'run') {
      Object.assign(test, { mode: 'skip', result: { state: 'skip', note: reason } });
      note(test, reason);
    }
    await super.onBeforeRunTask(test);
  }

  // After the hooks too: they ask for things, and without them afterEach has nothing to close.
  onAfterRetryTask(test: Test): void {
    const { result } = test;
    const words = result?.errors?.map(({ message }) => message).find((message) => message.includes(NOT_IN_WEBKIT));
    if (!result || words === undefined) return;
    const reason = words.slice(words.indexOf(NOT_IN_WEBKIT) + NOT_IN_WEBKIT.length).split('\n')[0] ?? '';
    delete result.errors;
    Object.assign(result, { state: 'skip', pending: true, note: reason });
    note(test, reason);
  }
}

function note(test: Test, reason: string): void {
  mkdirSync(OUTPUT, { recursive: true });
  appendFileSync(
    join(OUTPUT, 'leftOut.jsonl'),
    `${JSON.stringify({ file: basename(test.file.name, '.spec.ts'), name: test.name, reason })}\n`,
  );
}
