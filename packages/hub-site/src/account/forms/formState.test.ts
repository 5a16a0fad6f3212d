import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../site/hubClient';
import { submitForm } from './formState';

const schema = v.object({ name: v.pipe(v.string(), v.maxLength(3)), size: v.pipe(v.number(), v.minValue(1)) });
const form = new URLSearchParams({ form: 'thing', name: 'long name', size: '0' });

describe('H-12 H-17 a form that was sent', () => {
  it('says what is wrong with each field and keeps what was typed', async () => {
    const answer = await submitForm(form, schema, { name: 'long name', size: 0 }, async () => 'done');
    expect(answer).toEqual({
      state: { name: 'thing', values: form, errors: { name: 'At most 3 characters.', size: 'At least 1.' } },
    });
  });

  it('names the fields in their order, with the words of the schema before those of its kind', async () => {
    const list = v.object({
      url: v.pipe(v.string(), v.minLength(2, 'Expected an address')),
      events: v.pipe(v.array(v.string()), v.minLength(1, 'Choose an event')),
      tags: v.pipe(v.array(v.string()), v.maxLength(1)),
      text: v.pipe(v.string(), v.minLength(1)),
    });
    const answer = await submitForm(form, list, { url: 'x', events: [], tags: ['a', 'b'], text: '' }, async () => 1);
    expect('state' in answer && Object.entries(answer.state.errors)).toEqual([
      ['url', 'Expected an address.'],
      ['events', 'Choose an event.'],
      ['tags', 'At most 1.'],
      ['text', 'This field is needed.'],
    ]);
  });

  it('keeps what was typed when the server refuses', async () => {
    const answer = await submitForm(form, schema, { name: 'abc', size: 1 }, () =>
      Promise.reject(new ApiFailure('LIMITS_REACHED', 'No room')),
    );
    expect(answer).toEqual({
      state: { name: 'thing', values: form, errors: {}, failure: { code: 'LIMITS_REACHED', message: 'No room' } },
    });
  });

  it('does its work, and hides no mistake of ours', async () => {
    expect(await submitForm(form, schema, { name: 'abc', size: 1 }, async ({ name }) => name)).toEqual({ done: 'abc' });
    await expect(
      submitForm(form, schema, { name: 'abc', size: 1 }, () => Promise.reject(new TypeError('x'))),
    ).rejects.toThrow(TypeError);
  });
});
