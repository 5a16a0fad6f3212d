import { createId } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMedia, type Media } from './createMedia';
import type { OpenDatabase } from '../db/database';
import { seedDatabase } from '../db/seedDatabase';
import { readConversationFile } from '../db/queries/conversations/fileQueries';
import { insertMessage } from '../db/queries/conversations/messageQueries';
import { readWidget } from '../db/queries/hub/widgetQueries';
import { newMessage, openConversation } from './conversations/conversations';
import { createReading } from '../reading/reading';
import { createManualClock } from '../testing/manualClock';
import { openTestPglite } from '../testing/testDatabase';
import { createMemoryStore } from '../uploads/memoryStore';
import { uncounted } from '../testing/uncounted';

/** Opening a database takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
let database: OpenDatabase;
let media: Media;
beforeAll(async () => {
  database = await openTestPglite();
  await seedDatabase(database.db, 1);
  const speech = {
    name: 'parrot',
    speak: async (text: string) => ({ type: 'audio/wav' as const, bytes: new TextEncoder().encode(text) }),
  };
  media = createMedia({
    db: database.db,
    clock,
    store: createMemoryStore(),
    reading: createReading().visitors,
    secret: 's'.repeat(32),
    speech,
  });
});
afterAll(() => database.close());

describe('S-9 W-25 what is kept', () => {
  it('of recordings goes after two hours, with their bytes; attachments stay with their conversation', async () => {
    const widget = await readWidget(database.db, 'demo');
    if (!widget) throw new Error('No widget');
    const conversationId = createId('conv', clock);
    await openConversation(database.db, clock, widget, {}, { id: conversationId });
    const message = await insertMessage(database.db, newMessage(clock, conversationId, { type: 'bot', text: 'Hello' }));
    const attachment = await media.attachments.add(conversationId, {
      name: 'a.txt',
      type: '',
      bytes: new TextEncoder().encode('x'),
    });
    const id = await media.spokenReplies.speak(
      { conversationId, messageId: message?.id ?? '', text: undefined, language: undefined },
      uncounted,
    );
    const isKept = async () => [
      (await media.store.read(id)) !== undefined,
      (await readConversationFile(database.db, conversationId, 'speech', id)) !== undefined,
    ];
    clock.advance(7_200_000);
    await media.sweep();
    expect(await isKept()).toEqual([true, true]);
    clock.advance(1);
    await media.sweep();
    expect(await isKept()).toEqual([false, false]);
    expect(await media.store.read(attachment.id)).toBeDefined();
  });
});
