import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createManualClock } from '../../../../widget-core/src/testing/manualClock';
import { addBrowserFiles, readBrowserFile } from '../../db/queries/browserFileQueries';
import type { ServerOptions } from '../../setup/serverOptions';
import { openTestDatabase, TEST_DATABASE_URL, type TestDatabase } from '../../testing/processes/postgresTest';
import { startTestServer, type TestServer } from '../../testing/startTestServer';
import { openTestPglite } from '../../testing/testDatabase';
import { createFileContents } from './fileAnswer';
import { createReleaseFiles } from './releaseFiles';
import { createWidgetFiles } from './widgetFiles';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 86_400_000;
const PREFIX = '/integrations/widget';
let root: string;
const open: TestServer[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sotto-releases-'));
});
afterEach(() => closeAll());
afterAll(() => rm(root, { recursive: true }));

async function closeAll(): Promise<void> {
  for (const { server } of open.splice(0)) await server.close(0);
}

/** A release as its build leaves it: addresses made of content, and pages that name them. */
async function build(version: string): Promise<{ loader: string; frame: string }> {
  const folder = join(root, `build-${version}`);
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
  const panel = `export const panel = 'panel of ${version}';`;
  const main = `console.log('frame of ${version}');`;
  const [hash, asset] = [hashOf(panel), `main-${hashOf(main)}.js`];
  await mkdir(join(folder, 'loader/dist/v2', hash), { recursive: true });
  await mkdir(join(folder, 'frame/assets'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'loader/package.json'), JSON.stringify({ version })),
    writeFile(join(folder, 'loader/dist/v2.js'), `import(base+"v2/${hash}/element.mjs"); // ${version}`),
    writeFile(join(folder, 'loader/dist/v2', hash, 'element.mjs'), panel),
    writeFile(
      join(folder, 'frame/index.html'),
      `<!doctype html><html lang="en"><head><script type="module" src="./assets/${asset}"></script></head><body><!--sotto-integration--></body></html>`,
    ),
    writeFile(join(folder, 'frame/assets', asset), main),
    writeFile(join(folder, 'frame/assets', `${asset}.map`), '{}'),
    // The same in every release, as a font is.
    writeFile(join(folder, 'frame/assets/font-0000abcd.woff2'), Buffer.from([0, 255, 1, 254])),
  ]);
  return { loader: join(folder, 'loader/dist'), frame: join(folder, 'frame') };
}

async function start(version: string, options: ServerOptions): Promise<TestServer> {
  const test = await startTestServer({ ...options, files: await build(version) });
  open.push(test);
  return test;
}

/**
 * Everything that a page with a chat loads, asked of one server after the other: the script, its chunk, the frame's
 * page and what that names.
 */
async function loadPage(ask: () => TestServer): Promise<{ address: string; status: number; text: string }[]> {
  const get = async (address: string) => {
    const response = await ask().call(`${PREFIX}/${address}`);
    return { address, status: response.status, text: await response.text() };
  };
  const script = await get('v2.js');
  const [, chunk = 'v2.js names no chunk'] = /base\+"([^"]+)"/.exec(script.text) ?? [];
  const page = await get('default/frame');
  const [, asset = 'the frame names no script'] = /src="(?:\.\.\/)?(?:\.\/)?(assets\/[^"]+)"/.exec(page.text) ?? [];
  return [script, await get(chunk), page, await get(asset)];
}

