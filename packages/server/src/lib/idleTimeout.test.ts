import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createIdleTimeout } from './idleTimeout';

describe('F109 silence', () => {
  it('is noticed when it has lasted, counted from what was heard last, again and again, until its end', () => {
    const clock = createManualClock();
    const noticed: number[] = [];
    const start = clock.now();
    const silence = createIdleTimeout(clock, 100, () => noticed.push(clock.now() - start));
    clock.advance(60);
    silence.touch();
    clock.advance(60);
    expect(noticed).toEqual([]);
    clock.advance(40);
    clock.advance(100);
    expect(noticed).toEqual([160, 260]);
    silence.end();
    clock.advance(1_000);
    expect(noticed).toHaveLength(2);
  });

  it('can be ended by whoever notices it', () => {
    const clock = createManualClock();
    let count = 0;
    const silence = createIdleTimeout(clock, 10, () => {
      count += 1;
      silence.end();
    });
    for (let step = 0; step < 5; step += 1) clock.advance(10);
    expect(count).toBe(1);
  });
});
