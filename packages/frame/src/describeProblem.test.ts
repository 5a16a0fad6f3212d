import { WidgetError } from '@sotto/widget-core';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './describeProblem';

describe('W-37 a message of the host that cannot be used', () => {
  it('is described by its field and what was expected there', () => {
    const { issues } = v.safeParse(v.object({ open: v.boolean() }), { open: 'wide' });
    const problem = {
      code: 'bad_payload',
      name: 'setOpen',
      cause: new WidgetError('bad_payload', { cause: issues }),
    } as const;
    expect(describeProblem(problem)).toBe(
      'The message setOpen could not be used (bad_payload) and is ignored: its field open: Invalid type: Expected boolean but received "wide".',
    );
  });

  it('is described in our words when its shape is not the trouble', () => {
    expect(describeProblem({ code: 'busy', name: 'sendMessage', cause: new WidgetError('busy') })).toMatch(
      /^The message sendMessage could not be used \(busy\) and is ignored: \w/,
    );
  });

  it('that nobody knows is named, with those that are known', () => {
    expect(describeProblem({ code: 'unsupported', name: 'sendMesage' })).toMatch(
      /^The message sendMesage is not known and is ignored; known are restartConversation, .*logout\.$/,
    );
  });
});
