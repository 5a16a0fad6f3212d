import type { frameEvents } from '@sotto/widget-core/internal/protocol';
import { describe, expectTypeOf, it } from 'vitest';
import type { MethodName } from './methodNames';
import type { Message as CoreMessage } from '@sotto/widget-core/api';
import type { Message, SottoChatElement, WidgetEvents } from './types';

type FrameEvent = (typeof frameEvents)[keyof typeof frameEvents]['event'];

describe('FC-1 the events of the element', () => {
  it('have a line for every event of the core’s table', () => {
    expectTypeOf<FrameEvent>().toExtend<keyof WidgetEvents>();
  });
  it('EN-13: have no line that nothing emits: the others are those that the loader emits itself', () => {
    expectTypeOf<Exclude<keyof WidgetEvents, FrameEvent>>().toEqualTypeOf<
      'open' | 'close' | 'functioncall' | 'functionresult' | 'navigate' | 'destroy'
    >();
  });
});

/** Members of the element itself that are functions, and not those it has from the browser. */
type OwnMethod = keyof {
  [
    Name in keyof SottoChatElement as Name extends Exclude<keyof HTMLElement, 'focus'>
      ? never
      : SottoChatElement[Name] extends (...values: never[]) => unknown
        ? Name
        : never
  ]: Name;
};

describe('FC-1 the methods of the element', () => {
  it('are those of the core’s table, each with its words; `destroy` needs no other part of the script', () => {
    // The notifications have a property besides.
    expectTypeOf<OwnMethod>().toEqualTypeOf<Exclude<MethodName, 'setNotifications'> | 'destroy'>();
  });
});

describe('EN-21 a message', () => {
  it('is that of the core, with its versions, its author and what may be null', () => {
    expectTypeOf<Message>().toEqualTypeOf<CoreMessage>();
  });
});
