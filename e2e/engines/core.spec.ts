import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { isEverything } from '../everything';
import { useStack } from '../useStack';
import { launchChromium } from './chromium';
import { coreSpecs } from './coreSpecs';
import { launchFirefox } from './firefox';
import type { Engine, People, Person } from './person';
import { createPlaywrightPeople } from './playwrightPeople';
import { createWebKitPeople } from './webkit';

/**
 * Where `e2e/run.mjs` found each engine; it says so when one is missing. `npm test` plays Chromium alone, as its shell,
 * which cannot deny storage.
 */
const ENGINES: Partial<Record<Engine, string | undefined>> = {
  chromium: process.env['CHROMIUM_PATH'],
  ...(isEverything && { firefox: process.env['FIREFOX_PATH'], webkit: process.env['WEBKIT_PATH'] }),
};

const { stack, host } = await useStack();

async function start(engine: Engine, path: string): Promise<People> {
  if (engine === 'webkit') return createWebKitPeople(path);
  return createPlaywrightPeople(engine, (storage) =>
    engine === 'firefox'
      ? launchFirefox(path, storage)
      : launchChromium(storage, { isWhole: isEverything || storage === 'denied' }),
  );
}

describe.each(Object.keys(ENGINES) as Engine[])('in %s', (engine) => {
  const path = ENGINES[engine];
  describe.skipIf(path === undefined || path === '')('everybody', () => {
    let people: People;
    let person: Person | undefined;
    beforeAll(async () => {
      stack.model.reset();
      people = await start(engine, path ?? '');
    });
    afterEach(async () => {
      stack.model.release();
      await person?.close();
      person = undefined;
    });
    afterAll(async () => {
      await people.close();
    });

    for (const { name, storage, leftOut, run } of coreSpecs) {
      const reason = leftOut?.[engine];
      it.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (left out: ${reason})`, async () => {
        person = await people.arrive(storage);
        await run(person, { stack, host });
      });
    }
  });
});
