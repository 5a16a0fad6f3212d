import { randomUUID } from 'node:crypto';

/** Who works with a database: what a process has begun is named after it, and can be taken over once it has died. */
export interface Processes {
  /** Names this process in what it begins. Another start has another name. */
  readonly self: string;
  /**
   * Whether the process of that name has died, so that nothing it has begun goes on.
   *
   * False in doubt: one that is slow, stands still or has just lost its connection is not overtaken.
   */
  isGone(name: string): Promise<boolean>;
  /** Those of these processes that have died. To ask about many that live costs no more than to ask about one. */
  findGone(names: readonly string[]): Promise<string[]>;
}

/** The one process that can use an embedded database: every other name is that of an earlier one. */
export function soleProcess(): Processes {
  const self = `process_${randomUUID()}`;
  return {
    self,
    isGone: async (name) => name !== self,
    findGone: async (names) => names.filter((name) => name !== self),
  };
}
