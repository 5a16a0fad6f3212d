import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '../setup/serverOptions';
import { seedDatabase } from '../db/seedDatabase';
import { saveFile, type NewFile } from '../db/queries/conversations/fileQueries';
import { insertWidget } from '../db/queries/hub/widgetQueries';
import { createDiskStore } from '../uploads/diskStore';
import { startTestServer, type TestServer } from './startTestServer';
import { openTestPglite } from './testDatabase';

/** A server whose widget `open` takes files, speaks and previews, and whose widget `closed` does none of it. */
export interface MediaServer extends TestServer {
  /** The server's data folder. */
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * @param icons - public icons that are there from the start, with their bytes; the launcher of the widget `with_{id}`
 * shows one
 */
export async function startMediaServer(
  options: ServerOptions = {},
  icons: readonly (Pick<NewFile, 'id' | 'updatedAt'> & { bytes: Uint8Array })[] = [],
): Promise<MediaServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-media-'));
  const database = await openTestPglite();
  await seedDatabase(database.db, 1);
  const widget = { botId: 'guide', name: 'Shop', createdAt: 1, updatedAt: 1 };
  await insertWidget(database.db, {
    ...widget,
    id: 'open',
    config: { attachments: true, voiceOut: true, language: 'de' },
  });
  await insertWidget(database.db, { ...widget, id: 'closed', config: { unfurl: false } });
  for (const { id } of icons)
    await insertWidget(database.db, { ...widget, id: `with_${id}`, config: { buttonIcon: id } });
  const store = createDiskStore(join(folder, 'files'));
  for (const { id, updatedAt, bytes } of icons) {
    await store.write(id, bytes);
    await saveFile(database.db, {
      id,
      kind: 'icon',
      name: id,
      type: 'image/png',
      size: bytes.byteLength,
      createdAt: 1,
      updatedAt,
    });
  }
  const test = await startTestServer({ ...options, database, config: { ...options.config, dataDir: folder } });
  return {
    ...test,
    folder,
    async stop() {
      await test.server.close(0);
      await rm(folder, { recursive: true });
    },
  };
}
