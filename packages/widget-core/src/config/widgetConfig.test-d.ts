import { expectTypeOf } from 'vitest';
import type { Message } from '../api/message';
import type { ResolvedConfig } from './resolveConfig';
import type { ThemeSetting } from './themes';
import type { WidgetConfig } from './widgetConfig';

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
