import { describe, expect, it } from 'vitest';
import { createConnection, type ConnectionProblem } from './connection';
import type { Endpoint } from './endpoints';
import { readEnvelope, readRaw, type Envelope } from './envelope';
import { readHello, readInit } from './handshake';
import { frameToHost, hostToFrame } from './messages';
import { arrived, createTestClock } from './testWindows';

/** Mulberry32: small, seeded, the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [...Object.keys(hostToFrame), ...Object.keys(frameToHost), 'constructor', '__proto__', 'toString', 'then', 'response', 'hello', 'init', 'req', 'res', 'err', 'note', 'sotto', ''];
const KEYS = ['t', 'id', 'name', 'payload', 'value', 'error', 'type', 'props', 'ns', 'v', 'min', 'max', 'message', 'open', 'meta', 'functions', 'contact', 'constructor', 'prototype', 'text', 'config', 'state'];

function createForeignData(random: () => number): (depth?: number) => unknown {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  function any(depth = 0): unknown {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const leaf = (): unknown =>
      pick([null, undefined, true, -1, 1.5, NaN, 2n, pick(WORDS), 'x'.repeat(400_000), new Map([['a', 1]]), new Date(0), /x/, new Uint8Array(9), () => 1, Symbol('s'), cycle]);
    if (depth > 4 || random() < 0.3) return leaf();
    if (random() < 0.25) return Array.from({ length: Math.floor(random() * 4) }, () => any(depth + 1));
    const entries = Array.from({ length: 1 + Math.floor(random() * 6) }, () => [pick(KEYS), any(depth + 1)] as const);
    const shape: unknown = pick([
      {},
      { t: pick(['req', 'note', 'res', 'err']), id: pick([1, 'a', {}]), name: pick(WORDS), payload: any(depth + 1) },
      { type: pick(WORDS), id: pick([1, undefined]), props: any(depth + 1) },
      JSON.parse('{"t":"note","name":"setMeta","payload":{"meta":{"__proto__":{"polluted":1}}}}'),
    ]);
    return Object.assign(shape as object, Object.fromEntries(entries.filter(() => random() < 0.4)));
  }
  return any;
}

describe('A408 A409 foreign data of every kind', () => {
  it('is dropped or refused, throws nothing and changes no prototype, 4,000 times', async () => {
    const any = createForeignData(createRandom(20_261_121));
    const replies: Envelope[] = [];
    const problems: ConnectionProblem[] = [];
    let deliver: Parameters<Endpoint['listen']>[0] = () => undefined;
    const endpoint: Endpoint = { send: () => undefined, listen: (receive) => { deliver = receive; }, close: () => undefined };
    const connection = createConnection({ endpoint, outgoing: frameToHost, incoming: hostToFrame, clock: createTestClock(), onProblem: (problem) => { problems.push(problem); } });
    connection.answer('setMeta', () => ({}));
    connection.answer('configure', () => ({}));
    connection.on('setOpen', () => undefined);
    connection.start();

    const window = {} as Window;
    for (let round = 0; round < 4000; round += 1) {
      const data = any();
      for (const envelope of [readEnvelope(data), readRaw(data)]) if (envelope) deliver(envelope, (reply) => replies.push(reply));
      readHello({ source: window, origin: 'https://chat.test', data }, { window, origin: 'https://chat.test' });
      readInit({ source: window, origin: 'https://shop.test', data, ports: [{} as MessagePort] }, { window, isAllowedOrigin: () => true });
      if (round % 50 === 0) await arrived();
    }
    await arrived();

    expect(problems.length).toBeGreaterThan(500);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['bad_payload', 'too_large', 'unsupported']));
    expect(replies.length).toBeGreaterThan(100);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
