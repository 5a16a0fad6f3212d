import { describe, expect, it } from 'vitest';
import { formatTime } from './formatTime';

describe('VI-48 a moment', () => {
  it.each(['en', 'ar', 'fa', 'de', 'not a language'])('has no place in it where a line may break: %s', (language) => {
    for (const at of [Date.now(), 0, Date.UTC(2026, 10, 27, 22, 15)])
      expect(formatTime(at, language)).not.toMatch(/[ \t\n]/);
  });

  it('has its day, unless it is today', () => {
    expect(formatTime(Date.UTC(2020, 5, 15, 12), 'en')).toContain('2020');
    expect(formatTime(Date.now(), 'en')).not.toMatch(/\d{4}/);
  });
});
