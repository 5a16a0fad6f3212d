// Strategies of keeping a conversation while its last message streams in.
// Each is { open?(messages), token(messages, last, t), flush?() }.
import { browserEnvironment, createWidget } from '@sotto/widget-core';
import { answerCalls, integration } from '../../contenders/_sottoApi.js';

/**
 * The real core without a screen: session, store, deltas to the other tabs, storage. `alone` denies it storage and
 * channels: its own floor.
 */
function sotto(label, alone) {
  let api, widget;
  const environment = () => ({
    ...browserEnvironment(window),
    ...(alone && { localStorage: undefined, sessionStorage: undefined, openChannel: () => undefined }),
  });
  const make = () => createWidget({ integration, base: location.origin, config: {}, environment: environment() });
  return {
    label,
    async open(messages) {
      api ??= answerCalls();
      widget = make();
      widget.conversation.setMessages(
        messages.map(({ id, role, text, at }) => ({ id, type: role === 'user' ? 'user' : 'bot', text, createdAt: at })),
      );
      widget.conversation.send({ message: 'Go' }).catch(() => undefined);
      await api.streaming();
    },
    token: (_messages, _last, token) => api.push(token),
    flush() {
      api.end();
    },
    close() {
      widget?.close();
    },
    /** The other tab of the same visitor. */
    join() {
      if (!alone) {
        api ??= answerCalls();
        widget = make();
      }
    },
  };
}

const raf = (f) => {
  let asked = false;
  return (...a) => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      f(...a);
    });
  };
};
const debounce = (f, ms) => {
  let t = 0,
    last;
  const g = (...a) => {
    last = a;
    if (!t)
      t = setTimeout(() => {
        t = 0;
        f(...last);
      }, ms);
  };
  g.flush = () => {
    clearTimeout(t);
    t = 0;
    if (last) f(...last);
  };
  return g;
};
const idb = () =>
  new Promise((res, rej) => {
    const q = indexedDB.open('perf', 1);
    q.onupgradeneeded = () => {
      q.result.createObjectStore('messages');
      q.result.createObjectStore('log', { autoIncrement: true });
    };
    q.onsuccess = () => res(q.result);
    q.onerror = () => rej(q.error);
  });
let db;
const put = (store, v, k) => db.transaction(store, 'readwrite', { durability: 'relaxed' }).objectStore(store).put(v, k);
const seedKeys = (ms) => ms.forEach((m) => localStorage.setItem(`m:${m.id}`, JSON.stringify(m)));
const whole = (ms) => localStorage.setItem('conversation', JSON.stringify(ms));
const one = (m) => localStorage.setItem(`m:${m.id}`, JSON.stringify(m));

export const strategies = {
  sotto: sotto('Sotto: the real core, storage and tabs', false),
  'sotto-alone': sotto('Sotto: the real core, storage and tabs denied (its own floor)', true),
  memory: { label: 'floor: memory only', token() {} },
  'ls-whole': { label: 'localStorage, whole conversation, every token', open: whole, token: whole },
  'ls-whole-frame': { label: 'localStorage, whole conversation, once a frame', open: whole, token: raf(whole) },
  'ls-whole-250': (() => {
    const d = debounce(whole, 250);
    return { label: 'localStorage, whole conversation, every 250 ms', open: whole, token: d, flush: d.flush };
  })(),
  'ls-message': {
    label: 'localStorage, last message only (a key a message), every token',
    open: seedKeys,
    token: (_ms, m) => one(m),
  },
  'ls-message-250': (() => {
    const d = debounce((_ms, m) => one(m), 250);
    return { label: 'localStorage, last message only, every 250 ms', open: seedKeys, token: d, flush: d.flush };
  })(),
  'idb-message': {
    label: 'IndexedDB, last message only, every token',
    open: (ms) => ms.forEach((m) => put('messages', m, m.id)),
    token: (_ms, m) => put('messages', m, m.id),
  },
  'idb-message-250': (() => {
    const d = debounce((_ms, m) => put('messages', m, m.id), 250);
    return {
      label: 'IndexedDB, last message only, every 250 ms',
      open: (ms) => ms.forEach((m) => put('messages', m, m.id)),
      token: d,
      flush: d.flush,
    };
  })(),
  'idb-whole': {
    label: 'IndexedDB, whole conversation, every token',
    open: (ms) => put('messages', ms, 'all'),
    token: (ms) => put('messages', ms, 'all'),
  },
  'idb-log': {
    label: 'IndexedDB, append each token to a log',
    open: (ms) => ms.forEach((m) => put('messages', m, m.id)),
    token: (_ms, m, t) => put('log', { id: m.id, t }),
  },
  'bc-whole': {
    label: 'BroadcastChannel, whole conversation, every token',
    open() {
      this.c = new BroadcastChannel('perf');
    },
    token(ms) {
      this.c.postMessage(ms);
    },
  },
  'bc-delta': {
    label: 'BroadcastChannel, the token only',
    open() {
      this.c = new BroadcastChannel('perf');
    },
    token(_ms, m, t) {
      this.c.postMessage({ id: m.id, t });
    },
  },
};

export async function runStrategy(name, messages, text, { rate = 100 } = {}) {
  const s = strategies[name];
  const ms = messages.map((m) => ({ ...m }));
  const last = { id: 'streaming', role: 'assistant', text: '', at: 1.7e12 };
  ms.push(last);
  const sync = [];
  const tokens = text.match(/[\s\S]{1,4}/g);
  const t0 = performance.now();
  for (let i = 0; i < tokens.length;) {
    const due = Math.min(tokens.length, Math.floor(((performance.now() - t0) / 1000) * rate) + 1);
    while (i < due) {
      const t = tokens[i++];
      last.text += t;
      const a = performance.now();
      s.token(ms, last, t);
      sync.push(performance.now() - a);
    }
    await new Promise((r) => setTimeout(r, 1000 / rate - 1));
  }
  s.flush?.();
  await new Promise((r) => setTimeout(r, 400));
  s.close?.();
  sync.sort((a, b) => a - b);
  return { tokens: tokens.length, syncWorst: sync.at(-1), syncP50: sync[sync.length >> 1] };
}
window.__storage = {
  async open(name, messages) {
    localStorage.clear();
    db?.close(); // an open connection would block the deletion
    await new Promise((r) => {
      const q = indexedDB.deleteDatabase('perf');
      q.onsuccess = q.onerror = r;
    });
    db = await idb();
    const s = strategies[name];
    await s.open?.([...messages]);
    await new Promise((r) => setTimeout(r, 500));
  },
  run: runStrategy,
  names: Object.keys(strategies),
  labels: Object.fromEntries(Object.entries(strategies).map(([k, v]) => [k, v.label])),
  join(name) {
    strategies[name].join?.();
  },
  leave(name) {
    strategies[name].close?.();
  },
  /** The second tab: takes what the first one sends, as a synced widget would. */
  listen() {
    window.__got = 0;
    addEventListener('storage', (e) => {
      window.__got++;
      if (e.newValue) JSON.parse(e.newValue);
    });
    new BroadcastChannel('perf').onmessage = (e) => {
      window.__got++;
      window.__last = e.data;
    };
  },
};
