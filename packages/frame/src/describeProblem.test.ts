import { WidgetError } from '@sotto/widget-core';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './describeProblem';

describe('W-37 a message of the host that cannot be used', () => {
  it('is described by its field and what was expected there', () => {
    const { issues } = v.safeParse(v.object({ open: v.boolean() }), { open: 'wide' });
    const problem = { code: 'bad_payload', name: 'setOpen', cause: new WidgetError('bad_payload', { cause: issues }) } as const;
    expect(describeProblem(problem)).toBe('The message setOpen could not be used (bad_payload): its field open: Invalid type: Expected boolean but received "wide".');
  });

  it('is described in our words when its shape is not the trouble', () => {
    expect(describeProblem({ code: 'busy', name: 'sendMessage', cause: new WidgetError('busy') })).toMatch(/^The message sendMessage could not be used \(busy\): \w/);
    expect(describeProblem({ code: 'unsupported', name: 'dance' })).toBe('The message dance could not be used (unsupported).');
  });
});
