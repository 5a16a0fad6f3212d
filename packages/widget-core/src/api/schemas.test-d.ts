import type * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import type { IsSame, OutputDifferences, SchemaDifferences } from '../testing/schemaDifferences';
import type * as errorBody from './errorBody';
import type * as live from './live';
import type * as message from './message';
import type * as parts from './parts';
import type { ReasoningPart, TextPart, ToolPart } from './parts';
import type * as json from '../lib/json';
import type * as replyEvents from './replyEvents';
import type * as requests from './requests';
import type * as responses from './responses';
import type * as schemas from './schemas';
import type * as threads from './threads';

type Built = typeof errorBody &
  typeof json &
  typeof live &
  typeof message &
  typeof parts &
  typeof replyEvents &
  typeof requests &
  typeof responses &
  typeof threads;

describe('FC-7 the types of the HTTP API are written by hand', () => {
  it('and say what their schemas take and give', () => {
    expectTypeOf<SchemaDifferences<Omit<typeof schemas, 'replyEventData'>, Built>>().toBeNever();
  });

  it('and say what the events of a reply carry', () => {
    expectTypeOf<OutputDifferences<replyEvents.ReplyEventData, typeof replyEvents.replyEventData>>().toBeNever();
  });

  it('and say what the parts of a message are', () => {
    type Types = { textPartSchema: TextPart; reasoningPartSchema: ReasoningPart; toolPartSchema: ToolPart };
    expectTypeOf<OutputDifferences<Types, Pick<typeof parts, keyof Types>>>().toBeNever();
  });

  it('and a field that only one of both has is found', () => {
    expectTypeOf<IsSame<{ a: string }, { a: string; b?: string | undefined }>>().toEqualTypeOf<false>();
    expectTypeOf<IsSame<{ a?: string | undefined }, { a: string | undefined }>>().toEqualTypeOf<false>();
    expectTypeOf<IsSame<{ a: { b: 'x' } }, { a: { b: 'x' | 'y' } }>>().toEqualTypeOf<false>();
    expectTypeOf<IsSame<{ a: string } & { b: number }, { b: number; a: string }>>().toEqualTypeOf<true>();
    expectTypeOf<
      SchemaDifferences<{ idSchema: v.GenericSchema<number> }, Pick<Built, 'idSchema'>>
    >().toEqualTypeOf<'idSchema'>();
    expectTypeOf<SchemaDifferences<{ none: v.GenericSchema<number> }, object>>().toEqualTypeOf<'none'>();
  });
});
