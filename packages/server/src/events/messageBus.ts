import type { Clock } from '@sotto/widget-core/api';
import { createMemoryRateCounter, type RateCounter } from './rateCounter';
import { createChannels, type Channels } from './channels';
import type { EventLog } from './eventLog';
import { createMemoryLiveNotices, type LiveNotices } from './liveNotices';
import { createMemoryEventLog } from './memoryEventLog';

/** A wish to end a reply. */
export interface StopRequest {
  readonly conversationId: string;
  readonly runId: string;
  readonly reason?: string | undefined;
}

/** Carries the wish to end a reply to the process that writes it. */
export interface StopCalls {
  /** Hears the wishes meant for this process. */
  listen(owner: string, onStop: (stop: StopRequest) => void): Promise<void>;
  /** @returns false when that process hears nothing: it is dead, or cannot be reached from here */
  send(owner: string, stop: StopRequest): Promise<boolean>;
}

/**
 * What the processes of one installation share besides the database: what has been streamed, who waits for what, how
 * often somebody called, and the wish to stop. One process keeps it in memory; several meet in Redis or Valkey.
 */
export interface MessageBus {
  readonly log: EventLog;
  readonly channels: Channels;
  readonly rates: RateCounter;
  readonly stops: StopCalls;
  readonly live: LiveNotices;
  /** False while what is shared cannot be reached: this process then goes on with what it has itself. */
  readonly isWhole: boolean;
  /** Asks what is shared whether it answers; undefined: nothing is shared. */
  readonly ping?: () => Promise<void>;
  close(): Promise<void>;
}

/** The exchange of a single process. */
export function createMemoryBus(clock: Clock): MessageBus {
  const log = createMemoryEventLog(clock);
  const live = createMemoryLiveNotices();
  return {
    log,
    live,
    channels: createChannels(clock),
    rates: createMemoryRateCounter(clock),
    // Whoever else uses the database cannot be reached.
    stops: { listen: async () => undefined, send: async () => false },
    isWhole: true,
    async close() {
      live.close();
      await log.close();
    },
  };
}
