import { afterEach, describe, expect, it, vi } from 'vitest';
import { conversations, messages, runs } from '../../db/schema';
import { startBuilderTest, type BuilderTest } from '../../testing/builder';
import { readAllSse } from '../../testing/readStream';
import { POINT_PNG } from '../../testing/sampleFiles';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
afterEach(() => test.server.close(0));

const EMAIL = 'kim.private@example.org';
const CARD = '4111 1111 1111 1111';

describe('W-43 privacy', () => {
  it('keeps personal data out of the model, the log and the database, also of what was edited or asked again', async () => {
    const lines: string[] = [];
    test = await startBuilderTest({ config: { logLevel: 'info' }, writeLog: (line) => lines.push(line) });
    const ana = await test.person('ana');
    const widget = await ana.make('/v1/integration/widget/create', {
      botId: await ana.make('/v1/bot/create', {}),
      config: { privacy: true },
    });
    const opened = await test.call(`/v1/integration/widget/${widget}/session/create`, {
      body: { messages: [{ type: 'user', text: `First ${EMAIL}` }] },
    });
    const session = (await opened.json()) as { conversationId: string; token: string; expiresAt: number };

    const id = clientId();
    const sent = { id, text: `Write to ${EMAIL}` };
    const [begin] = await readAllSse(await test.send(session, sent));
    if (begin?.type !== 'completeBegin') throw new Error('No reply');
    // The same send again is the same message, though what is stored of it reads otherwise.
    expect((await readAllSse(await test.send(session, sent)))[0]).toEqual(begin);
    await readAllSse(await test.send(session, { replaces: begin.data.messageId }));
    await readAllSse(
      await test.send(session, {
        id: clientId(),
        text: `No, pay with ${CARD}`,
        replaces: begin.data.userMessageId ?? '',
      }),
    );
    const stored = await test.call(`/v1/conversation/${session.conversationId}/message/create`, {
      body: { id: clientId(), type: 'context', text: EMAIL },
      token: session.token,
    });
    expect(stored.status).toBe(200);

    expect(test.model.requests).toHaveLength(3);
    const kept = await Promise.all([messages, conversations, runs].map((table) => test.database.select().from(table)));
    expect(JSON.stringify(kept)).toContain('Write to [email]');
    expect(JSON.stringify(kept)).toContain('pay with [card number]');
    for (const place of [JSON.stringify(kept), JSON.stringify(test.model.requests), lines.join('')]) {
      expect(place).not.toContain('kim.private');
      expect(place).not.toContain('4111');
    }
    for (const word of ['Write to', 'pay with', 'You said', session.token]) expect(lines.join('')).not.toContain(word);
  });

  it('shows the model no picture: nobody can mask what is on it', async () => {
    test = await startBuilderTest();
    const ana = await test.person('ana');
    const widget = await ana.make('/v1/integration/widget/create', {
      botId: await ana.make('/v1/bot/create', {}),
      config: { privacy: true, attachments: true },
    });
    const session = (await (
      await test.call(`/v1/integration/widget/${widget}/session/create`, { body: {} })
    ).json()) as { conversationId: string; token: string; expiresAt: number };
    const upload = await test.call(`/v1/conversation/${session.conversationId}/attachment/upload`, {
      body: POINT_PNG,
      token: session.token,
      headers: { 'Content-Type': 'image/png', 'X-File-Name': 'card.png' },
    });
    const { id } = (await upload.json()) as { id: string };
    await readAllSse(await test.send(session, { id: clientId(), text: 'See', attachments: [{ id }] }));
    const [file] = (test.model.requests.at(-1)?.messages ?? []).filter(({ text }) => text.includes('card.png'));
    expect(file).toEqual({
      role: 'user',
      isContext: true,
      text: expect.stringContaining('only its name is known') as string,
    });
  });
});