describe('FO-1 after an upgrade', () => {
  /** One server after the other on the same data. */
  async function lasting(): Promise<ServerOptions> {
    const database = await openTestPglite();
    onTestFinished(() => database.close());
    return {
      database: { ...database, close: async () => undefined },
      config: { dataDir: await mkdtemp(join(root, 'data-')) },
    };
  }

  it('a page that was open, and one that pins the earlier version, get the bytes they had', async () => {
    const data = await lasting();
    const before = await start('1.4.2', data);
    const [, chunk, , asset] = await loadPage(() => before);
    const pinned = await (await before.call(`${PREFIX}/v2.4.2.js`)).text();
    await closeAll();

    const after = await start('1.5.0', data);
    for (const { address, text } of [chunk, asset].flatMap((file) => file ?? [])) {
      const response = await after.call(`${PREFIX}/${address}`);
      expect([address, response.status, await response.text()]).toEqual([address, 200, text]);
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const response = await after.call(`${PREFIX}/v2.4.2.js`, { headers: { Origin: 'https://shop.example' } });
    expect([response.status, response.headers.get('access-control-allow-origin'), await response.text()]).toEqual([
      200,
      '*',
      pinned,
    ]);
    expect(await (await after.call(`${PREFIX}/v2.5.0.js`)).text()).toContain('1.5.0');
    expect((await after.call(`${PREFIX}/v2.9.9.js`)).status).toBe(404);
    expect((await after.call(`${PREFIX}/assets/nothing-00000000.js`)).status).toBe(404);
  });

  it('the same after a roll back, and bytes that are no text stay as they are', async () => {
    const data = await lasting();
    await start('1.4.2', data);
    await closeAll();
    const newer = await start('1.5.0', data);
    const [, chunk] = await loadPage(() => newer);
    await closeAll();
    const back = await start('1.4.2', data);
    expect(await (await back.call(`${PREFIX}/${chunk?.address ?? ''}`)).text()).toBe(chunk?.text);
    const font = await back.call(`${PREFIX}/assets/font-0000abcd.woff2`);
    expect([...new Uint8Array(await font.arrayBuffer())]).toEqual([0, 255, 1, 254]);
  });

  it('files of the frame go 30 days after the last server that had them, the loader’s never', async () => {
    const { db, close } = await openTestPglite();
    const clock = createManualClock();
    const release = async (version: string) =>
      createReleaseFiles({
        db,
        clock,
        built: createWidgetFiles(createFileContents(), await build(version)),
        isLasting: true,
      });
    const older = await release('1.4.2');
    await older.publish();
    // Not of the folder, though its name begins alike.
    await addBrowserFiles(db, [{ path: 'assets.json', content: '' }], clock.now());
    const built = createWidgetFiles(createFileContents(), await build('1.4.2'));
    const [asset = ''] = (await built.listFixed())
      .map(({ path }) => path)
      .filter((path) => path.startsWith('assets/main'));
    const [chunk = ''] = (await built.listFixed()).map(({ path }) => path).filter((path) => path.startsWith('v2/'));
    // A server that runs for long is seen every day.
    for (let day = 0; day < 40; day += 1) {
      await clock.advance(DAY_MS);
      await older.sweep();
    }
    await clock.advance(29 * DAY_MS);
    await (await release('1.5.0')).sweep();
    expect((await (await release('1.6.0')).fixed(asset))?.body.toString()).toContain('frame of 1.4.2');
    await clock.advance(2 * DAY_MS);
    // A font that the newer release has as well stays.
    await (await release('1.5.0')).sweep();
    const last = await release('1.6.0');
    expect(await last.fixed(asset)).toBeUndefined();
    expect(await readBrowserFile(db, 'assets.json')).toBe('');
    expect((await last.fixed(chunk))?.body.toString()).toContain('panel of 1.4.2');
    expect((await last.fixed('v2.4.2.js'))?.body.toString()).toContain('1.4.2');
    expect(await readBrowserFile(db, 'assets/font-0000abcd.woff2')).toBeDefined();
    await close();
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('FO-1 two releases behind one proxy', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(TEST_DATABASE_URL ?? '');
  });
  afterAll(async () => {
    await closeAll();
    await database.close();
  });

  it('every page load has a chat, whichever process answers for each of its files', async () => {
    // Machines of their own: each has a data folder that the other does not see.
    const settings = async () => ({
      config: { databaseUrl: database.url, dataDir: await mkdtemp(join(root, 'machine-')) },
    });
    const older = await start('1.4.2', await settings());
    const newer = await start('1.5.0', await settings());
    // Four files a page, each asked of one of two: all 16 ways.
    for (let way = 0; way < 16; way += 1) {
      let count = 0;
      const files = await loadPage(() => ((way >> count++) & 1 ? newer : older));
      expect(count).toBe(4);
      expect([way, files.map(({ address, status }) => [address, status])]).toEqual([
        way,
        files.map(({ address }) => [address, 200]),
      ]);
    }
  });
});
