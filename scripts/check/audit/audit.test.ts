import { describe, expect, it } from 'vitest';
import {
  ACCEPT,
  acceptAdvisory,
  acceptPackages,
  findBelowFloor,
  findNew,
  judge,
  readLocked,
  readReviewed,
} from './reviewed.mjs';

const locked = readLocked();
const reviewed = readReviewed() as {
  readonly floors: readonly { readonly package: string }[];
  readonly reviews: readonly unknown[];
  readonly packages: Readonly<Record<string, Readonly<Record<string, number>>>>;
};
const added = { name: 'left-pad', version: '1.3.0' };
const advisory = (severity: string) => ({
  severity,
  module_name: 'marked',
  title: 'Endless loop',
  github_advisory_id: 'GHSA-aaaa-bbbb-cccc',
  url: 'https://example.com',
  patched_versions: '>=99',
});
const answer = (...severities: string[]) => ({ advisories: severities.map(advisory) });

describe('A901 what was reviewed', () => {
  it('has every package of the lock file', () => {
    expect(locked.length).toBeGreaterThan(900);
    expect(findNew(locked, reviewed), `Look at these, then run ${ACCEPT}`).toEqual([]);
  });

  it('gives a reason and a date for each, and has no package that is gone', () => {
    const used = new Set(Object.values(reviewed.packages).flatMap((versions) => Object.values(versions)));
    for (const index of used)
      expect(reviewed.reviews[index]).toEqual({
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: expect.stringMatching(/.{10}/),
      });
    const keys = new Set(locked.map(({ name, version }) => `${name}@${version}`));
    const listed = Object.entries(reviewed.packages).flatMap(([name, versions]) =>
      Object.keys(versions).map((version) => `${name}@${version}`),
    );
    expect(
      listed.filter((key) => !keys.has(key)),
      `These are gone: run ${ACCEPT}`,
    ).toEqual([]);
  });

  it('knows floors of packages that are there, and none is below', () => {
    expect(reviewed.floors.length).toBeGreaterThan(2);
    for (const { package: name } of reviewed.floors) expect(locked.some((each) => each.name === name)).toBe(true);
    expect(findBelowFloor(locked, reviewed)).toEqual([]);
    expect(findBelowFloor([{ name: 'mermaid', version: '11.9.0' }], reviewed)).toHaveLength(1);
  });
});

describe('A901 npm run audit', () => {
  it('is green without an answer of the registry when everything was reviewed, and says so', () => {
    const { isGood, lines } = judge({ report: undefined, locked, reviewed });
    expect(isGood).toBe(true);
    expect(lines).toEqual([expect.stringContaining('no answer')]);
  });

  it.each([undefined, answer()])('is red for a package that nobody has reviewed (%j)', (report) => {
    const { isGood, lines } = judge({ report, locked: [...locked, added], reviewed });
    expect(isGood).toBe(false);
    expect(lines.join('\n')).toContain(`left-pad@1.3.0. Look at them, then run ${ACCEPT}`);
  });

  it('is red for another version of a package that was reviewed', () => {
    expect(judge({ report: undefined, locked: [{ name: 'marked', version: '99.0.0' }], reviewed }).isGood).toBe(false);
  });

  it('is red for a grave weakness until it is accepted with a reason, and not for a lesser one', () => {
    const of = (report: object, list = reviewed) => judge({ report, locked, reviewed: list }).isGood;
    expect([of(answer('high')), of(answer('critical')), of(answer('low', 'moderate'))]).toEqual([false, false, true]);
    const review = { id: 'GHSA-aaaa-bbbb-cccc', reason: 'Only build scripts use it', date: '2026-11-25' };
    expect(of(answer('high'), acceptAdvisory(reviewed, review))).toBe(true);
  });

  it('takes what is new into the list, leaves older reviews, and forgets what is gone', () => {
    const review = { reason: 'Pads text, has no dependencies', date: '2026-11-26' };
    const next = acceptPackages([...locked.slice(1), added], reviewed, review);
    expect(next.packages['left-pad']).toEqual({ '1.3.0': reviewed.reviews.length });
    expect(next.reviews.at(-1)).toEqual(review);
    const [gone, kept] = locked;
    expect(next.packages[gone?.name ?? '']?.[gone?.version ?? '']).toBeUndefined();
    expect(next.packages[kept?.name ?? '']).toEqual(reviewed.packages[kept?.name ?? '']);
  });
});
