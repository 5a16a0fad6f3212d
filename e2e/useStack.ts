import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchChromium, type LaunchOptions } from './engines/chromium';
import { startHostServer, type HostServer } from './hostPages/hostServer';
import { startStack, type Stack, type StackOptions } from './startStack';

/** The servers that files share: one whose model says what a test tells it to, and the Hub with its seed and its guide. */
const KINDS = {
  scripted: {},
  hub: { guide: true, env: { HUB_SEED: 'on', HUB_PUBLISHING: 'open' } },
} as const satisfies Record<string, StackOptions>;

/** What the files of a worker share. */
interface Shared {
  readonly browsers: Map<string, Promise<Browser>>;
  readonly stacks: Map<keyof typeof KINDS, Promise<Stack>>;
  /** Called at the end of the worker (workerEnd.ts). */
  close(): Promise<void>;
}

declare global {
  var sottoShared: Shared | undefined;
}

const shared: Shared = (globalThis.sottoShared ??= {
  browsers: new Map(),
  stacks: new Map(),
  async close() {
    const all = [...shared.browsers.values(), ...shared.stacks.values()];
    await Promise.allSettled(all.map(async (one) => (await one).close()));
  },
});

/** The browser of this worker that has these options. Contexts that are open in it are closed at the end of the file. */
export async function useBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const key = JSON.stringify(options);
  let browser = await shared.browsers.get(key);
  if (!browser?.isConnected()) {
    const starting = launchChromium('partitioned', options);
    shared.browsers.set(key, starting);
    browser = await starting;
  }
  const used = browser;
  afterAll(async () => {
    await Promise.all(used.contexts().map((context) => context.close()));
  });
  return used;
}

/**
 * Browser and server of this worker, its model as new, and a site for this file alone. Awaited where a file begins.
 *
 * Other files leave visitors, accounts and widgets on the server, so an account has the name of its file in its address.
 * A file that stops its server, changes its settings or counts on an empty database has one of its own (`useOwnStack`).
 */
export async function useStack(
  kind: keyof typeof KINDS = 'scripted',
): Promise<{ browser: Browser; stack: Stack; host: HostServer }> {
  const starting = shared.stacks.get(kind) ?? startStack(KINDS[kind]);
  shared.stacks.set(kind, starting);
  const [browser, stack, host] = await Promise.all([useBrowser(), starting, useHost()]);
  stack.model.reset();
  return { browser, stack, host };
}

/** A server for this file alone. */
export async function useOwnStack(options?: StackOptions): Promise<Stack> {
  const stack = await startStack(options);
  afterAll(() => stack.close());
  return stack;
}

/** A site for this file alone. */
export async function useHost(): Promise<HostServer> {
  const host = await startHostServer();
  afterAll(() => host.close());
  return host;
}
