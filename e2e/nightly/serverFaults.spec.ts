import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCuttableLine, type CuttableLine } from '../../packages/server/src/testing/processes/cuttableLine';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { startRedis } from '../../scripts/machine/redis.mjs';
import { hasMessages, occurrences, sees } from '../chat';
import { startStack, type Stack } from '../startStack';
import { PATIENCE_MS, useDemoChat } from '../useDemoChat';
import { useBrowser } from '../useStack';

const browser = await useBrowser();
const openChat = useDemoChat(browser);

describe('FO-2 FO-3 Redis and PostgreSQL that stand still', () => {
  let stack: Stack;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let lines: Record<'Redis' | 'PostgreSQL', CuttableLine>;
  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    lines = { Redis: await openCuttableLine(redis.url), PostgreSQL: await openCuttableLine(postgres.url) };
    stack = await startStack({ env: { DATABASE_URL: lines.PostgreSQL.url, REDIS_URL: lines.Redis.url } });
  });
  afterEach(() => {
    for (const line of Object.values(lines)) line.goOn();
  });
  afterAll(async () => {
    await stack.close();
    await Promise.all(Object.values(lines).map((line) => line.close()));
    redis.stop();
    postgres.stop();
  });

  it.each(['Redis', 'PostgreSQL'] as const)(
    '%s, in the middle of a reply: the visitor reads it to its end, and it is kept',
    async (name) => {
      stack.model.script = ['Half of ', 'hold', 'it.'];
      const chat = await openChat(stack.origin);
      await chat.ask('Will it stop?');
      await sees(chat.messages.last(), 'Half of');
      lines[name].standStill();
      stack.model.release();
      await chat.messages.last().getByText('Half of it.').waitFor({ timeout: PATIENCE_MS });
      lines[name].goOn();
      await chat.frame.locator('.sotto-send[data-stops]').waitFor({ state: 'detached', timeout: PATIENCE_MS });
      await chat.page.reload();
      await chat.open();
      await hasMessages(chat, 2);
      await sees(chat.messages.last(), 'Half of it.');
      expect(await occurrences(chat, 'Will it stop?')).toBe(1);
    },
  );

  it.each(['Redis', 'PostgreSQL'] as const)(
    '%s, before a question: the chat stays usable, and the question is answered once when it goes on',
    async (name) => {
      stack.model.script = ['Here ', 'I am.'];
      const question = `Does anybody hear me without ${name}?`;
      const chat = await openChat(stack.origin);
      lines[name].standStill();
      await chat.ask(question);
      await sees(chat.messages.first(), question);
      // A text can be written meanwhile.
      await chat.textBox.fill('What I say next');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      lines[name].goOn();
      const retry = chat.frame.getByRole('button', { name: 'Try again' });
      const answer = chat.messages.last().getByText('Here I am.');
      await retry.or(answer).first().waitFor({ timeout: PATIENCE_MS });
      if (await retry.isVisible()) await retry.click();
      await answer.waitFor({ timeout: PATIENCE_MS });
      await hasMessages(chat, 2);
      expect(await occurrences(chat, question)).toBe(1);
      expect(await chat.textBox.inputValue()).toBe('What I say next');
    },
  );
});
