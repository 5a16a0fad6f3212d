import { parseJson, readReplyEvent, type ReplyEvent } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { LogPage } from './eventLog';
import { createGroupedCalls } from './groupedCalls';
import { redisScript, type RedisLink } from './redisLink';

/** A run that has not been ended within this time, in milliseconds (24 hours), is abandoned. */
const RUNNING_KEPT_MS = 86_400_000;
/** Maximum number of runs per command, because Redis is blocked meanwhile. */
const APPENDS_AT_ONCE = 200;

/**
 * A run is a Redis stream. Entry `0-1` marks its start, `1-n` is event n, `2-0` its end: after that Redis refuses
 * further events, so a writer that was considered dead cannot continue.
 *
 * Scripts return the number of the last event; -1: Redis does not have the run, -2: it has ended. Most writes are
 * text deltas: those of all runs that arrive while Redis is busy are sent in one command.
 */
const LAST_OF = `
local function lastOf(key)
  local entry = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
  if not entry then return -1 end
  local part, number = string.match(entry[1], '(%d+)-(%d+)')
  if part == '2' then return -2 end
  return part == '1' and tonumber(number) or 0
end
`;

/** ARGV: topic, milliseconds to keep, events. Replaces existing events. */
const BEGIN = redisScript(`
redis.call('DEL', KEYS[1])
redis.call('XADD', KEYS[1], '0-1', 'begun', '1')
for i = 3, #ARGV do redis.call('XADD', KEYS[1], '1-' .. (i - 2), 'event', ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[1], #ARGV - 2)
return #ARGV - 2`);

/**
 * Writes several runs. ARGV for each: topic, number of the first event (0: the next one), number of events, events.
 * Existing events are kept, so a repeated write has no effect. Returns a result per run.
 */
const APPEND = redisScript(`${LAST_OF}
local at = 1
local function append(key)
  local topic, first, count = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local from = at + 3
  at = from + count
  local have = lastOf(key)
  if have < 0 then return have end
  if first == 0 then first = have + 1 end
  if first > have + 1 then return -1 end
  for i = 0, count - 1 do
    if first + i > have then
      have = first + i
      redis.call('XADD', key, '1-' .. have, 'event', ARGV[from + i])
    end
  end
  redis.call('PUBLISH', topic, have)
  return have
end
local results = {}
for i, key in ipairs(KEYS) do results[i] = append(key) end
return results`);

/** ARGV: topic, milliseconds to keep, last events. */
const END = redisScript(`${LAST_OF}
local have = lastOf(KEYS[1])
if have < 0 then return have end
for i = 3, #ARGV do
  have = have + 1
  redis.call('XADD', KEYS[1], '1-' .. have, 'event', ARGV[i])
end
redis.call('XADD', KEYS[1], '2-0', 'over', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[1], 'over')
return have`);

/** ARGV: number after which to read, how many. The last entry shows whether it has ended. */
const READ = redisScript(`
local entries = redis.call('XRANGE', KEYS[1], '1-' .. (ARGV[1] + 1), '+', 'COUNT', ARGV[2] + 1)
if #entries == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return false end
return entries`);

/** Only ended runs: deleting a running one would let it start again. */
const FORGET = redisScript(`${LAST_OF}
if lastOf(KEYS[1]) == -2 then redis.call('DEL', KEYS[1]) end
return 0`);

const LAST = redisScript(`${LAST_OF} return lastOf(KEYS[1])`);

const numberSchema = v.number();
const numbersSchema = v.array(v.number());
const entriesSchema = v.nullable(v.array(v.tuple([v.string(), v.tuple([v.string(), v.string()])])));

/** Result of a write. */
export type WriteOutcome = 'written' | 'unknown' | 'over';

interface Append {
  readonly runId: string;
  readonly first: number;
  readonly events: readonly ReplyEvent[];
}

