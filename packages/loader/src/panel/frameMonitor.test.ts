import { afterEach, describe, expect, it, vi } from 'vitest';
import { HELLO_TIMEOUT_MS, type Clock } from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import { ENGLISH } from '../words/english';
import { createFrameMonitor } from './frameMonitor';

/** A clock that a test moves, with one timer at a time as the watcher has it. */
function createTimer(): { clock: Clock; advance: (ms: number) => void } {
  let now = 0;
  let timer: { at: number; run: () => void } | undefined;
  return {
    clock: {
      now: () => now,
      setTimer(run, ms) {
        const mine = { at: now + ms, run };
        timer = mine;
        return () => {
          if (timer === mine) timer = undefined;
        };
      },
    },
    advance(ms) {
      now += ms;
      const due = timer && timer.at <= now ? timer : undefined;
      if (!due) return;
      timer = undefined;
      due.run();
    },
  };
}

function setUp() {
  const ending = new AbortController();
  const element = Object.assign(document.createElement('div'), { widgetId: 'demo' });
  const shadow = element.attachShadow({ mode: 'open' });
  const panel = document.createElement('div');
  shadow.append(panel);
  document.body.append(element);
  const emit = vi.fn(() => true);
  const retry = vi.fn();
  const setOpen = vi.fn();
  const { clock, advance } = createTimer();
  const host = {
    window,
    element,
    shadow,
    base: 'https://chat.test/integrations/widget/',
    state: { config: {}, words: ENGLISH },
    signal: ending.signal,
    emit,
    setOpen,
  };
  const trouble = createFrameMonitor(host as unknown as PanelHost, {
    panel,
    origin: 'https://chat.test',
    clock,
    retry,
  });
  return { ending, panel, emit, retry, setOpen, advance, trouble };
}

afterEach(() => {
  document.body.replaceChildren();
});

describe('2.7 a frame that says nothing', () => {
  it('becomes an error, a button to try again and the chat in a tab of its own', () => {
    const { panel, emit, retry, advance, trouble } = setUp();
    trouble.watch();
    advance(HELLO_TIMEOUT_MS - 1);
    expect(emit).not.toHaveBeenCalled();
    advance(1);
    expect(emit).toHaveBeenCalledWith('error', { code: 'frame_timeout', message: 'The chat did not answer in time' });
    // At once: where the frame cannot be loaded, another file cannot either.
    expect(panel.querySelector('[role=alert]')?.textContent).toContain('This chat is not available right now');
    expect(panel.querySelector('a')?.href).toBe('https://chat.test/w/demo');
    const button = panel.querySelector('button');
    expect(button?.textContent).toBe('Try again');
    button?.click();
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('can be closed, also where it covers the launcher', () => {
    const { panel, setOpen, trouble } = setUp();
    trouble.report('frame_timeout');
    const close = [...panel.querySelectorAll('button')].at(-1);
    expect(close?.textContent).toBe('Close chat');
    close?.click();
    expect(setOpen).toHaveBeenCalledWith(false, 'launcher');
  });

  it('is forgiven when it speaks after all', () => {
    const { panel, emit, advance, trouble } = setUp();
    trouble.watch();
    trouble.clear();
    advance(HELLO_TIMEOUT_MS);
    expect(emit).not.toHaveBeenCalled();
    trouble.report('frame_unstable');
    trouble.clear();
    expect(panel.querySelector('[role=alert]')).toBeNull();
  });

  it("is called blocked when the page's policy refused it", () => {
    const { emit, advance, trouble } = setUp();
    trouble.watch();
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), {
        blockedURI: 'https://chat.test/integrations/widget/demo/frame',
      }),
    );
    advance(HELLO_TIMEOUT_MS);
    expect(emit).toHaveBeenCalledWith('error', expect.objectContaining({ code: 'frame_blocked' }));
  });

  it('is called late, not blocked, when the policy let it in at the next attempt', () => {
    const { emit, advance, trouble } = setUp();
    trouble.watch();
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { blockedURI: 'https://chat.test/integrations/x' }),
    );
    trouble.watch();
    advance(HELLO_TIMEOUT_MS);
    expect(emit).toHaveBeenCalledWith('error', expect.objectContaining({ code: 'frame_timeout' }));
  });

  it('is not spoken of once the widget is gone', () => {
    const { ending, emit, advance, trouble } = setUp();
    trouble.watch();
    ending.abort();
    advance(HELLO_TIMEOUT_MS);
    expect(emit).not.toHaveBeenCalled();
  });
});
