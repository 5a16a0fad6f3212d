import { readFileSync } from 'node:fs';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ApiError } from './apiError';
import { createLogger, describeFailure } from './logger';

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
};
const ofPostgres = (message: string, fields: object): Error => Object.assign(new Error(message), fields);

describe('SV-32 the line of a failure', () => {
  it.each([
    [
      'a query',
      new DrizzleQueryError(
        'insert into "users" values ($1)',
        ['ana@example.com'],
        ofPostgres('duplicate key value violates unique constraint "users_email_unique"', {
          code: '23505',
          constraint: 'users_email_unique',
          severity: 'ERROR',
        }),
      ),
      'duplicate key value violates unique constraint "…"',
    ],
    [
      'a query without a cause',
      new DrizzleQueryError('select * from users where email = $1', ['ana@example.com']),
      'Failed query: select * from users where email = $1',
    ],
    [
      'a file',
      thrownBy(() => readFileSync('/nowhere/file')),
      "ENOENT: no such file or directory, open '/nowhere/file'",
    ],
    [
      'a connection to two addresses',
      new Error('fetch failed', {
        cause: new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432'), new Error('connect EPERM')]),
      }),
      'connect ECONNREFUSED 127.0.0.1:5432',
    ],
    [
      'a text that is no JSON',
      thrownBy(() => JSON.parse('{"name": Ana Smith}') as unknown),
      `Unexpected token '…', "…" is not valid JSON`,
    ],
    [
      'a text with quotation marks in it',
      new Error('invalid input syntax for type json: "say "Ana Smith" aloud"'),
      'invalid input syntax for type json: "…"',
    ],
    [
      'our code',
      thrownBy(() => (undefined as unknown as { size: number }).size),
      'Cannot read properties of undefined',
    ],
    [
      'a mail',
      new Error("Can't send mail - all recipients were rejected: 550 <ana@example.com>: call +49 170 1234567"),
      "Can't send mail - all recipients were rejected: 550 <…>: call …",
    ],
    [
      'an address with a secret',
      new Error('POST https://user:pass@hooks.example.com/services/T0/B1?token=abc answered 500'),
      'POST https://hooks.example.com/… answered 500',
    ],
    [
      'a key',
      new Error('refused sk-proj-abcdef123456 and eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9x'),
      'refused [key] and …',
    ],
    [
      'a call',
      new ApiError('INTERNAL_SERVER_ERROR', 'Sign-in is not available', {
        cause: new Error('Better Auth created no code'),
      }),
      'Sign-in is not available: Better Auth created no code',
    ],
    [
      'a model, whose own words are in the field detail',
      new ApiError('BAD_GATEWAY', 'The model failed', { cause: new Error('quota') }),
      'The model failed',
    ],
    ['something that is no error', 'ana@example.com', 'A string was thrown'],
    ['an error without words', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'Error ECONNRESET'],
  ])('SV-32 says what happened to %s, without the data in it', (_, thrown, message) => {
    const line: string[] = [];
    createLogger('info', { now: () => 0 } as never, (text) => line.push(text)).error({
      event: 'failure',
      ...describeFailure(thrown),
    });
    const record = JSON.parse(line.join('')) as Record<string, unknown>;
    expect(String(record['message']).slice(0, message.length)).toBe(message);
    expect(line.join('')).not.toMatch(/ana@|Ana Smith|1234567|pass@|token=|abcdef/);
  });

  it('SV-32 names the constraint and the table of a refused row, which are names of ours', () => {
    const cause = ofPostgres('null value in column "text" violates not-null constraint', {
      code: '23502',
      severity: 'ERROR',
      table: 'messages',
      column: 'text',
      detail: 'Failing row contains (Ana).',
    });
    expect(describeFailure(new DrizzleQueryError('insert', [], cause))).toMatchObject({
      message: 'null value in column "…" violates not-null constraint',
      place: 'messages.text',
    });
    const unique = ofPostgres('duplicate key', { code: '23505', table: 'users', constraint: 'users_email_unique' });
    expect(describeFailure(unique)).toMatchObject({ place: 'users.users_email_unique' });
  });

  it('SV-32 leaves out the words of models and libraries, which may be of a conversation, and keeps those of the system', () => {
    const messageOf = (...of: Parameters<typeof describeFailure>) => String(describeFailure(...of)['message']);
    expect(messageOf(new Error('The model was asked Where does Ana live'), true)).toMatch(
      /^Error\. Details are left out/,
    );
    expect(messageOf(Object.assign(new Error('Ana'), { name: 'McpError' }))).toMatch(
      /^McpError\. Details are left out/,
    );
    expect(
      messageOf(
        thrownBy(() => readFileSync('/nowhere/file')),
        true,
      ),
    ).toMatch(/^ENOENT: no such file/);
    expect(messageOf(new ApiError('TOO_MANY_REQUESTS', 'The model is busy'), true)).toBe('The model is busy');
  });

  it('SV-32 is short, and made in linear time', () => {
    for (const piece of ['a', '"', "'", '1 ', 'a@', 'http://', 'sk-', '-']) {
      const message = String(describeFailure(new Error(piece.repeat(1_000_000)))['message']);
      expect(message.length).toBeLessThanOrEqual(301);
    }
  });
});
