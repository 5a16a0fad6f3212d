import { WidgetError } from '@sotto/widget-core';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeCause } from './connectHost';

describe('W-37 a message of the host that cannot be used', () => {
  it('is described by its field and what was expected there', () => {
    const { issues } = v.safeParse(v.object({ open: v.boolean() }), { open: 'wide' });
    expect(describeCause(new WidgetError('bad_payload', { cause: issues }))).toBe(': its field open: Invalid type: Expected boolean but received "wide"');
  });

  it('is described in our words when its shape is not the trouble', () => {
    expect(describeCause(new WidgetError('busy'))).toMatch(/^: \w/);
    expect(describeCause(undefined)).toBe('');
  });
});
