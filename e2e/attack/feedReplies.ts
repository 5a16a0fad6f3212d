/**
 * How fast pieces come: one for every frame that is painted, or the next as soon as the one before has been drawn into
 * the page.
 */
export type Pace = 'frame' | 'step';

/** What `feedReplies` leaves in the frame. */
export interface Feed {
  readonly pace: Pace;
  /** The next reply. */
  pieces: string[];
  /** Settles when the last one has been read and drawn to its end. */
  done: Promise<void>;
}

/**
 * Answers what the frame asks a model for, in the frame itself: pieces come one by one, and each of them is drawn
 * before the next.
 * Everything behind `fetch` is the real thing. Runs in the page, so it uses nothing from outside itself.
 */
export function feedReplies(pace: Pace): void {
  const page = window as unknown as { __feed: Feed };
  const realFetch = window.fetch.bind(window);
  const realTimer = window.setTimeout.bind(window);
  const realFrame = window.requestAnimationFrame.bind(window);
  const soon = createSoon();
  if (pace === 'step') hurry();

  page.__feed = { pace, pieces: [], done: Promise.resolve() };
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (init?.method !== 'POST' || !/\/conversation\/[^/]+\/complete$/.test(url)) return realFetch(input, init);
    const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    page.__feed.done = write(stream.writable.getWriter(), page.__feed.pieces);
    return Promise.resolve(new Response(stream.readable, { headers: { 'Content-Type': 'text/event-stream' } }));
  };

  async function write(
    writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
    pieces: readonly string[],
  ): Promise<void> {
    const encoder = new TextEncoder();
    const id = `r_${Math.random().toString(36).slice(2)}`;
    let count = 0;
    const send = async (event: string, data: object): Promise<void> => {
      count += 1;
      await writer.write(
        encoder.encode(`id: ${id}.${String(count)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      );
    };
    try {
      await send('completeBegin', {
        id,
        conversationId: 'c_0123456789abcdef',
        messageId: `m_${id}`,
        userMessageId: `u_${id}`,
      });
      for (const token of pieces) {
        await send('token', { token });
        await drawn();
      }
      await send('result', {
        id: `m_${id}`,
        text: pieces.join(''),
        usage: { token: 1 },
        end: { reason: 'stop' },
        userMessageId: `u_${id}`,
      });
      await send('completeEnd', { id });
      await writer.close();
    } catch {
      // The frame hung up: nobody reads any more.
    }
    await drawn();
  }

  /** Reading, pacing and drawing take a task each; React draws in the one in which the text has come. */
  async function drawn(): Promise<void> {
    if (pace === 'frame') await new Promise((resolve) => realFrame(() => realTimer(resolve, 0)));
    else for (let task = 0; task < 5; task += 1) await new Promise<void>(soon);
  }

  /** Frames and short timers come at once. */
  function hurry(): void {
    const waiting = new Map<number, () => void>();
    let next = 1_000_000_000;
    const put = (work: () => void): number => {
      const id = next++;
      waiting.set(id, work);
      soon(() => {
        const due = waiting.get(id);
        waiting.delete(id);
        due?.();
      });
      return id;
    };
    const cancelFrame = window.cancelAnimationFrame.bind(window);
    const cancelTimer = window.clearTimeout.bind(window);
    window.requestAnimationFrame = (callback) =>
      put(() => {
        callback(performance.now());
      });
    window.cancelAnimationFrame = (id) => {
      if (!waiting.delete(id)) cancelFrame(id);
    };
    window.setTimeout = ((work: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
      delay > 30
        ? realTimer(work, delay, ...args)
        : put(() => {
            work(...args);
          })) as typeof window.setTimeout;
    window.clearTimeout = ((id: number) => {
      if (!waiting.delete(id)) cancelTimer(id);
    }) as typeof window.clearTimeout;
  }

  /** A task of its own without the delay that timers inside timers have. */
  function createSoon(): (work: () => void) => void {
    const { port1, port2 } = new MessageChannel();
    const works: (() => void)[] = [];
    port1.onmessage = () => {
      works.shift()?.();
    };
    return (work) => {
      works.push(work);
      port2.postMessage(null);
    };
  }
}
