import type { Clock } from '@sotto/widget-core/api';
import { createMemoryRateCounter, type RateCounter } from './rateCounter';
import { createChannels, type Channels } from './channels';
import type { EventLog } from './eventLog';
import { createMemoryLiveNotices, type LiveNotices } from './liveNotices';
import { createMemoryEventLog } from './memoryEventLog';
import type { Readings } from './readings';

/** A request to stop a reply. */
export interface StopRequest {
  readonly conversationId: string;
  readonly runId: string;
  readonly reason?: string | undefined;
}

/** Sends the stop request for a reply to the process that writes it. */
export interface StopCalls {
  /** Subscribes to the stop requests for this process. */
  listen(owner: string, onStop: (stop: StopRequest) => void): Promise<void>;
  /** @returns false if that process does not receive it: it has crashed, or cannot be reached from here */
  send(owner: string, stop: StopRequest): Promise<boolean>;
}

/**
 * What the processes of one installation share besides the database: streamed events, waiting turns, call counters and
 * stop requests. One process keeps it in memory; several use Redis or Valkey.
 */
export interface MessageBus {
  readonly log: EventLog;
  readonly channels: Channels;
  readonly rates: RateCounter;
  readonly stops: StopCalls;
  readonly live: LiveNotices;
  /** What each process has counted; undefined: this one is the only one. */
  readonly readings?: Readings;
  /** False while what is shared cannot be reached: this process then goes on with what it has itself. */
  readonly isWhole: boolean;
  /** Checks the connection to the shared store; undefined: there is none. */
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
    // Other processes that use the database cannot be reached.
    stops: { listen: async () => undefined, send: async () => false },
    isWhole: true,
    async close() {
      live.close();
      await log.close();
    },
  };
}
