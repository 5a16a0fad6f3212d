import type { Hono } from 'hono';
import type { AppEnv } from './appEnv';

/** Whether the server lives (`/healthz`), and whether it should be sent visitors (`/readyz`). */
export function mountHealth(app: Hono<AppEnv>, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const ready = await isReady().catch(() => false);
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
}
