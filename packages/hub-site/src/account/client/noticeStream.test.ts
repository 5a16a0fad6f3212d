import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from './noticeStream';

class FakeSource extends EventTarget {
  static readonly all: FakeSource[] = [];
  readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    FakeSource.all.push(this);
  }
  say(name: string): void {
    this.dispatchEvent(new Event(name));
  }
  close(): void {
    this.readyState = 2;
  }
}

const view = { document: { hidden: false }, EventSource: FakeSource };
const open = (onChange = vi.fn()) => ({ onChange, stream: openStream(view as never, '/stream', onChange) });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all.length = 0;
  view.document.hidden = false;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a stream of notices', () => {
  it('counts as open from its first event on, and asks for a reading then and with every change', () => {
    const { stream, onChange } = open();
    expect(stream.isOpen()).toBe(false);
    FakeSource.all[0]?.say('ready');
    FakeSource.all[0]?.say('change');
    FakeSource.all[0]?.say('beat');
    expect(stream.isOpen()).toBe(true);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('OW-26: reports a visitor who types, without asking for a reading', () => {
    const [onChange, onTyping] = [vi.fn(), vi.fn()];
    const stream = openStream(view as never, '/stream', onChange, onTyping);
    FakeSource.all[0]?.say('typing');
    expect([onTyping.mock.calls.length, onChange.mock.calls.length, stream.isOpen()]).toEqual([1, 0, true]);
  });

  it('does not count any more when it is silent, and is opened anew', () => {
    const { stream } = open();
    FakeSource.all[0]?.say('ready');
    vi.advanceTimersByTime(41_000);
    expect(stream.isOpen()).toBe(false);
    stream.check();
    expect(FakeSource.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
  });

  it('is asked for again half a minute after a refusal', () => {
    const { stream } = open();
    FakeSource.all[0]?.close();
    FakeSource.all[0]?.say('error');
    stream.check();
    expect(FakeSource.all).toHaveLength(1);
    vi.advanceTimersByTime(31_000);
    stream.check();
    expect(FakeSource.all).toHaveLength(2);
  });

  it('is closed in a tab that is not seen, and opened at once when it is seen again', () => {
    const { stream } = open();
    FakeSource.all[0]?.say('ready');
    view.document.hidden = true;
    stream.close();
    stream.check();
    expect(FakeSource.all.map(({ readyState }) => readyState)).toEqual([2]);
    view.document.hidden = false;
    stream.check();
    expect(FakeSource.all).toHaveLength(2);
  });
});
