import { randomUUID } from 'node:crypto';

/** Processes that use a database: work is labelled with a process name, and can be taken over after a crash. */
export interface Processes {
  /** Name of this process; different after each start. */
  readonly self: string;
  /**
   * Whether the process with this name has ended, so that its work is not running any more. False in doubt: a slow or
   * hung process, or one that has just lost its connection, is not taken over.
   */
  isGone(name: string): Promise<boolean>;
  /** Which of these processes have ended. Checking many costs no more than checking one. */
  findGone(names: readonly string[]): Promise<string[]>;
}

/** The single process of an embedded database: all other names are from earlier starts. */
export function soleProcess(): Processes {
  const self = `process_${randomUUID()}`;
  return {
    self,
    isGone: async (name) => name !== self,
    findGone: async (names) => names.filter((name) => name !== self),
  };
}
