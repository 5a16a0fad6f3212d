import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startHostServer } from '../hostPages/hostServer';
import { startStack } from '../startStack';
import { launchChromium } from './chromium';
import { coreSpecs, type World } from './coreSpecs';
import { launchFirefox } from './firefox';
import type { Engine, People, Person } from './person';
import { createPlaywrightPeople } from './playwrightPeople';
import { createWebKitPeople } from './webkit';

/** Where `e2e/run.mjs` found each engine; it says so when one is missing. */
const ENGINES: Record<Engine, string | undefined> = {
  chromium: process.env['CHROMIUM_PATH'],
  firefox: process.env['FIREFOX_PATH'],
  webkit: process.env['WEBKIT_PATH'],
};

async function start(engine: Engine, path: string): Promise<People> {
  if (engine === 'webkit') return createWebKitPeople(path);
  return createPlaywrightPeople(engine, (storage) =>
    engine === 'firefox' ? launchFirefox(path, storage) : launchChromium(storage, { isWhole: true }),
  );
}

describe.each(Object.keys(ENGINES) as Engine[])('in %s', (engine) => {
  const path = ENGINES[engine];
  describe.skipIf(path === undefined || path === '')('everybody', () => {
    let people: People;
    let world: World;
    let person: Person | undefined;
    beforeAll(async () => {
      const [stack, host] = await Promise.all([startStack(), startHostServer()]);
      world = { stack, host };
      people = await start(engine, path ?? '');
    });
    afterEach(async () => {
      world.stack.model.release();
      await person?.close();
      person = undefined;
    });
    afterAll(async () => {
      await people.close();
      await Promise.all([world.stack.close(), world.host.close()]);
    });

    for (const { name, storage, leftOut, run } of coreSpecs) {
      const reason = leftOut?.[engine];
      it.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (left out: ${reason})`, async () => {
        person = await people.arrive(storage);
        await run(person, world);
      });
    }
  });
});