/** Runs in Redis, shared by all processes. */
export interface RedisRuns {
  begin(runId: string, events: readonly ReplyEvent[]): Promise<void>;
  /** @param first - number of the first event; 0 to append */
  append(runId: string, first: number, events: readonly ReplyEvent[]): Promise<WriteOutcome>;
  end(runId: string, last: readonly ReplyEvent[]): Promise<WriteOutcome>;
  read(runId: string, after: number, take: number): Promise<LogPage | undefined>;
  /** Deletes an ended run. */
  forget(runId: string): Promise<void>;
  /** Number of the last event; Infinity if the run has ended or is not stored. */
  last(runId: string): Promise<number>;
  /** Calls back with the number of the last event whenever there are more; Infinity at the end. @returns stops it */
  subscribe(runId: string, listener: (last: number) => void): Promise<() => Promise<void>>;
}

/** @param keptMs - how long an ended run is kept, in milliseconds */
export function createRedisRuns(link: RedisLink, keptMs: number): RedisRuns {
  const key = (runId: string): string => `run:${runId}`;
  const topic = (runId: string): string => link.topic(key(runId));
  const write = (events: readonly ReplyEvent[]): string[] => events.map((event) => JSON.stringify(event));
  const outcome = (last: number): WriteOutcome => (last === -1 ? 'unknown' : last === -2 ? 'over' : 'written');
  const appendPart = async (appends: readonly Append[]): Promise<WriteOutcome[]> => {
    const published = appends.flatMap(({ runId, first, events }) => [
      topic(runId),
      first,
      events.length,
      ...write(events),
    ]);
    const keys = appends.map(({ runId }) => key(runId));
    return v.parse(numbersSchema, await link.run(APPEND, keys, ...published)).map(outcome);
  };
  const append = createGroupedCalls<Append, WriteOutcome>(APPENDS_AT_ONCE, async (appends) => {
    const parts = new Map<number, number[]>();
    for (const [index, { runId }] of appends.entries()) {
      const part = link.partOf(key(runId));
      parts.set(part, [...(parts.get(part) ?? []), index]);
    }
    const outcomes: WriteOutcome[] = [];
    await Promise.all(
      [...parts.values()].map(async (indexes) => {
        const results = await appendPart(indexes.flatMap((index) => appends[index] ?? []));
        for (const [at, index] of indexes.entries()) outcomes[index] = results[at] ?? 'unknown';
      }),
    );
    return outcomes;
  });

  return {
    async begin(runId, events) {
      await link.run(BEGIN, key(runId), topic(runId), RUNNING_KEPT_MS, ...write(events));
    },
    append: (runId, first, events) => append({ runId, first, events }),
    end: async (runId, last) =>
      outcome(v.parse(numberSchema, await link.run(END, key(runId), topic(runId), keptMs, ...write(last)))),
    async read(runId, after, take) {
      const entries = v.parse(entriesSchema, await link.run(READ, key(runId), after, take));
      if (!entries) return undefined;
      const events = entries.slice(0, take).flatMap(([id, [, text]]) => readEntry(id, text));
      return { events, isOver: entries.length <= take && entries.at(-1)?.[0] === '2-0' };
    },
    async forget(runId) {
      await link.run(FORGET, key(runId));
    },
    async last(runId) {
      const last = v.parse(numberSchema, await link.run(LAST, key(runId)));
      return last < 0 ? Infinity : last;
    },
    subscribe: (runId, listener) =>
      link.subscribe(key(runId), (message) => listener(message === 'over' ? Infinity : Number(message))),
  };
}

function readEntry(id: string, text: string): { number: number; event: ReplyEvent }[] {
  const number = /^1-(\d+)$/.exec(id)?.[1];
  if (number === undefined) return [];
  const { type, data } = v.parse(v.object({ type: v.string(), data: v.unknown() }), parseJson(text));
  const event = readReplyEvent(type, data);
  return event ? [{ number: Number(number), event }] : [];
}
