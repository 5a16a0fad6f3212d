import { describe, expect, it, vi } from 'vitest';

const SAMPLES: unknown[] = [
  undefined,
  null,
  true,
  'text',
  '',
  1,
  -1,
  1.5,
  NaN,
  [],
  {},
  ['a'],
  { value: true },
  { value: 3 },
  { value: 'de' },
  { value: [] },
  { value: null },
  { value: ['a'] },
  { value: { conversationId: 'c1', expiresAt: 5 } },
  { value: { conversationId: 'c 1', expiresAt: 5 } },
  { value: 'idle' },
  { value: [{ id: 'm1', type: 'bot', text: 'x' }] },
  { value: [{ id: 'm1', type: 'bot', text: 5 }] },
  { message: { id: 'm1', type: 'user', text: 'x', meta: { a: [1] }, more: 1 }, conversationId: null },
  { message: {} },
  { protocol: 2, build: 'x', conversationId: null },
  { protocol: 2, build: 'x', conversationId: 'c1', later: 1 },
  { protocol: '2' },
  { open: true },
  { open: 1 },
  { width: 1, height: 2, reason: 'panel' },
  { width: 1, height: 2, reason: 'other' },
  { type: 'token', data: { token: 'a' } },
  { type: 'token' },
  { previousConversationId: 'c1' },
  { event: 'message_send', widget_id: 'w', usage_tokens: 0, usage_message: 1 },
  { messageId: 'm1', vote: 'up' },
  { messageId: 'm1', vote: 'sideways' },
  { messageId: 'm1', vote: 'down', reason: 'Off topic' },
  { messageId: 'm1', vote: 'down', reason: 5 },
  { code: 'x', message: 'y' },
  { name: 'add', args: { a: 1 }, callId: 'c' },
  { name: 'add it', args: {}, callId: 'c' },
  { name: 'add', callId: 'c' },
  { abort: true, reason: 'x' },
  { abort: false },
  { messages: [{ text: 'hi' }], meta: { a: 1 } },
  { messages: [{}] },
  { conversationId: 'c1', token: 't', expiresAt: 1 },
  { conversationId: 'c1', token: 't', expiresAt: -1 },
  { url: 'https://x.test', target: '_top' },
  { url: 'https://x.test', target: '_self' },
  { handled: true },
  { t: 'note', name: 'x', payload: 1 },
];

async function verdicts(lean: boolean): Promise<string[]> {
  vi.resetModules();
  if (lean) vi.doMock('valibot', () => import('./leanSchemas'));
  else vi.doUnmock('valibot');
  const v = (await import('valibot')) as unknown as {
    safeParse: (schema: unknown, value: unknown) => { success: boolean; output?: unknown };
  };
  const { frameToHost } = await import('@sotto/widget-core/internal/protocol');
  return Object.entries(frameToHost).flatMap(([name, line]) =>
    SAMPLES.flatMap((sample) =>
      ('answer' in line ? [line.payload, line.answer] : [line.payload]).map((schema) => {
        const { success, output } = v.safeParse(schema, sample);
        return `${name} ${JSON.stringify(sample)} ${success ? JSON.stringify(output) : 'refused'}`;
      }),
    ),
  );
}

describe("the panel's lean schemas", () => {
  it('give the verdict and the value that valibot gives, for every line the frame may say', async () => {
    const full = await verdicts(false);
    const lean = await verdicts(true);
    expect(full.filter((line) => !line.endsWith('refused')).length).toBeGreaterThan(40);
    expect(lean).toEqual(full);
  });

  it('let a message pass with the fields of the whole schema, and no others', async () => {
    const { messageSchema: lean } = await import('./leanMessage');
    const { messageSchema } = await vi.importActual<{ messageSchema: { entries: object } }>(
      '../../../widget-core/src/api/message',
    );
    expect(Object.keys(lean.entries ?? {}).sort()).toEqual(Object.keys(messageSchema.entries).sort());
    const message = {
      ...Object.fromEntries(Object.keys(messageSchema.entries).map((name) => [name, null])),
      id: 'm1',
      type: 'bot',
      text: 'x',
    };
    expect(lean.read({ ...message, more: 1 })).toEqual(message);
  });

  it('refuse with an error of the protocol, as valibot does', async () => {
    vi.resetModules();
    vi.doMock('valibot', () => import('./leanSchemas'));
    const { createConnection, frameToHost, systemClock } = await import('@sotto/widget-core/internal/protocol');
    const sent: unknown[] = [];
    let arrive: (envelope: never) => void = () => undefined;
    const endpoint = {
      send: (envelope: unknown) => {
        sent.push(envelope);
      },
      listen: (receive: (envelope: never, reply: (answer: unknown) => void) => void) => {
        arrive = (envelope) => {
          receive(envelope, endpoint.send);
        };
      },
      close: () => undefined,
    };
    const connection = createConnection({ endpoint, incoming: frameToHost, clock: systemClock });
    connection.answer('navigate', () => Promise.resolve({ handled: true }));
    connection.start();
    arrive({ t: 'req', id: 1, name: 'navigate', payload: { url: 5 } } as never);
    await vi.waitFor(() => {
      expect(sent).toMatchObject([{ t: 'err', id: 1, error: { code: 'bad_payload' } }]);
    });
  });
});
