import type * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import type { Message } from '../api/message';
import type { IsSame, OutputDifferences } from '../testing/schemaDifferences';
import type { ResolvedConfig, WidgetConfig } from './configTypes';
import type { ThemeSetting } from './themes';
import type { CONFIG_FIELDS } from './widgetConfig';

const written: WidgetConfig = {
  widget: 'demo',
  tools: true,
  theme: { name: 'modern', config: { primaryColor: '#123456' } },
  layout: 'bubble',
  position: null,
  messages: [{ text: 'Hello' }],
  functions: { add: { description: 'Adds', handler: (args) => args }, gone: null },
  createSession: () => Promise.resolve({}),
};
expectTypeOf(written).toExtend<WidgetConfig>();

// Handlers may name the types of their arguments, and schemas may be constants.
const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
const typed = { description: 'Finds', parameters, handler: ({ id }: { id: string }) => id };
expectTypeOf({ typed }).toExtend<NonNullable<WidgetConfig['functions']>>();
const unlike = { handler: (args: unknown, context: string) => [args, context] };
// @ts-expect-error -- the second argument is the context of the call
expectTypeOf({ unlike }).toExtend<NonNullable<WidgetConfig['functions']>>();

// @ts-expect-error -- a flag is a boolean, although text is understood at run time
const wrong: WidgetConfig = { tools: 'yes' };
expectTypeOf(wrong).toExtend<WidgetConfig>();

expectTypeOf<ResolvedConfig['tools']>().toEqualTypeOf<boolean>();
expectTypeOf<ResolvedConfig['layout']>().toEqualTypeOf<
  'popover' | 'popout' | 'slideover' | 'center' | 'stretch' | 'fullscreen'
>();
expectTypeOf<ResolvedConfig['position']>().toEqualTypeOf<'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'>();
expectTypeOf<ResolvedConfig['barIcon']>().toEqualTypeOf<string | undefined>();
expectTypeOf<ResolvedConfig['messages']>().toEqualTypeOf<Message[]>();
expectTypeOf<ResolvedConfig['theme']>().toEqualTypeOf<ThemeSetting>();

type Schemas<Fields extends Record<string, { readonly schema: v.GenericSchema }>> = {
  [Key in keyof Fields]: Fields[Key]['schema'];
};
type Built = Schemas<typeof CONFIG_FIELDS>;

/** Settings whose input type differs from that of their schema. */
type InputDifferences<Written> =
  | {
      [Key in keyof Built]: Key extends keyof Written
        ? IsSame<Written[Key], v.InferInput<Built[Key]> | null | undefined> extends true
          ? never
          : Key
        : Key;
    }[keyof Built]
  | Exclude<keyof Written, keyof Built>;

describe('FC-7 the types of the settings are written by hand', () => {
  it('and say what their schemas take', () => {
    expectTypeOf<InputDifferences<Omit<WidgetConfig, 'widget'>>>().toBeNever();
  });

  it('and say what their schemas give; themes are read further', () => {
    expectTypeOf<OutputDifferences<Omit<ResolvedConfig, 'theme'>, Omit<Built, 'theme'>>>().toBeNever();
  });

  it('and one that differs, is missing or is too many is found', () => {
    type Wrong = Omit<WidgetConfig, 'widget' | 'tools' | 'math'> & { tools?: string | null | undefined; more?: string };
    expectTypeOf<InputDifferences<Wrong>>().toEqualTypeOf<'tools' | 'math' | 'more'>();
  });
});
