import { systemClock, type Clock } from '@sotto/widget-core/api';

/** The clock of the system with other waits, for what happens at intervals: `shorten` gives a wait for each one asked. */
export function createShortenedClock(shorten: (delayMs: number) => number): Clock {
  return { ...systemClock, setTimer: (callback, delayMs) => systemClock.setTimer(callback, shorten(delayMs)) };
}
