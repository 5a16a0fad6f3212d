import { createId, systemClock } from '@sotto/widget-core/api';
import { lockDirectory } from '../../db/directoryLock';
import { seedDatabase } from '../../db/seedDatabase';
import { openPglite } from '../../db/pglite';
import { insertConversation, readConversation } from '../../db/queries/conversations/conversationQueries';
import { listMessages } from '../../db/queries/conversations/messageQueries';
import { createMessage } from '../../domain/conversations/conversations';
import { readTestSeed } from '../testSeed';

/**
 * Writes messages into the embedded database until it is killed, for tests that kill it.
 *
 * Says line by line what it found at its start (`found [texts]`), and every message once it is acknowledged (`kept text`).
 * Several are on their way at once, so a kill meets writes at every stage.
 */
const [folder = '', round = ''] = process.argv.slice(2);
const CONVERSATION = 'conv_killed';
const WRITERS = 3;

await lockDirectory(folder, systemClock, () => process.exit(1));
const { db } = await openPglite({ dataDir: folder, seed: await readTestSeed() });
await seedDatabase(db, systemClock.now());
if (!(await readConversation(db, CONVERSATION))) {
  await insertConversation(db, { id: CONVERSATION, widgetId: 'demo', meta: null, createdAt: 1, lastActivityAt: 1 });
}
const stored = await listMessages(db, CONVERSATION, { take: 100_000, order: 'asc', withActivities: true });
print(`found ${JSON.stringify(stored.map(({ text }) => text))}`);

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

async function write(writer: number): Promise<void> {
  for (let count = 0; ; count += 1) {
    const text = `${round}-${String(writer)}-${String(count)}`;
    await createMessage(
      db,
      systemClock,
      { conversation: { id: CONVERSATION }, widget: { config: {} } },
      { id: createId('client', systemClock), type: 'user', text, hidden: false },
      false,
    );
    print(`kept ${text}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
