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
 * What the processes of an installation share besides the database: streamed events, waiting turns, rate counters and
 * stop requests. In memory for a single process, in Redis or Valkey for several.
 */
export interface MessageBus {
  readonly log: EventLog;
  readonly channels: Channels;
  readonly rates: RateCounter;
  readonly stops: StopCalls;
  readonly live: LiveNotices;
  /** Metrics of each process; undefined if there is only one. */
  readonly readings?: Readings;
  /** False while the shared store cannot be reached: then this process uses its own data only. */
  readonly isWhole: boolean;
  /** Checks the connection to the shared store; undefined if there is none. */
  readonly ping?: () => Promise<void>;
  close(): Promise<void>;
}

/** Message bus of a single process. */
export function createMemoryBus(clock: Clock): MessageBus {
  const log = createMemoryEventLog(clock);
  const live = createMemoryLiveNotices();
  return {
    log,
    live,
    channels: createChannels(clock),
    rates: createMemoryRateCounter(clock),
    // Other processes that use the same database cannot be reached.
    stops: { listen: async () => undefined, send: async () => false },
    isWhole: true,
    async close() {
      live.close();
      await log.close();
    },
  };
}
