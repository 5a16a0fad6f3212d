import { afterEach, describe, expect, it, vi } from 'vitest';
import { WidgetError } from '../errors';
import { createConnection, type ConnectionProblem, type FrameConnection, type HostConnection } from './connection';
import { createPortEndpoint, createWindowEndpoint, type Endpoint } from './endpoints';
import { frameToHost, hostToFrame } from './messages';
import { arrived, createPageEndpoint, createTestClock, createWindowPair } from './testWindows';

const stored = { id: 'msg_1', type: 'user', text: 'hello' } as const;
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const forms: Record<string, () => { host: Endpoint; frame: Endpoint; post: (data: unknown) => void }> = {
  'a message port': () => {
    const { port1, port2 } = new MessageChannel();
    return {
      host: createPortEndpoint(port1),
      frame: createPortEndpoint(port2),
      post: (data) => {
        port1.postMessage(data);
      },
    };
  },
  'a window in the raw form': () => {
    const { host, frame } = createWindowPair();
    const endpoint = createWindowEndpoint({
      self: frame.asWindow,
      peer: host.asWindow,
      isAllowedOrigin: () => true,
      peerOrigin: host.origin,
    });
    return {
      host: createPageEndpoint(host, frame),
      frame: endpoint,
      post: (data) => {
        frame.postMessage(data, frame.origin);
      },
    };
  },
};

function setUp(form: () => { host: Endpoint; frame: Endpoint; post: (data: unknown) => void }) {
  const clock = createTestClock();
  const problems: ConnectionProblem[] = [];
  const ends = form();
  const host: FrameConnection = createConnection({
    endpoint: ends.host,
    outgoing: hostToFrame,
    incoming: frameToHost,
    clock,
  });
  const frame: HostConnection = createConnection({
    endpoint: ends.frame,
    outgoing: frameToHost,
    incoming: hostToFrame,
    clock,
    onProblem: (problem) => {
      problems.push(problem);
    },
  });
  host.start();
  cleanUps.push(() => {
    host.close();
    frame.close();
  });
  return { clock, host, frame, problems, post: ends.post };
}

