import { describe, expect, it, vi } from 'vitest';
import { connectToHost } from './connectToHost';
import { arrived, createTestClock, createWindowPair } from './testWindows';

const media = {
  mobile: false,
  width: 1280,
  height: 800,
  scheme: 'light',
  reducedMotion: false,
  highContrast: false,
  keyboardInset: 0,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
  touch: false,
};
const init = {
  ns: 'sotto',
  type: 'init',
  v: 2,
  instance: 'one',
  config: { barTitle: 'Help' },
  state: { open: true, maximized: false },
  media,
  capabilities: [],
};

function setUp(form: 'port' | 'raw' = 'port', allowedOrigins: string[] = ['https://shop.test']) {
  const { host, frame } = createWindowPair();
  const clock = createTestClock();
  const link = connectToHost({ window: frame.asWindow, form, allowedOrigins, build: 'test', clock });
  const channel = new MessageChannel();
  const settled = vi.fn();
  void link.init.then(settled);
  return {
    host,
    frame,
    clock,
    link,
    channel,
    settled,
    hellos: () => host.posted.filter(({ targetOrigin }) => targetOrigin === '*'),
  };
}

describe('contract 2.1 the frame finds its host', () => {
  it('says hello at 0, 250, 1000, 3000 ms, then every 3 s, for 60 s', () => {
    const { clock, hellos } = setUp('port');
    expect(hellos()).toEqual([
      { targetOrigin: '*', data: { ns: 'sotto', type: 'hello', min: 2, max: 2, build: 'test' } },
    ]);
    clock.advance(3000);
    expect(hellos()).toHaveLength(4);
    clock.advance(6000);
    expect(hellos()).toHaveLength(6);
  });

  it('takes config, state and port from the first init, and stops saying hello', async () => {
    const { host, frame, link, channel, clock, hellos } = setUp();
    frame.deliver(init, host, host.origin, [channel.port2]);
    await expect(link.init).resolves.toMatchObject({ config: { barTitle: 'Help' }, state: { open: true } });
    clock.advance(60_000);
    expect(hellos()).toHaveLength(1);
    const sent: unknown[] = [];
    channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => sent.push(data);
    link.connection.note('onOpenChange', { value: true });
    await arrived();
    expect(sent).toEqual([{ t: 'note', name: 'onOpenChange', payload: { value: true } }]);
    link.close();
    channel.port1.close();
    expect(clock.pending()).toBe(0);
  });

  it('hears what the host said on the port before the handlers stood', async () => {
    const { host, frame, link, channel } = setUp();
    channel.port1.postMessage({ t: 'note', name: 'setOpen', payload: { open: true } });
    frame.deliver(init, host, host.origin, [channel.port2]);
    await arrived();
    const opened = vi.fn();
    link.connection.on('setOpen', opened);
    link.connection.start();
    await arrived();
    expect(opened).toHaveBeenCalledWith({ open: true });
    link.close();
    channel.port1.close();
  });

  it('goes on hearing raw messages of the same origin, answers them raw, and sends events to the port only', async () => {
    const { host, frame, link, channel } = setUp('port', []);
    frame.deliver(init, host, host.origin, [channel.port2]);
    link.connection.answer('stop', () => ({}));
    link.connection.start();
    frame.deliver({ type: 'stop', id: 7 }, host, host.origin);
    frame.deliver({ type: 'stop', id: 8 }, host, 'https://other.test');
    link.connection.note('onOpenChange', { value: true });
    await arrived();
    expect(host.posted.filter(({ targetOrigin }) => targetOrigin !== '*')).toEqual([
      { targetOrigin: host.origin, data: { type: 'response', id: 7, props: { value: {} } } },
    ]);
    link.close();
    channel.port1.close();
  });

  it.each([
    [
      'another window',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver(init, at.frame, at.host.origin, [at.channel.port2]);
      },
    ],
    [
      'A406 another origin',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver(init, at.host, 'https://shop.test.evil.test', [at.channel.port2]);
      },
    ],
    [
      'no port',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver(init, at.host, at.host.origin);
      },
    ],
    [
      'two ports',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver(init, at.host, at.host.origin, [at.channel.port1, at.channel.port2]);
      },
    ],
    [
      'another version',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver({ ...init, v: 3 }, at.host, at.host.origin, [at.channel.port2]);
      },
    ],
    [
      'another shape',
      (at: ReturnType<typeof setUp>) => {
        at.frame.deliver({ ...init, state: 'open' }, at.host, at.host.origin, [at.channel.port2]);
      },
    ],
  ])('does not believe an init with %s', async (_name, send) => {
    const at = setUp();
    send(at);
    await arrived();
    expect(at.settled).not.toHaveBeenCalled();
    at.link.close();
  });

  it('goes on in the raw form when no loader answers within 15 s', async () => {
    const { link, clock, settled } = setUp();
    clock.advance(14_999);
    await arrived();
    expect(settled).not.toHaveBeenCalled();
    clock.advance(1);
    await expect(link.init).resolves.toBeUndefined();
    expect(clock.pending()).toBe(0);
  });

  it('starts at once in the raw form, without a hello', async () => {
    const { link, host } = setUp('raw');
    await expect(link.init).resolves.toBeUndefined();
    expect(host.posted).toEqual([]);
  });

  it('opened as a page of its own, it talks to nobody', async () => {
    const { frame } = createWindowPair();
    frame.parent = frame;
    const link = connectToHost({
      window: frame.asWindow,
      form: 'port',
      allowedOrigins: [],
      build: 'test',
      clock: createTestClock(),
    });
    await expect(link.init).resolves.toBeUndefined();
    link.connection.note('onOpenChange', { value: true });
    expect(frame.posted).toEqual([]);
  });
});
