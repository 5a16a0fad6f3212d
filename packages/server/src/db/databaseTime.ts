import { AsyncLocalStorage } from 'node:async_hooks';

/** What is left of the time that a request may wait for the database. Waits at the same moment count once. */
class DatabaseTime {
  #leftMs: number;
  #waits = 0;
  #startedAt = 0;
  /** Whether the request has been answered; its time limit does not apply to work after that. */
  isOver = false;

  constructor(limitMs: number) {
    this.#leftMs = limitMs;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waits > 0 ? performance.now() - this.#startedAt : 0);
  }

  begin(): void {
    if (this.#waits === 0) this.#startedAt = performance.now();
    this.#waits += 1;
  }

  end(): void {
    this.#waits -= 1;
    if (this.#waits === 0) this.#leftMs -= performance.now() - this.#startedAt;
  }
}

const current = new AsyncLocalStorage<DatabaseTime | undefined>();

/**
 * Carries out a request. All its waits for the database together take at most `limitMs` milliseconds, whatever each may
 * take by itself. A request within a request shares the time of the outer one.
 */
export async function withDatabaseTime<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  if (current.getStore()?.isOver === false) return work();
  const time = new DatabaseTime(limitMs);
  try {
    return await begin(time, work);
  } finally {
    time.isOver = true;
  }
}

/** Starts work that has time of its own: it may outlive the request that starts it, as a reply does. */
export function outsideRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  return begin(undefined, work);
}

/** Awaited inside, because a query of Drizzle is sent when it is awaited. */
function begin<Result>(time: DatabaseTime | undefined, work: () => Promise<Result>): Promise<Result> {
  return current.run(time, async () => await work());
}

/**
 * How long a wait of up to `mostMs` milliseconds may take here; 0 or less when the request's time is used up.
 */
export function databaseTimeLeft(mostMs: number): number {
  const time = current.getStore();
  return time === undefined || time.isOver ? mostMs : Math.min(mostMs, Math.floor(time.leftMs));
}

/** Counts a wait for the database until the returned function is called, once. */
export function beginDatabaseWait(): () => void {
  const time = current.getStore();
  time?.begin();
  return () => time?.end();
}
