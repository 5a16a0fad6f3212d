import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { ApiError } from '../apiError';
import type { Watch } from '../watch/watch';
import type { AppContext, AppEnv } from './appEnv';
import { readBearer } from './readBearer';

/** `degraded`: visitors are served, but what several processes share is away. Still ready: it is away for all of them at once. */
export type Readiness = 'ok' | 'degraded' | 'unavailable';

/** What is told to those who look after the server. */
export interface HealthOptions {
  isReady: () => Promise<Readiness>;
  watch: Watch;
  /** Opens `/metrics`; undefined: there is none. */
  metricsToken?: string | undefined;
}

/** Whether the server lives (`/healthz`), whether it should be sent visitors (`/readyz`), and its counters for Prometheus (`/metrics`). */
export function mountHealth(app: Hono<AppEnv>, { isReady, watch, metricsToken }: HealthOptions): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const status = await isReady().catch(() => 'unavailable' as const);
    return context.json({ status }, status === 'unavailable' ? 503 : 200, { 'Cache-Control': 'no-store' });
  });
  if (metricsToken === undefined) return;
  app.get('/metrics', (context) => {
    requireToken(context, metricsToken);
    return context.text(watch.text(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' });
  });
}

/** What each widget uses is its owner's business, so the counters are not for everybody. */
function requireToken(context: AppContext, expected: string): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(readBearer(context) ?? ''), digest(expected))) throw new ApiError('NOT_AUTHENTICATED');
}
