// A page without a screen: time passes only while a reply is read, so that a run is the same on every machine.

const WORDS = 'A reply has words, **marks**, lists and `code`, and goes on for a while. ';
const TOKEN_LENGTH = 4;
/** Tokens of one read, and the time that passes until the next, in milliseconds. */
const TOKENS_PER_READ = 5;
const READ_MS = 25;
const FRAME_MS = 16;
const START = Date.UTC(2026, 10, 24);

/** The options of a widget whose next message is answered with so many characters. */
export function createPage(length) {
  const clock = createClock();
  const area = () => createArea(new Map());
  const never = () => () => undefined;
  return {
    options: {
      base: 'https://chat.example.com',
      integration: {
        integrationId: 'bench',
        version: 1,
        updatedAt: 0,
        config: {},
        allowedOrigins: [],
        imageOrigins: [],
        formOrigins: [],
        languages: [],
        features: { synthesize: false, unfurl: false, upload: false },
        limits: { attachmentMaxBytes: 10_485_760, attachmentsPerMessage: 10, textMaxLength: 32_768 },
      },
      createSession: async () => ({ conversationId: 'conv_bench', token: 'token', expiresAt: START + 86_400_000 }),
      environment: {
        clock,
        fetch: async () =>
          new Response(writeReply(length, clock), { headers: { 'Content-Type': 'text/event-stream' } }),
        localStorage: area(),
        sessionStorage: area(),
        locks: { hold: async (_, action) => action(new AbortController().signal) },
        // What is posted is copied, as a browser does.
        openChannel: () => ({ post: (message) => void structuredClone(message), onMessage: never, close: never }),
        connectivity: { isOnline: () => true, onChange: never },
        page: { isHidden: () => false, onVisibilityChange: never, onLeave: never, onReturn: never },
        onFrame: (callback) => clock.setTimer(callback, FRAME_MS),
        languages: ['en'],
        timeZone: 'UTC',
        userAgent: 'bench',
        matchesMedia: () => false,
        viewport: () => ({ width: 1280, height: 800 }),
        warn: () => undefined,
      },
    },
  };
}

/** The bytes of a reply; each read takes its time. */
function writeReply(length, clock) {
  const text = WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
  const encoder = new TextEncoder();
  let count = 0;
  let at = 0;
  const write = (type, data) => `id: run.${String((count += 1))}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  const reads = function* () {
    yield write('completeBegin', { id: 'run', conversationId: 'conv_bench', messageId: 'msg_reply' });
    while (at < length) {
      let read = '';
      for (let token = 0; token < TOKENS_PER_READ && at < length; token += 1) {
        read += write('token', { token: text.slice(at, at + TOKEN_LENGTH) });
        at += TOKEN_LENGTH;
      }
      yield read;
    }
    const result = { id: 'msg_reply', text, usage: { token: count }, end: { reason: 'stop' } };
    yield write('result', result) + write('completeEnd', { id: 'run' });
  };
  const written = reads();
  return new ReadableStream({
    pull(controller) {
      clock.advance(READ_MS);
      const { value, done } = written.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function createClock() {
  const timers = new Set();
  let now = START;
  return {
    now: () => now,
    setTimer(callback, delayMs) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      const due = [...timers].filter(({ at }) => at <= now).sort((first, second) => first.at - second.at);
      for (const timer of due) if (timers.delete(timer)) timer.callback();
    },
  };
}

/** A `Storage` in memory. */
function createArea(entries) {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}
