import { randomUUID } from 'node:crypto';

/** Who works with a database: what a process has begun is named after it, and can be taken over once it has crashed. */
export interface Processes {
  /** Names this process in what it begins. Another start has another name. */
  readonly self: string;
  /**
   * Whether the process of that name has ended, so that none of its work is still running.
   *
   * False in doubt: one that is slow, stands still or has just lost its connection is not overtaken.
   */
  isGone(name: string): Promise<boolean>;
  /** The processes among these that have ended. Checking many running ones costs no more than checking one. */
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
