import { expect, it } from 'vitest';
import { createConversations } from './conversations';

it('changes of one conversation happen one after the other', async () => {
  const stored = new Map<string, string>();
  let reading = 0;
  let most = 0;
  const conversations = createConversations({
    get: async (key: string) => {
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setTimeout(resolve));
      return stored.get(key);
    },
    set: async (key: string, value: string) => {
      await new Promise((resolve) => setTimeout(resolve));
      reading -= 1;
      stored.set(key, value);
    },
  });
  reading = 1;
  await conversations.make('one', () => undefined);
  await Promise.all([1, 2, 3].map(() => conversations.change('one', () => undefined)));
  expect([reading, most]).toEqual([0, 1]);
});
