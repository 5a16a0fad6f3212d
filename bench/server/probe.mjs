// Loaded into a server before its own code (`node --import`): tells the bench what the process has used, by the
// process's own account.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the event loop is looked at, in milliseconds; a delay is what comes on top. */
const LOOK_MS = 5;

const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
delays.enable();

process.on('message', (wish) => {
  if (wish === 'begin') delays.reset();
  if (wish === 'collect') for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const delay = (part) => Math.max(0, delays.percentile(part) / 1e6 - LOOK_MS);
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({
    user,
    system,
    loop: { p50: delay(50), p99: delay(99) },
    residentKiB: rss / 1024,
    liveKiB: heapUsed / 1024,
  });
});
// The bench may go; the server must not live for its questions.
process.channel.unref();
