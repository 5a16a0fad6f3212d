import { afterAll, afterEach, beforeAll } from 'vitest';
import { isEverything } from '../everything';
import { startStack, type Stack, type StackOptions } from '../startStack';
import { startFaultProxy, type FaultProxy } from './faultProxy';
import { createVisitor, type Visitor, type VisitorOptions, type VisitorTab } from './visitor';

/** The real server, its model, and a proxy of faults in front of it, for the tests of one file. */
export interface Faults {
  readonly stack: Stack;
  readonly proxy: FaultProxy;
  /** A new visitor with a new browser; their tabs are closed after the test. */
  visit(options?: VisitorOptions): Visitor;
  /** A new visitor and their first tab. */
  arrive(options?: VisitorOptions): Promise<{ visitor: Visitor; page: VisitorTab }>;
  /** Runs something so many times, `atOnce` beside each other. */
  times(count: number, work: (index: number) => Promise<void>, atOnce?: number): Promise<void>;
}

/** How many rounds a test makes: the whole catalogue's number with `npm run faults -- --all`, fewer in CI. */
export function rounds(all: number, fewer: number): number {
  return isEverything ? all : fewer;
}

/** Starts what `Faults` names before the file's tests, and ends it after them. */
export function useFaults(options: StackOptions = {}): Faults {
  let stack!: Stack;
  let proxy!: FaultProxy;
  let visitors = 0;
  const pages: VisitorTab[] = [];
  beforeAll(async () => {
    stack = await startStack(options);
    proxy = await startFaultProxy(stack.origin);
  });
  afterEach(() => {
    stack.model.release();
    for (const page of pages.splice(0)) page.close();
  });
  afterAll(async () => {
    await proxy.close();
    await stack.close();
  });
  const faults: Faults = {
    get stack() {
      return stack;
    },
    get proxy() {
      return proxy;
    },
    visit(visitorOptions) {
      const visitor = createVisitor(proxy, stack.origin, `visitor-${String((visitors += 1))}`, visitorOptions);
      return { ...visitor, openTab: async () => keep(pages, await visitor.openTab()) };
    },
    async arrive(visitorOptions) {
      const visitor = faults.visit(visitorOptions);
      return { visitor, page: await visitor.openTab() };
    },
    async times(count, work, atOnce = 20) {
      let next = 0;
      await Promise.all(
        Array.from({ length: Math.min(atOnce, count) }, async () => {
          while (next < count) await work(next++);
        }),
      );
    },
  };
  return faults;
}

function keep<Value>(list: Value[], value: Value): Value {
  list.push(value);
  return value;
}
