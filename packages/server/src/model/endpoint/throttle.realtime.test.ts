import { systemClock } from '@sotto/widget-core/api';
import { expect, it } from 'vitest';
import { createThrottle, GATHER_MIN_MS, MEASURE_INTERVAL_MS } from './throttle';

it('how long words gather is measured on this process, whose event loop is late when something blocks it', async () => {
  const pace = createThrottle({ clock: systemClock });
  for (
    const until = performance.now() + 2 * MEASURE_INTERVAL_MS;
    performance.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 0))
  ) {
    for (const blockedUntil = performance.now() + 60; performance.now() < blockedUntil;);
  }
  expect(pace.gatherMs()).toBe(GATHER_MIN_MS);
});
