import type { Endpoint } from '@sotto/widget-core/internal/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createProtocolLog, MESSAGES_KEPT } from './protocolLog';
import { writeReport } from './reportText';

type Envelope = Parameters<Endpoint['send']>[0];

function open() {
  let now = 100;
  const onChange = vi.fn<() => void>();
  const log = createProtocolLog(() => now, onChange);
  const sent: Envelope[] = [];
  let receive: (envelope: Envelope, reply: Endpoint['send']) => void = () => undefined;
  const close = vi.fn<() => void>();
  const watched = log.watch({
    send: (envelope) => void sent.push(envelope),
    listen: (listener) => void (receive = listener),
    close,
  });
  return {
    log,
    sent,
    watched,
    close,
    onChange,
    hear: (envelope: Envelope, reply: Endpoint['send'] = () => undefined) => {
      receive(envelope, reply);
    },
    wait: (ms: number) => (now += ms),
  };
}
const envelope = (value: object): Envelope => value as Envelope;

describe('the doctor’s log of what passes between page and chat', () => {
  it('passes everything on as it is, and says when, which way and what', () => {
    const { log, sent, watched, hear, wait, onChange } = open();
    const heard: unknown[] = [];
    watched.listen((message) => heard.push(message));
    const [note, resize] = [
      envelope({ t: 'note', name: 'setOpen', payload: { open: true } }),
      envelope({ t: 'note', name: 'resize', payload: { width: 420 } }),
    ];
    wait(5);
    watched.send(note);
    wait(7.4);
    hear(resize);
    expect(sent).toEqual([note]);
    expect(heard).toEqual([resize]);
    expect(log.messages).toMatchObject([
      { atMs: 5, direction: 'to the chat', kind: 'note', name: 'setOpen' },
      { atMs: 12, direction: 'from the chat', kind: 'note', name: 'resize' },
    ]);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('names an answer after its request, though both sides count from the same number', () => {
    const { log, watched, hear } = open();
    watched.listen((_, reply) => {
      reply(envelope({ t: 'res', id: 1, value: {} }));
    });
    watched.send(envelope({ t: 'req', id: 1, name: 'getMessages', payload: {} }));
    hear(envelope({ t: 'req', id: 1, name: 'callFunction', payload: {} }));
    log.messages.length = 2;
    hear(envelope({ t: 'err', id: 1, error: { code: 'x' } }));
    expect(log.messages.slice(0, 2).map(({ kind, name }) => [kind, name])).toEqual([
      ['request', 'getMessages'],
      ['request', 'callFunction'],
    ]);
    expect(log.messages[2]).toMatchObject({ direction: 'from the chat', kind: 'error', name: 'getMessages' });
  });

  it('writes down the answers that the page gives', () => {
    const { log, watched, hear } = open();
    watched.listen((_, reply) => {
      reply(envelope({ t: 'res', id: 'a', value: { n: 1 } }));
    });
    hear(envelope({ t: 'req', id: 'a', name: 'callFunction', payload: {} }));
    expect(log.messages.map(({ direction, kind, name }) => [direction, kind, name])).toEqual([
      ['from the chat', 'request', 'callFunction'],
      ['to the chat', 'answer', 'callFunction'],
    ]);
  });

  it('holds no text of a conversation and nobody’s name', () => {
    const { log, watched } = open();
    watched.send(envelope({ t: 'req', id: 1, name: 'sendMessage', payload: { message: 'my secret', name: 'Ada' } }));
    expect(JSON.stringify(log.messages)).not.toMatch(/secret|Ada/);
  });

  it('keeps the newest two hundred, and closes what it watches', () => {
    const { log, watched, close } = open();
    for (let count = 0; count < MESSAGES_KEPT + 3; count += 1)
      watched.send(envelope({ t: 'note', name: `note${String(count)}`, payload: {} }));
    expect(MESSAGES_KEPT).toBe(200);
    expect(log.messages).toHaveLength(200);
    expect(log.messages[0]?.name).toBe('note3');
    watched.close();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe('the doctor’s report', () => {
  it('is text with versions, problems, settings that are set, and messages', () => {
    const text = writeReport(
      {
        widget: 'demo',
        versions: { loader: '2.0.0' },
        problems: [{ id: 'a', severity: 'error', title: 'Blocked', detail: 'by the policy', fix: 'Allow it' }],
        settings: [
          { name: 'layout', value: 'center', source: 'attribute' },
          { name: 'position', value: 'bottom-right', source: 'default' },
        ] as never,
        messages: [{ atMs: 3, direction: 'to the chat', kind: 'note', name: 'setOpen', content: { open: true } }],
      },
      'Firefox 140',
    );
    expect(text.split('\n')).toEqual([
      '# Sotto report: demo',
      '',
      '## Versions',
      'loader: 2.0.0',
      'browser: Firefox 140',
      '',
      '## Problems',
      'error: Blocked',
      '  by the policy',
      '  Allow it',
      '',
      '## Settings',
      'layout = center (attribute)',
      '',
      '## Messages',
      '3 ms to the chat: note setOpen {"open":true}',
    ]);
  });

  it('says none where there is nothing', () => {
    const text = writeReport({ widget: 'demo', versions: {}, problems: [], settings: [], messages: [] }, 'x');
    expect(text.match(/\nnone/g)).toHaveLength(3);
  });
});
