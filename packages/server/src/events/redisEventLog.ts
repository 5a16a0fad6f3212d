import type { Clock } from '@sotto/widget-core/api';
import type { EventLog } from './eventLog';
import { EVENTS_KEPT_MS } from './memoryEventLog';
import type { RedisLink } from './redisLink';
import { createRedisRuns } from './redisRuns';
import { createRunSubscribers } from './runSubscribers';
import { createRunPublishers, readWriter } from './runPublishers';

/**
 * Event log of several processes.
 *
 * Redis receives an event before any reader, so a reader can continue at another process after any event. The writing
 * process keeps its runs in memory too: its own readers cost Redis nothing, and they continue while Redis is
 * unavailable. When Redis is back, even empty, it receives what it has missed.
 */
export function createRedisEventLog(link: RedisLink, clock: Clock, keptMs: number = EVENTS_KEPT_MS): EventLog {
  const runs = createRedisRuns(link, keptMs);
  const subscribers = createRunSubscribers(runs, link, clock);
  const writers = createRunPublishers(runs, link, clock);
  let isClosed = false;

  return {
    async begin(runId) {
      await writers.share(runId, writers.add(runId));
    },

    async append(runId, events) {
      const writer = writers.get(runId);
      if (!writer) {
        await runs.append(runId, 0, events);
        return;
      }
      if (writer.isOver) return;
      writer.events.add(events);
      await writers.share(runId, writer);
      writer.visible = Math.max(writer.visible, writer.events.length);
      writer.waiters.wake();
    },

    async end(runId, last = []) {
      const writer = writers.get(runId);
      if (!writer) {
        await runs.end(runId, last);
        return;
      }
      if (writer.isOver) return;
      writer.events.add(last);
      writer.isOver = true;
      writer.cancelExpiry = clock.setTimer(() => writers.forget(runId, writer), keptMs);
      await writers.share(runId, writer);
      writer.visible = writer.events.length;
      writer.waiters.wake();
    },

    leave: (runId) => writers.leave(runId),

    async read(runId, after, take) {
      if (isClosed) return undefined;
      const writer = writers.get(runId);
      return writer ? readWriter(writer, after, take) : runs.read(runId, after, take);
    },

    async wait(runId, after, signal) {
      if (isClosed) return;
      const writer = writers.get(runId);
      if (!writer) await subscribers.wait(runId, after, signal);
      else if (!writer.isOver && writer.visible <= after) await writer.waiters.wait(signal);
    },

    async forget(runIds) {
      for (const runId of runIds) {
        const writer = writers.get(runId);
        if (writer?.isOver) writers.forget(runId, writer);
        // Without Redis no other process can read it; once Redis is back, it is kept for at most an hour.
        await runs.forget(runId).catch(() => undefined);
      }
    },

    async close() {
      isClosed = true;
      writers.close();
      await subscribers.close();
    },
  };
}
