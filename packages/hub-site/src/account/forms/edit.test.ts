import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../site/hubClient';
import { compareEdit, editFields, saveEdit, type Stored } from './edit';
import type { FormState } from './formState';

const schema = v.object({
  name: v.string(),
  text: v.pipe(v.string(), v.maxLength(40)),
  config: v.object({ intro: v.string(), tools: v.boolean() }),
});
const read = (form: URLSearchParams) => ({
  name: form.get('name') ?? '',
  text: form.get('text') ?? '',
  config: { intro: form.get('intro') ?? '', tools: form.has('tools') },
});

/** A thing on a server that counts versions. */
function setUp(fields: JsonObject = { name: 'N', text: 'one\ntwo', config: { intro: 'Hi', tools: false } }) {
  let stored: Stored = { state: 1, fields };
  const load = async (): Promise<Stored> => stored;
  const change = (changes: JsonObject): void => {
    stored = { state: stored.state + 1, fields: { ...stored.fields, ...changes } };
  };
  /** A form as it is shown now, with these fields filled in otherwise. */
  const shown = (typed: Record<string, string> = {}): URLSearchParams => {
    const {
      name,
      text,
      config: { intro, tools },
    } = v.parse(schema, stored.fields);
    return new URLSearchParams({
      form: 'thing',
      ...editFields(stored),
      name,
      text,
      intro,
      ...(tools && { tools: 'on' }),
      ...typed,
    });
  };
  const save = (form: URLSearchParams) =>
    saveEdit(form, schema, read(form), {
      load,
      async save(value, state) {
        if (state !== undefined && state !== stored.state)
          throw new ApiFailure('CONFLICT', 'This was changed in the meantime');
        change(value);
        return 'done';
      },
    });
  const state = (answer: Awaited<ReturnType<typeof save>>): FormState => {
    if (!('state' in answer)) throw new Error('saved');
    return answer.state;
  };
  const compare = (form: URLSearchParams) => compareEdit(form, read(form), stored.fields);
  return { load, change, shown, save, state, compare, stored: () => stored.fields };
}

describe('FH-8 a form whose thing was changed elsewhere', () => {
  it('FH-8: saves nothing where both changed the same field, and names the field', async () => {
    const { shown, change, save, state, compare, stored } = setUp();
    const form = shown({ text: 'mine' });
    change({ text: 'theirs' });
    expect(state(await save(form))).toMatchObject({ name: 'thing', values: form, failure: { code: 'CONFLICT' } });
    expect(stored()).toMatchObject({ text: 'theirs' });
    expect(compare(form)).toEqual({ clashes: new Set(['text']), merged: new Set() });
  });

  it('FH-8: keeps both changes where they were made in different fields, also inside an object', async () => {
    const { shown, change, save, stored } = setUp();
    const form = shown({ intro: 'Mine' });
    change({ name: 'Theirs', config: { intro: 'Hi', tools: true } });
    expect(await save(form)).toEqual({ done: 'done', hasMerged: true });
    expect(stored()).toEqual({ name: 'Theirs', text: 'one\ntwo', config: { intro: 'Mine', tools: true } });
  });

  it('FH-8: a field that was not touched shows what is stored now, beside one that clashes', async () => {
    const { shown, change, save, state, compare } = setUp();
    const form = shown({ text: 'mine' });
    change({ text: 'theirs', name: 'Theirs' });
    state(await save(form));
    expect(compare(form)).toEqual({ clashes: new Set(['text']), merged: new Set(['name']) });
  });

  it('FH-8: is no clash when both typed the same, or when only line ends differ', async () => {
    const { shown, change, save, stored } = setUp();
    const form = shown({ name: 'Same', text: 'one\r\ntwo' });
    change({ name: 'Same', text: 'changed' });
    expect(await save(form)).toEqual({ done: 'done', hasMerged: true });
    expect(stored()).toMatchObject({ name: 'Same', text: 'changed' });
  });

  it('FH-8: is saved as chosen, field by field', async () => {
    const { shown, change, save, state, stored } = setUp();
    const form = shown({ text: 'mine', intro: 'mine, too' });
    change({ text: 'theirs', config: { intro: 'theirs, too', tools: true } });
    state(await save(form));
    const again = new URLSearchParams([...form, ['keep-text', 'stored'], ['keep-intro', 'mine']]);
    again.set('state', '2');
    // The page shows what is stored in fields that were not touched.
    again.set('tools', 'on');
    expect(await save(again)).toEqual({ done: 'done', hasMerged: false });
    expect(stored()).toMatchObject({ text: 'theirs', config: { intro: 'mine, too', tools: true } });
  });

  it('FH-8: a third change while choosing is a conflict again', async () => {
    const { shown, change, save, state, stored, compare } = setUp();
    const form = shown({ text: 'mine' });
    change({ text: 'theirs' });
    state(await save(form));
    change({ text: 'the third' });
    form.set('state', '2');
    form.set('keep-text', 'mine');
    expect(state(await save(form)).failure?.code).toBe('CONFLICT');
    expect(stored()).toMatchObject({ text: 'the third' });
    expect(compare(form).clashes).toEqual(new Set(['text']));
  });

  it('FH-8: says another conflict as it was said', async () => {
    const { shown, load } = setUp();
    const form = shown();
    const answer = await saveEdit(form, schema, read(form), {
      load,
      save: () => Promise.reject(new ApiFailure('CONFLICT', 'No address is free for this name')),
    });
    expect(answer).toMatchObject({ state: { failure: { message: 'No address is free for this name' } } });
  });

  it('FH-8: what is wrong with a field is said first, with the choices kept', async () => {
    const { shown, change, save, state, compare } = setUp();
    const form = shown({ text: 'm'.repeat(50) });
    change({ text: 'theirs' });
    form.set('keep-text', 'stored');
    expect(state(await save(form)).errors).toEqual({ text: 'At most 40 characters.' });
    expect(compare(form).clashes).toEqual(new Set(['text']));
  });
});
