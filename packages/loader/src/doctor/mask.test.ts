import { describe, expect, it } from 'vitest';
import { createProtocolLog, MESSAGES_KEPT } from './protocolLog';
import { mask } from './mask';

describe('2.14 what the doctor shows of a message', () => {
  it("is its shape: no text of a conversation, nobody's name, no token", () => {
    const shown = JSON.stringify(
      mask({
        message: { id: 'msg_1', type: 'user', text: 'my secret', meta: { card: '4111' } },
        contact: { name: 'Ada', email: 'ada@example.com' },
        token: 'eyJhbGciOi',
        status: 'ada lovelace',
        args: { status: 'secret' },
      }),
    );
    for (const secret of ['secret', '4111', 'card', 'Ada', 'ada', 'eyJ', 'msg_1']) expect(shown).not.toContain(secret);
    expect(shown).toContain('"type":"user"');
    expect(shown).toContain('‹text, 9›');
  });

  it('keeps how things went', () => {
    expect(mask({ open: true, focus: false, reason: 'launcher', height: 12 })).toEqual({
      open: true,
      focus: false,
      reason: 'launcher',
      height: 12,
    });
  });

  it('ends: deep and long values are cut', () => {
    const deep: Record<string, unknown> = {};
    deep['again'] = deep;
    expect(JSON.stringify(mask(deep)).length).toBeLessThan(200);
    expect(mask(Array.from({ length: 500 }, () => 1))).toHaveLength(20);
  });
});

describe("the doctor's log", () => {
  type Endpoint = Parameters<ReturnType<typeof createProtocolLog>['watch']>[0];
  type Envelope = Parameters<Endpoint['send']>[0];
  function setUp() {
    const sent: Envelope[] = [];
    const received: Envelope[] = [];
    let arrive: (envelope: Envelope) => void = () => undefined;
    let now = 100;
    const log = createProtocolLog(
      () => (now += 5),
      () => undefined,
    );
    const watched = log.watch({
      send: (envelope) => {
        sent.push(envelope);
      },
      listen: (receive) => {
        arrive = (envelope) => {
          receive(envelope, (answer) => {
            sent.push(answer);
          });
        };
      },
      close: () => undefined,
    });
    watched.listen((envelope, reply) => {
      received.push(envelope);
      if (envelope.t === 'req') reply({ t: 'res', id: envelope.id, value: { token: 'eyJ' } });
    });
    return {
      log,
      sent,
      received,
      send: watched.send,
      arrive: (envelope: Envelope) => {
        arrive(envelope);
      },
    };
  }

  it('sees both ways and changes nothing', () => {
    const { log, sent, received, send, arrive } = setUp();
    send({ t: 'req', id: 1, name: 'sendMessage', payload: { message: 'my secret' } });
    arrive({ t: 'req', id: 1, name: 'createSession', payload: {} });
    arrive({ t: 'res', id: 1, value: { text: 'my answer' } });
    arrive({ t: 'note', name: 'onStatusChange', payload: { value: 'idle' } });
    expect(sent).toEqual([
      { t: 'req', id: 1, name: 'sendMessage', payload: { message: 'my secret' } },
      { t: 'res', id: 1, value: { token: 'eyJ' } },
    ]);
    expect(received).toHaveLength(3);
    expect(log.messages.map(({ direction, kind, name }) => `${direction}: ${kind} ${name}`)).toEqual([
      'to the chat: request sendMessage',
      'from the chat: request createSession',
      'to the chat: answer createSession',
      'from the chat: answer sendMessage',
      'from the chat: note onStatusChange',
    ]);
    expect(JSON.stringify(log.messages)).not.toMatch(/secret|eyJ|my answer/);
  });

  it('keeps the newest', () => {
    const { log, send } = setUp();
    for (let index = 0; index < MESSAGES_KEPT + 10; index += 1) send({ t: 'note', name: `note${index}`, payload: {} });
    expect(log.messages).toHaveLength(MESSAGES_KEPT);
    expect(log.messages.at(-1)?.name).toBe(`note${MESSAGES_KEPT + 9}`);
  });
});
