// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createVisitorsHarness, type VisitorsHarness } from './testing/visitorsHarness';
import { readTexts } from './testing/widgetHarness';

describe('FS-1 what was stored before conversations had a subject', () => {
  /** Makes what is stored look as the version before wrote it. */
  function age({ browser }: VisitorsHarness): void {
    const storage = browser.localStorage.tab();
    for (const [key, raw] of Object.entries(Object.fromEntries(browser.localStorage.entries))) {
      if (!key.endsWith(':session')) continue;
      const entry = JSON.parse(raw) as { value: object };
      storage.setItem(
        key.replace(/~[^:]*/, ''),
        JSON.stringify({ ...entry, value: { ...entry.value, proof: undefined } }),
      );
      if (key.includes('~')) storage.removeItem(key);
    }
    for (const [key, raw] of Object.entries(Object.fromEntries(browser.localStorage.entries))) {
      if (!key.includes('~')) continue;
      storage.setItem(key.replace(/~[^:]*/, ''), raw);
      storage.removeItem(key);
    }
  }

  it('is shown when the server says that it is nobody’s', async () => {
    const test = createVisitorsHarness();
    const before = test.openAs(undefined);
    await test.send(before, 'Anybody');
    before.close();
    age(test);
    const after = test.openAs(undefined);
    expect(readTexts(after)).toEqual([]);
    await test.clock.advance(500);
    expect(readTexts(after)).toEqual(['user: Anybody', 'bot: Anybody']);
  });

  it('is not shown to anybody else than whose it is, and goes on for them', async () => {
    for (const comesFirst of [undefined, 'dave']) {
      const test = createVisitorsHarness();
      const before = test.openAs('carol');
      await test.send(before, 'Mine');
      before.close();
      age(test);
      const other = test.openAs(comesFirst);
      await test.clock.advance(500);
      expect(readTexts(other)).toEqual([]);
      await test.send(other, 'Not hers');
      other.close();
      expect(JSON.stringify(test.stored()).includes('Mine')).toBe(comesFirst !== undefined);
    }
    const test = createVisitorsHarness();
    const before = test.openAs('carol');
    await test.send(before, 'Mine');
    before.close();
    age(test);
    const carol = test.openAs('carol');
    await test.clock.advance(500);
    expect(readTexts(carol)).toEqual(['user: Mine', 'bot: Mine']);
  });
});
