import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { ApiError } from '../lib/apiError';
import { READY_ANSWER_MS } from '../config/deadlines';
import type { AppContext, AppEnv } from '../http/appEnv';
import { readBearer } from '../http/auth/readBearer';

/** Whether the server is ready for traffic, with the state of each dependency. */
export interface Readiness {
  /**
   * `degraded`: visitors are served, but what several processes share is away. Still ready: it is away for all of them
   * at once.
   */
  readonly status: 'ok' | 'degraded' | 'stopping' | 'unavailable';
  readonly database?: 'ok' | 'unavailable';
  /** Absent where there is none. */
  readonly redis?: 'ok' | 'unavailable';
  /** Absent while there is room to write. */
  readonly disk?: 'full';
}

/** What a server stands on; each rejects when it does not answer. */
export interface Grounds {
  readonly database: () => Promise<void>;
  readonly redis?: (() => Promise<void>) | undefined;
  /** Whether what has to be kept finds no room; not to be waited for. */
  readonly isFull?: (() => Promise<boolean>) | undefined;
}

/** Checks all dependencies in parallel, with the timeouts of `deadlines.ts`. */
export async function askGrounds({ database, redis, isFull }: Grounds): Promise<Readiness> {
  let hasRoom = true as boolean;
  // A disk that is merely slow is not full.
  const [isDatabaseUp, shared] = await Promise.all([
    answersInTime(database),
    redis && answersInTime(redis),
    isFull &&
      answersInTime(async () => {
        hasRoom = !(await isFull());
      }),
  ]);
  const isUp = isDatabaseUp === 'ok' && hasRoom;
  return {
    status: isUp ? (shared === 'unavailable' ? 'degraded' : 'ok') : 'unavailable',
    database: isDatabaseUp,
    ...(shared && { redis: shared }),
    ...(hasRoom ? {} : { disk: 'full' }),
  };
}

function answersInTime(ask: () => Promise<void>): Promise<'ok' | 'unavailable'> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, READY_ANSWER_MS, 'unavailable');
    ask()
      .then(
        () => {
          resolve('ok');
        },
        () => {
          resolve('unavailable');
        },
      )
      .finally(() => {
        clearTimeout(timer);
      });
  });
}

/** The sources of the operator's health endpoints. */
export interface HealthOptions {
  isReady: () => Promise<Readiness>;
  /** The counters, as Prometheus reads them. */
  metrics: () => Promise<string>;
  /** Opens `/metrics`; undefined: there is none. */
  metricsToken?: string | undefined;
}

/**
 * Whether the server is alive (`/healthz`), whether it is ready for traffic (`/readyz`), and its counters for
 * Prometheus (`/metrics`).
 */
export function mountHealth(app: Hono<AppEnv>, { isReady, metrics, metricsToken }: HealthOptions): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const readiness = await isReady();
    return context.json(readiness, readiness.status === 'ok' || readiness.status === 'degraded' ? 200 : 503, {
      'Cache-Control': 'no-store',
    });
  });
  if (metricsToken === undefined) return;
  app.get('/metrics', async (context) => {
    requireToken(context, metricsToken);
    return context.text(await metrics(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
}

/** The usage of a widget is its owner's, so the counters are not public. */
function requireToken(context: AppContext, expected: string): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(readBearer(context) ?? ''), digest(expected))) throw new ApiError('NOT_AUTHENTICATED');
}
