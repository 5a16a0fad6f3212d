import { describe, expect, it } from 'vitest';
import { PAYLOAD_MAX_BYTES, PAYLOAD_MAX_NODES, payloadProblem } from './payloadLimits';

function nested(depth: number): unknown {
  let value: unknown = 'leaf';
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

describe('contract 2.2 what may cross', () => {
  it.each([
    null,
    undefined,
    true,
    0,
    '',
    'text',
    [],
    {},
    { a: [1, { b: null, c: undefined }] },
    nested(32),
    Object.create(null),
  ])('passes plain data: %o', (value) => {
    expect(payloadProblem(value)).toBeUndefined();
  });

  it.each([
    new Map(),
    new Set(),
    new Date(),
    /x/,
    new Error('x'),
    new Uint8Array(2),
    new Blob(['x']),
    () => 1,
    Symbol('x'),
    1n,
    NaN,
    Infinity,
    [() => 1],
  ])('A408 refuses what is no plain data: %o', (value) => {
    expect(payloadProblem(value)).toBe('bad_payload');
  });

  it('passes files, which have limits of their own', () => {
    expect(payloadProblem({ attachments: [new File([new Uint8Array(PAYLOAD_MAX_BYTES)], 'big.bin')] })).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    expect(payloadProblem('x'.repeat(PAYLOAD_MAX_BYTES - 2))).toBeUndefined();
    expect(payloadProblem('x'.repeat(PAYLOAD_MAX_BYTES))).toBe('too_large');
    expect(payloadProblem('字'.repeat(PAYLOAD_MAX_BYTES / 2))).toBe('too_large');
    expect(payloadProblem(Array.from({ length: 9 }, () => 'x'.repeat(30_000)))).toBe('too_large');
  });

  it('counts values, also those of an array that has only a length', () => {
    expect(payloadProblem(Array.from({ length: PAYLOAD_MAX_NODES - 1 }, () => 1))).toBeUndefined();
    expect(payloadProblem(Array.from({ length: PAYLOAD_MAX_NODES }, () => 1))).toBe('too_large');
    expect(payloadProblem(new Array(1_000_000_000))).toBe('too_large');
  });

  it('ends at its depth, so that neither a cycle nor a tower of a million levels can hurt', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(payloadProblem(cycle)).toBe('too_large');
    expect(payloadProblem(nested(33))).toBe('too_large');
    expect(payloadProblem(nested(1_000_000))).toBe('too_large');
  });

  it.each(['{"__proto__":{"polluted":1}}', '{"a":[{"constructor":{"prototype":{"polluted":1}}}]}', '{"prototype":1}'])(
    'A409 refuses %s',
    (text) => {
      expect(payloadProblem(JSON.parse(text))).toBe('bad_payload');
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );
});
