import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createDiagramSandbox,
  DRAW_TIMEOUT_MS,
  DRAW_TOTAL_MS,
  IDLE_MS,
  MAX_DIAGRAM_LINES,
  PAGE_TIMEOUT_MS,
} from './diagramSandbox';

const COLORS = { scheme: 'light', ground: '#ffffff', text: '#000000', accent: '#123456' } as const;
const PICTURE = { svg: '<svg/>', width: 10, height: 20 };

/** An iframe as far as it matters here: it has a window that hears what is asked, and can be removed. */
class FakeFrame extends EventTarget {
  readonly rules = new Set<string>();
  readonly sandbox = {
    add: (...rules: readonly string[]) => {
      for (const rule of rules) this.rules.add(rule);
    },
  };
  readonly style = {};
  readonly contentWindow: { readonly postMessage: (request: { id: number; source: string }) => void };
  readonly #frames: FakeFrame[];
  constructor(ask: (request: { id: number; source: string }) => void, frames: FakeFrame[]) {
    super();
    this.#frames = frames;
    this.contentWindow = { postMessage: ask };
  }
  remove(): void {
    this.#frames.splice(this.#frames.indexOf(this), 1);
  }
}

/** The page that draws, played by the test: it says what the test tells it to say. */
function setUp() {
  const frames: FakeFrame[] = [];
  const requests: { id: number; source: string }[] = [];
  const view = new EventTarget();
  const page = {
    hidden: false,
    defaultView: view,
    createElement: () =>
      new FakeFrame((request) => {
        requests.push(request);
      }, frames),
    body: {
      append: (frame: FakeFrame) => {
        frames.push(frame);
      },
    },
  };
  const sandbox = createDiagramSandbox('https://chat.example.com/diagram.html', page as unknown as Document);
  const post = (data: object, source: unknown = frames[0]?.contentWindow) => {
    view.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  };
  const outcome = (promise: Promise<unknown>) => {
    const seen: { value?: unknown } = {};
    void promise.then((value) => {
      seen.value = value;
    });
    return seen;
  };
  return {
    sandbox,
    frames,
    frame: () => frames[0],
    say: post,
    ready: () => {
      post({ type: 'sotto-diagram-ready' });
    },
    asked: requests,
    outcome,
    page,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('W-18 the page that draws', () => {
  it('is opened for the first diagram, without an origin, and used again', async () => {
    const { sandbox, frames, frame, ready, say: post, asked: requests, outcome } = setUp();
    expect(frame()).toBeUndefined();
    const first = outcome(sandbox.draw('one', COLORS));
    const second = outcome(sandbox.draw('two', COLORS));
    expect(frames).toHaveLength(1);
    expect([...(frame()?.rules ?? [])]).toEqual(['allow-scripts']);
    ready();
    expect(requests.map(({ source }) => source)).toEqual(['one']);
    post({ type: 'sotto-diagram-drawn', id: 1, ...PICTURE });
    expect(requests.map(({ source }) => source)).toEqual(['one', 'two']);
    post({ type: 'sotto-diagram-failed', id: 2 });
    await vi.advanceTimersByTimeAsync(0);
    expect(first.value).toEqual(PICTURE);
    expect(second.value).toEqual({ failure: 'failed' });
    expect(frames).toHaveLength(1);
  });

  it('is removed when it has been idle, and opened again for the next diagram', async () => {
    const { sandbox, frame, ready, say: post, outcome } = setUp();
    outcome(sandbox.draw('one', COLORS));
    ready();
    post({ type: 'sotto-diagram-drawn', id: 1, ...PICTURE });
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(frame()).toBeUndefined();
    outcome(sandbox.draw('two', COLORS));
    expect(frame()).toBeDefined();
  });

  it('is believed only when the message is its own', async () => {
    const { sandbox, ready, say: post, outcome } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    ready();
    post({ type: 'sotto-diagram-drawn', id: 1, ...PICTURE }, {});
    post({ type: 'sotto-diagram-drawn', id: 7, ...PICTURE });
    await vi.advanceTimersByTimeAsync(0);
    expect(first.value).toBeUndefined();
  });
});

describe('A304 a diagram that has the page stuck', () => {
  it('is given up after two seconds of silence; the page is removed and the next one drawn in a new one', async () => {
    const { sandbox, frame, ready, say: post, asked: requests, outcome } = setUp();
    const first = outcome(sandbox.draw('endless', COLORS));
    const second = outcome(sandbox.draw('two', COLORS));
    ready();
    const stuck = frame();
    await vi.advanceTimersByTimeAsync(DRAW_TIMEOUT_MS);
    expect(first.value).toEqual({ failure: 'too-large' });
    expect(frame()).not.toBe(stuck);
    ready();
    expect(requests.at(-1)?.source).toBe('two');
    post({ type: 'sotto-diagram-drawn', id: 2, ...PICTURE });
    await vi.advanceTimersByTimeAsync(0);
    expect(second.value).toEqual(PICTURE);
  });

  it('may take longer while its parts are loaded, but not for ever', async () => {
    const { sandbox, ready, say: post, outcome } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    ready();
    for (let passed = 0; passed < DRAW_TOTAL_MS - 1000; passed += 1000) {
      post({ type: 'sotto-diagram-alive' });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(first.value).toBeUndefined();
    post({ type: 'sotto-diagram-alive' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(first.value).toEqual({ failure: 'too-large' });
  });

  it('is not even begun when it is too long', async () => {
    const { sandbox, frame } = setUp();
    expect(await sandbox.draw('x\n'.repeat(MAX_DIAGRAM_LINES), COLORS)).toEqual({ failure: 'too-large' });
    expect(frame()).toBeUndefined();
  });

  it('is not given up while the browser slows the page down in the background', async () => {
    const { sandbox, ready, outcome, page } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    ready();
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(2 * DRAW_TIMEOUT_MS);
    expect(first.value).toBeUndefined();
  });

  it('and what waits for a page that has loaded without a word fails', async () => {
    const { sandbox, frame, outcome } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    frame()?.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(DRAW_TIMEOUT_MS);
    expect(first.value).toEqual({ failure: 'failed' });
    expect(frame()).toBeUndefined();
  });

  it('and so does what waits for a page that never comes', async () => {
    const { sandbox, frame, outcome } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    await vi.advanceTimersByTimeAsync(PAGE_TIMEOUT_MS);
    expect(first.value).toEqual({ failure: 'failed' });
    expect(frame()).toBeUndefined();
  });

  it('leaves nothing behind when the widget is gone', async () => {
    const { sandbox, frame, ready, outcome } = setUp();
    const first = outcome(sandbox.draw('one', COLORS));
    ready();
    sandbox.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(first.value).toEqual({ failure: 'failed' });
    expect(frame()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
