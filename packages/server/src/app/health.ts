import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { ApiError } from '../lib/apiError';
import { READY_ANSWER_MS } from '../config/deadlines';
import type { AppContext, AppEnv } from '../http/appEnv';
import { readBearer } from '../http/auth/readBearer';

/** Whether the server is ready for traffic, with the state of each dependency. */
export interface Readiness {
  /**
   * `degraded`: visitors are served, but the service shared by several processes is unavailable. The server stays
   * ready, because it is unavailable for all processes at once.
   */
  readonly status: 'ok' | 'degraded' | 'stopping' | 'unavailable';
  readonly database?: 'ok' | 'unavailable';
  /** Absent without Redis. */
  readonly redis?: 'ok' | 'unavailable';
  /** Absent while there is disk space. */
  readonly disk?: 'full';
}

/** The dependencies to check; each rejects if it does not answer. */
export interface Grounds {
  readonly database: () => Promise<void>;
  readonly redis?: (() => Promise<void>) | undefined;
  /** Whether there is no disk space left; does not wait for a check. */
  readonly isFull?: (() => Promise<boolean>) | undefined;
}

/** Checks all dependencies in parallel, with the timeouts of `deadlines.ts`. */
export async function askGrounds({ database, redis, isFull }: Grounds): Promise<Readiness> {
  let hasRoom = true as boolean;
  // A slow disk is not a full one.
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
  /** The metrics in the format of Prometheus. */
  metrics: () => Promise<string>;
  /** The token for `/metrics`; undefined if it does not exist. */
  metricsToken?: string | undefined;
}

/** Liveness (`/healthz`), readiness (`/readyz`) and metrics for Prometheus (`/metrics`). */
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

/** Metrics are not public: they include the usage of each widget. */
function requireToken(context: AppContext, expected: string): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(readBearer(context) ?? ''), digest(expected))) throw new ApiError('NOT_AUTHENTICATED');
}