describe.each(Object.entries(forms))('W-37 W-38 a connection over %s', (_name, form) => {
  it('carries a note with its defaults filled in, one way and the other', async () => {
    const { host, frame } = setUp(form);
    const opened = vi.fn();
    const ready = vi.fn();
    frame.on('setOpen', opened);
    host.on('onReady', ready);
    frame.start();
    host.note('setOpen', { open: true });
    await arrived();
    frame.note('onReady', { protocol: 2, build: 'test', conversationId: null });
    await arrived();
    expect(opened).toHaveBeenCalledWith({ open: true });
    expect(ready).toHaveBeenCalledWith({ protocol: 2, build: 'test', conversationId: null });
  });

  it('answers a request, with `text` read as `message` and defaults filled in', async () => {
    const { host, frame } = setUp(form);
    const send = vi.fn(() => stored);
    frame.answer('sendMessage', send);
    frame.start();
    await expect(host.request('sendMessage', { text: 'hello' })).resolves.toMatchObject(stored);
    expect(send).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'hello', hidden: false, respond: true, attachments: [] }),
    );
  });

  it('answers an empty answer and a list', async () => {
    const { host, frame } = setUp(form);
    frame.answer('stop', () => ({}));
    frame.answer('getFunctions', () => ({ value: ['addToCart'] }));
    frame.start();
    await expect(host.request('stop', {})).resolves.toEqual({});
    await expect(host.request('getFunctions', {})).resolves.toEqual({ value: ['addToCart'] });
  });

  it('W-40 asks the host to call a function and gets its value', async () => {
    const { host, frame } = setUp(form);
    host.answer('callFunction', ({ args }) => ({ value: { echoed: args } }));
    frame.start();
    await expect(frame.request('callFunction', { name: 'echo', args: { a: 1 }, callId: 'c1' })).resolves.toEqual({
      value: { echoed: { a: 1 } },
    });
  });

  it('keeps what arrives before start, in order', async () => {
    const { host, frame } = setUp(form);
    const received: string[] = [];
    host.note('setMaximize', { maximize: true });
    const answer = host.request('setInput', { text: 'later' });
    await arrived();
    frame.on('setMaximize', () => received.push('setMaximize'));
    frame.answer('setInput', () => {
      received.push('setInput');
      return {};
    });
    frame.start();
    await answer;
    expect(received).toEqual(['setMaximize', 'setInput']);
  });

  it('tells the asking side the code of an error of ours, and no word of any other', async () => {
    const { host, frame } = setUp(form);
    frame.answer('publish', () => {
      throw new WidgetError('not_ready');
    });
    frame.answer('stop', () => {
      throw new Error('secret path');
    });
    frame.start();
    await expect(host.request('publish', { channel: 'c'.repeat(16), message: {} })).rejects.toMatchObject({
      code: 'not_ready',
    });
    await expect(host.request('stop', {})).rejects.toMatchObject({ code: 'failed', message: 'It did not work' });
  });

  it('refuses a payload of another shape, and drops a note of another shape', async () => {
    const { host, frame, problems } = setUp(form);
    const opened = vi.fn();
    frame.on('setOpen', opened);
    frame.answer('setInput', () => ({}));
    frame.start();
    await expect(host.request('setInput', { text: 5 } as never)).rejects.toMatchObject({ code: 'bad_payload' });
    host.note('setOpen', { open: 'yes' } as never);
    await arrived();
    expect(opened).not.toHaveBeenCalled();
    expect(problems.map(({ code, name }) => `${name} ${code}`)).toEqual([
      'setInput bad_payload',
      'setOpen bad_payload',
    ]);
  });

  it('refuses what is too large before it is sent', async () => {
    const { host } = setUp(form);
    await expect(host.request('setInput', { text: 'x'.repeat(300_000) })).rejects.toMatchObject({ code: 'too_large' });
    await expect(host.request('setMeta', { meta: { handler: (() => 1) as never } })).rejects.toMatchObject({
      code: 'bad_payload',
    });
  });

  it('gives up after 30 seconds, but waits for a reply as long as it takes', async () => {
    const { host, frame, clock } = setUp(form);
    let finish: (() => void) | undefined;
    frame.answer(
      'sendMessage',
      () =>
        new Promise((resolve) => {
          finish = () => {
            resolve(stored);
          };
        }),
    );
    frame.answer('setInput', () => new Promise(() => undefined));
    frame.start();
    const reply = host.request('sendMessage', { message: 'write a novel' });
    const input = host.request('setInput', { text: 'never' });
    await arrived();
    clock.advance(30_000);
    await expect(input).rejects.toMatchObject({ code: 'timeout' });
    clock.advance(3_600_000);
    finish?.();
    await expect(reply).resolves.toMatchObject(stored);
  });

  it('holds at most 200 open requests', async () => {
    const { host } = setUp(form);
    const open = Array.from({ length: 200 }, () => host.request('stop', {}));
    await expect(host.request('stop', {})).rejects.toMatchObject({ code: 'queue_full' });
    host.close();
    await expect(Promise.allSettled(open)).resolves.toSatisfy((all: PromiseSettledResult<unknown>[]) =>
      all.every(({ status }) => status === 'rejected'),
    );
  });

  it('rejects what is open when it closes, leaves no timer, and says nothing afterwards', async () => {
    const { host, clock } = setUp(form);
    const open = host.request('setInput', { text: 'x' });
    host.close();
    host.close();
    await expect(open).rejects.toMatchObject({ code: 'destroyed' });
    await expect(host.request('stop', {})).rejects.toMatchObject({ code: 'destroyed' });
    expect(() => {
      host.note('focus', {});
    }).not.toThrow();
    expect(clock.pending()).toBe(0);
  });

  it('forgets a handler that was taken back', async () => {
    const { host, frame } = setUp(form);
    const listener = vi.fn();
    frame.on('focus', listener)();
    frame.answer('stop', () => ({}))();
    frame.start();
    host.note('focus', {});
    await expect(host.request('stop', {})).rejects.toMatchObject({ code: 'unsupported' });
    expect(listener).not.toHaveBeenCalled();
  });

  it.each([
    'constructor',
    'constructor.constructor',
    'toString',
    '__defineGetter__',
    '__proto__',
    'then',
    'hasOwnProperty',
    'nothing',
  ])('A410 does not know the method %s', async (name) => {
    const { host, frame } = setUp(form);
    frame.start();
    await expect(host.request(name as never, {} as never)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('the raw form of contract 2.6', () => {
  function setUpRaw(isAllowed?: (origin: string) => boolean) {
    const { host, frame } = createWindowPair();
    const endpoint = createWindowEndpoint({
      self: frame.asWindow,
      peer: host.asWindow,
      isAllowedOrigin: isAllowed ?? ((origin) => origin === host.origin),
    });
    const connection: HostConnection = createConnection({
      endpoint,
      outgoing: frameToHost,
      incoming: hostToFrame,
      clock: createTestClock(),
    });
    connection.answer('sendMessage', ({ message }) => ({ ...stored, text: message }));
    connection.answer('getMessages', () => ({ value: [stored] }));
    connection.start();
    cleanUps.push(() => {
      connection.close();
    });
    return { host, frame, connection };
  }

  it("accepts a bare text and answers by the page's own id", async () => {
    const { host, frame } = setUpRaw();
    frame.deliver({ type: 'sendMessage', id: 'mine', props: 'Hello' }, host, host.origin);
    await arrived();
    expect(host.posted).toEqual([
      {
        targetOrigin: host.origin,
        data: { type: 'response', id: 'mine', props: { value: { ...stored, text: 'Hello' } } },
      },
    ]);
  });

  it('wraps a list once, runs a request without id silently, and answers an unknown name', async () => {
    const { host, frame } = setUpRaw();
    frame.deliver({ type: 'getMessages', id: 1 }, host, host.origin);
    frame.deliver({ type: 'sendMessage', props: { message: 'no id' } }, host, host.origin);
    frame.deliver({ type: 'dance', id: 2 }, host, host.origin);
    await arrived();
    expect(host.posted).toHaveLength(2);
    // Answers come when they are ready, not in the order of the questions.
    expect(host.posted.map(({ data }) => data)).toEqual([
      { type: 'response', id: 2, props: { error: { code: 'unsupported', message: 'This message is not known here' } } },
      { type: 'response', id: 1, props: { value: [stored] } },
    ]);
  });

  it('A404 sends nothing before it knows to whom, and never to everybody', async () => {
    const { host, frame, connection } = setUpRaw();
    connection.note('onOpenChange', { value: true });
    expect(host.posted).toEqual([]);
    frame.deliver({ type: 'focus' }, host, host.origin);
    await arrived();
    connection.note('onOpenChange', { value: true });
    expect(host.posted).toEqual([
      { targetOrigin: host.origin, data: { type: 'onOpenChange', props: { value: true } } },
    ]);
  });

  it.each([
    'https://shop.test.evil.test',
    'https://evilshop.test',
    'https://shop.test:8443',
    'http://shop.test',
    'null',
    '',
  ])('A406 ignores the origin %s', async (origin) => {
    const { host, frame } = setUpRaw();
    frame.deliver({ type: 'getMessages', id: 1 }, host, origin);
    await arrived();
    expect(host.posted).toEqual([]);
  });

  it('A404 A406 stays with the origin that spoke first, also when its window is led to another one that would be allowed', async () => {
    const { host, frame } = setUpRaw(() => true);
    frame.deliver({ type: 'getMessages', id: 1 }, host, host.origin);
    await arrived();
    expect(host.posted).toHaveLength(1);
    frame.deliver({ type: 'getMessages', id: 2 }, host, 'https://other.test');
    await arrived();
    expect(host.posted).toHaveLength(1);
  });

  it('A401 A402 ignores every window but its parent', async () => {
    const { host, frame } = setUpRaw();
    for (const source of [frame, null, createWindowPair().host])
      frame.deliver({ type: 'getMessages', id: 1 }, source, host.origin);
    await arrived();
    expect(host.posted).toEqual([]);
  });
});
