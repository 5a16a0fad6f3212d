import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerHellos } from './hostHandshake';

const ORIGIN = 'https://chat.test';
const hello = { ns: 'sotto', type: 'hello', min: 2, max: 2, build: 'test' };
const media = {
  mobile: false,
  width: 1,
  height: 1,
  scheme: 'light' as const,
  reducedMotion: false,
  highContrast: false,
  keyboardInset: 0,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
  touch: false,
};
let ending = new AbortController();
afterEach(() => {
  ending.abort();
  ending = new AbortController();
});

function setUp() {
  let now = 0;
  const target = { postMessage: vi.fn() };
  const host = new EventTarget();
  const connections = vi.fn();
  const troubles: string[] = [];
  answerHellos({
    window: host as Window,
    origin: ORIGIN,
    signal: ending.signal,
    frame: () => ({ contentWindow: target }) as unknown as HTMLIFrameElement,
    clock: { now: () => now, setTimer: () => () => undefined },
    init: () => ({ instance: 'one', config: {}, state: { open: true, maximized: false }, media, capabilities: [] }),
    onConnection: connections,
    onTrouble: (code) => troubles.push(code),
  });
  const post = (data: unknown, source: unknown = target, origin = ORIGIN): void => {
    host.dispatchEvent(Object.assign(new Event('message'), { data, source, origin, ports: [] }));
  };
  return {
    target,
    connections,
    troubles,
    say: post,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('contract 2.1 the host answers its frame', () => {
  it('A404 with one port and the present state, to the exact origin', () => {
    const { target, connections, say: post } = setUp();
    post(hello);
    expect(connections).toHaveBeenCalledTimes(1);
    expect(target.postMessage).toHaveBeenCalledTimes(1);
    const [init, origin, ports] = target.postMessage.mock.calls[0] as [
      { v: number; state: object },
      string,
      MessagePort[],
    ];
    expect([init.v, init.state, origin, ports.length]).toEqual([2, { open: true, maximized: false }, ORIGIN, 1]);
  });

  it.each([
    ['A403 another window', {}, ORIGIN],
    ['no window', null, ORIGIN],
    ['A406 a longer origin', undefined, `${ORIGIN}.evil.test`],
    ['another port', undefined, `${ORIGIN}:444`],
    ['http', undefined, 'http://chat.test'],
    ['null', undefined, 'null'],
  ])('A403 gives no port to %s', (_name, source, origin) => {
    const { target, say: post } = setUp();
    post(hello, source === undefined ? target : source, origin);
    expect(target.postMessage).not.toHaveBeenCalled();
  });

  it('says so when there is no version in common', () => {
    const { target, troubles, say: post } = setUp();
    post({ ...hello, min: 3, max: 4 });
    expect(troubles).toEqual(['protocol_mismatch']);
    expect(target.postMessage).not.toHaveBeenCalled();
  });

  it('gives a frame that comes back a new port, at most three in a minute', () => {
    const { target, troubles, say: post, wait } = setUp();
    for (let round = 0; round < 4; round += 1) {
      post(hello);
      wait(1000);
    }
    expect(target.postMessage).toHaveBeenCalledTimes(3);
    expect(troubles).toEqual(['frame_unstable']);
    wait(60_000);
    post(hello);
    expect(target.postMessage).toHaveBeenCalledTimes(4);
  });

  it('answers once what was said again while the page was busy: the frame is not unstable', () => {
    const { target, troubles, say: post } = setUp();
    for (let round = 0; round < 6; round += 1) post(hello);
    expect(target.postMessage).toHaveBeenCalledTimes(1);
    expect(troubles).toEqual([]);
  });

  it('hears nothing after the end', () => {
    const { target, say: post } = setUp();
    ending.abort();
    post(hello);
    expect(target.postMessage).not.toHaveBeenCalled();
  });
});
