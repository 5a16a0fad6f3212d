import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../testing/fuzzRuns';
import { createConnection, type ConnectionProblem } from './connection';
import type { Endpoint } from './endpoints';
import { readEnvelope, readRaw } from './envelope';
import type { Envelope } from './payloads';
import { readHello, readInit } from './handshake';
import { frameToHost, hostToFrame } from './messages';
import { arrived, createTestClock } from './testWindows';

const WORDS = [
  ...Object.keys(hostToFrame),
  ...Object.keys(frameToHost),
  'constructor',
  '__proto__',
  'toString',
  'then',
  'response',
  'hello',
  'init',
  'req',
  'res',
  'err',
  'note',
  'sotto',
  '',
];
const KEYS = [
  't',
  'id',
  'name',
  'payload',
  'value',
  'error',
  'type',
  'props',
  'ns',
  'v',
  'min',
  'max',
  'message',
  'open',
  'meta',
  'functions',
  'contact',
  'constructor',
  'prototype',
  'text',
  'config',
  'state',
];
const LARGE = 'x'.repeat(400_000);
const CYCLE: unknown[] = [];
CYCLE.push(CYCLE);

const word = fc.constantFrom(...WORDS);
const leaf = fc.oneof(
  word,
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    -1,
    1.5,
    NaN,
    2n,
    LARGE,
    new Map([['a', 1]]),
    new Date(0),
    /x/,
    new Uint8Array(9),
    () => 1,
    Symbol('s'),
    CYCLE,
  ),
);
/** Whatever a window can send and more: wire forms of ours with anything inside them, and anything at all. */
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    leaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('any'), { maxKeys: 6 }),
    fc.record({
      t: fc.constantFrom('req', 'note', 'res', 'err'),
      id: fc.constantFrom<unknown>(1, 'a', {}),
      name: word,
      payload: tie('any'),
    }),
    fc.record({ type: word, id: fc.constantFrom(1, undefined), props: tie('any') }),
    fc
      .constant('{"t":"note","name":"setMeta","payload":{"meta":{"__proto__":{"polluted":1}}}}')
      .map((text) => JSON.parse(text) as unknown),
  ),
}));
/** Shrinking would run every message of a failing case again and again; a case is small enough to be read. */
const RUNS = { ...FUZZ, numRuns: (FUZZ.numRuns ?? 0) * 10, endOnFailure: true };

describe('A408 A409 foreign data of every kind', () => {
  it('is dropped or refused, throws nothing and changes no prototype', async () => {
    const replies: Envelope[] = [];
    const problems: ConnectionProblem[] = [];
    let deliver: Parameters<Endpoint['listen']>[0] = () => undefined;
    const endpoint: Endpoint = {
      send: () => undefined,
      listen: (receive) => {
        deliver = receive;
      },
      close: () => undefined,
    };
    const connection = createConnection({
      endpoint,
      outgoing: frameToHost,
      incoming: hostToFrame,
      clock: createTestClock(),
      onProblem: (problem) => {
        problems.push(problem);
      },
    });
    connection.answer('setMeta', () => ({}));
    connection.answer('configure', () => ({}));
    connection.on('setOpen', () => undefined);
    connection.start();

    const window = {} as Window;
    fc.assert(
      fc.property(any, any, any, (...messages) => {
        for (const data of messages) {
          for (const envelope of [readEnvelope(data), readRaw(data)])
            if (envelope) deliver(envelope, (reply) => replies.push(reply));
          readHello({ source: window, origin: 'https://chat.test', data }, { window, origin: 'https://chat.test' });
          readInit(
            { source: window, origin: 'https://shop.test', data, ports: [{} as MessagePort] },
            { window, isAllowedOrigin: () => true },
          );
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      RUNS,
    );
    await arrived();

    expect(problems.length).toBeGreaterThan(RUNS.numRuns / 10);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['bad_payload', 'too_large', 'unsupported']));
    expect(replies.length).toBeGreaterThan(RUNS.numRuns / 100);
  });
});
