import type * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import type { IsSame, OutputDifferences, SchemaDifferences } from '../testing/schemaDifferences';
import type { envelopeSchema } from './envelope';
import type * as events from './frameEvents';
import type { helloSchema, initSchema } from './handshake';
import type * as messages from './messages';
import type { Envelope, FrameEvents, FrameToHost, Hello, HostToFrame, Init } from './payloads';

type Part<Table, Field extends string> = {
  [Name in keyof Table as Table[Name] extends Record<Field, unknown> ? Name : never]: Table[Name] extends Record<
    Field,
    infer Schema
  >
    ? Schema
    : never;
};

type Differences<Published, Built> =
  | SchemaDifferences<Part<Published, 'payload'>, Part<Built, 'payload'>>
  | SchemaDifferences<Part<Published, 'answer'>, Part<Built, 'answer'>>
  | Exclude<keyof Built, keyof Published>;

describe('FC-7 the types of the window protocol are written by hand', () => {
  it('and say what a host page may say', () => {
    expectTypeOf<Differences<HostToFrame, typeof messages.hostToFrame>>().toBeNever();
  });

  it('and say what the frame may say', () => {
    expectTypeOf<Differences<FrameToHost, typeof messages.frameToHost>>().toBeNever();
    expectTypeOf<Differences<FrameEvents, typeof events.frameEvents>>().toBeNever();
  });

  it('and name the events of the element, each of them', () => {
    type Built = (typeof events.frameEvents)[keyof typeof events.frameEvents]['event'];
    expectTypeOf<FrameEvents['onReady']['event']>().toEqualTypeOf<Built>();
  });

  it('and say how frame and host find each other', () => {
    type Built = { hello: typeof helloSchema; init: typeof initSchema; envelope: typeof envelopeSchema };
    expectTypeOf<OutputDifferences<{ hello: Hello; init: Init; envelope: Envelope }, Built>>().toBeNever();
  });

  it('and a payload that differs is found', () => {
    type Wrong = Omit<HostToFrame, 'setMaximize'> & { setMaximize: { payload: v.GenericSchema<{ maximize: 'yes' }> } };
    expectTypeOf<Differences<Wrong, typeof messages.hostToFrame>>().toEqualTypeOf<'setMaximize'>();
    expectTypeOf<Differences<Omit<HostToFrame, 'stop'>, typeof messages.hostToFrame>>().toEqualTypeOf<'stop'>();
    expectTypeOf<IsSame<FrameToHost, HostToFrame>>().toEqualTypeOf<false>();
  });
});
