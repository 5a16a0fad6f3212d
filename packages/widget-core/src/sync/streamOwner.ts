import { anyAborted } from '../lib/abort';
import type { Locks } from '../lib/environment';

/**
 * Takes turns with the other tabs at the work that only one tab may do: sending and streaming [W-30] (contract 5.5).
 */
export interface StreamOwner {
  /** Asks for a turn. Asking again while waiting or working means one more look, not one more turn. */
  readonly request: () => void;
  /** Asks for a turn and takes it from a tab that hangs. */
  readonly takeOver: () => void;
  readonly isWorking: () => boolean;
  /** Resolves when nothing is asked for any more. */
  readonly idle: () => Promise<void>;
  /** Ends the present turn and takes no new one until `resume`: a page in the back-forward cache may hold no lock. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** What a stream owner takes turns at. */
export interface StreamOwnerOptions {
  readonly locks: Locks;
  readonly lockName: string;
  /** @param signal - aborted when the turn is over before the work is: lost to another tab, paused */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** @see StreamOwner */
export function createStreamOwner({ locks, lockName, work, onError }: StreamOwnerOptions): StreamOwner {
  let isWanted = false;
  let isStealing = false;
  let isPaused = false;
  let isWorking = false;
  let lockRequest: Promise<void> | undefined;
  let waiting = new AbortController();
  let pauses = new AbortController();

  async function takeTurn(): Promise<void> {
    isWanted = false;
    waiting = new AbortController();
    const options = isStealing ? { steal: true } : { signal: waiting.signal };
    isStealing = false;
    const hold = async (lost: AbortSignal): Promise<void> => {
      const { signal, release } = anyAborted([lost, pauses.signal]);
      isWorking = true;
      if (!signal.aborted) await work(signal).catch(onError);
      isWorking = false;
      release();
    };
    // A rejection means that waiting was ended: whoever ended it has asked again where there is something to do.
    await locks.hold(lockName, hold, options).catch(() => undefined);
  }

  function request(): void {
    isWanted = true;
    if (isPaused) return;
    lockRequest ??= (async () => {
      while (isWanted && !isPaused) await takeTurn();
    })().finally(() => {
      lockRequest = undefined;
      if (isWanted && !isPaused) request();
    });
  }

  return {
    request,
    takeOver() {
      if (isWorking) return;
      isStealing = true;
      waiting.abort();
      request();
    },
    isWorking: () => isWorking,
    idle: async () => {
      while (lockRequest) await lockRequest;
    },
    pause() {
      isPaused = true;
      waiting.abort();
      pauses.abort();
    },
    resume() {
      isPaused = false;
      pauses = new AbortController();
      if (isWanted) request();
    },
  };
}
