import { createManualClock } from '../testing/manualClock';
import { eventLogContract } from '../testing/contracts/eventLogContract';
import { createMemoryEventLog, EVENTS_KEPT_MS } from './memoryEventLog';

eventLogContract('memory', () => {
  const clock = createManualClock();
  return { log: createMemoryEventLog(clock), passRetention: () => clock.advance(EVENTS_KEPT_MS) };
});
