import type { frameEvents } from '@sotto/widget-core/protocol';
import { describe, expectTypeOf, it } from 'vitest';
import type { WidgetEvents } from './types';

describe('FC-1 the events of the element', () => {
  it('have a line for every event of the core’s table', () => {
    expectTypeOf<(typeof frameEvents)[keyof typeof frameEvents]['event']>().toExtend<keyof WidgetEvents>();
  });
});
