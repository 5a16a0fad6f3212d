import { expect, it } from 'vitest';
import { ImportRefused } from './draft';
import { readCurl } from './readCurl';

/** Of 90,000 characters, in milliseconds. */
const READ_MS = 1_000;

it.each(["'", '"a" ', '\\', '$', '\n', '^"', '-H ', "$'\\x", '<a>', '&a=1', '{a}'])(
  'OW-20: a command that repeats %j is read or refused in time',
  (unit) => {
    const begun = performance.now();
    try {
      readCurl(`curl https://a.example/?${unit.repeat(Math.floor(90_000 / unit.length))}`, new Set());
    } catch (error) {
      expect(error).toBeInstanceOf(ImportRefused);
    }
    expect(performance.now() - begun).toBeLessThan(READ_MS);
  },
);
