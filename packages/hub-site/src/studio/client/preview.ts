import { hubSessionCreateResponseSchema } from '@sotto/hub-api';
import type { SottoChatElement, SottoGlobal, WidgetConfig } from '@sotto/loader';
import { jsonObjectSchema, type JsonObject } from '@sotto/widget-core/api';
import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import * as v from 'valibot';
import { withSotto } from '../../account/client/withSotto';
import { callApi } from '../../browser/callApi';

/** Message from the studio to the preview page. */
export interface PreviewMessage {
  readonly type: 'sotto-preview';
  readonly config: WidgetConfig;
  /** Id of the owner's bot that answers. @default the guide */
  readonly bot?: string | undefined;
}

const propsSchema = v.object({
  base: v.string(),
  /** Initial settings, until the studio's first message. */
  config: v.optional(jsonObjectSchema),
  bot: v.optional(v.string()),
});

/** Settings applied when the element is created; all others can change later. */
const FIXED = ['layout', 'position', 'colorScheme', 'language', 'theme', 'hideButton'] as const;

/**
 * The page inside the studio: shows the widget of the last message. Only messages of the studio around it, on this very
 * site, are accepted.
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { base, config: first, bot: firstBot } = v.parse(propsSchema, props);
  const page = element.ownerDocument;
  const view = page.defaultView;
  const place = page.querySelector<HTMLElement>('[data-place]');
  if (!view || !place) return;
  let shown: { key: string; widget: SottoChatElement } | undefined;
  // Opening takes a moment, in which the widget may be replaced by one with other settings.
  let isOpen = true;

  const show = (written: WidgetConfig, bot: string | undefined, sotto: SottoGlobal): void => {
    // An empty field of the form is a setting that nobody has set.
    const config = Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name, value === '' ? null : value]),
    ) as WidgetConfig;
    const key = JSON.stringify([bot, ...FIXED.map((name) => config[name])]);
    if (shown?.key === key) {
      void shown.widget.update(config);
      return;
    }
    shown?.widget.destroy();
    const isInline = isInlineLayout(readLayoutWord(config.layout));
    place.hidden = !isInline;
    // Nothing is stored: with a bot this is a trial, otherwise the guide answers.
    shown = {
      key,
      widget: sotto.create(
        {
          ...config,
          id: 'preview',
          widget: bot === undefined ? 'demo' : 'hub',
          session: 'none',
          load: 'eager',
          open: isOpen,
          ...(bot !== undefined && { createSession: () => createTrial(base, bot) }),
        },
        isInline ? place : undefined,
      ),
    };
    shown.widget.addEventListener('openchange', (event) => {
      isOpen = (event as CustomEvent<{ open: boolean }>).detail.open;
    });
  };

  view.addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage | undefined>) => {
    if (source !== view.parent || origin !== view.location.origin || data?.type !== 'sotto-preview') return;
    withSotto(view, (sotto) => {
      show(data.config, data.bot, sotto);
    });
  });
  if (first)
    withSotto(view, (sotto) => {
      if (!shown) show(first, firstBot, sotto);
    });
  view.parent.postMessage({ type: 'sotto-preview-ready' }, view.location.origin);
}

async function createTrial(base: string, bot: string) {
  const { id, token, expiresAt } = await callApi(
    `${base}/v1/hub/bot/${encodeURIComponent(bot)}/session/create`,
    hubSessionCreateResponseSchema,
    { body: {}, failure: 'The chat could not be started' },
  );
  return { conversationId: id, token, expiresAt };
}
