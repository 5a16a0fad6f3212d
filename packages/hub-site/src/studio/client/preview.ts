import type { SottoChatElement, SottoGlobal, WidgetConfig } from '@sotto/loader';
import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import { withSotto } from '../../account/client/withSotto';

/** What the studio tells the page of the preview. */
export interface PreviewMessage {
  readonly type: 'sotto-preview';
  readonly config: WidgetConfig;
}

/** Settings that stand when the element is made; the others change while it is there. */
const FIXED = ['layout', 'position', 'colorScheme', 'language', 'theme', 'hideButton'] as const;

/**
 * The page inside the studio: shows the widget it is told of. Only the studio around it, of this very site, is heard.
 */
export function mount(element: HTMLElement): void {
  const page = element.ownerDocument;
  const view = page.defaultView;
  const place = page.querySelector<HTMLElement>('[data-place]');
  if (!view || !place) return;
  let shown: { key: string; widget: SottoChatElement } | undefined;

  const show = (config: WidgetConfig, sotto: SottoGlobal): void => {
    const key = JSON.stringify(FIXED.map((name) => config[name]));
    if (shown?.key === key) {
      void shown.widget.update(config);
      return;
    }
    shown?.widget.destroy();
    const isInline = isInlineLayout(readLayoutWord(config.layout));
    place.hidden = !isInline;
    const wasOpen = shown?.widget.isOpen ?? true;
    // The guide answers: this is about looks. Nothing is kept of what is tried here.
    shown = {
      key,
      widget: sotto.create(
        { ...config, id: 'preview', widget: 'demo', session: 'none', load: 'eager', open: wasOpen },
        isInline ? place : undefined,
      ),
    };
  };

  view.addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage | undefined>) => {
    if (source !== view.parent || origin !== view.location.origin || data?.type !== 'sotto-preview') return;
    withSotto(view, (sotto) => {
      show(data.config, sotto);
    });
  });
  view.parent.postMessage({ type: 'sotto-preview-ready' }, view.location.origin);
}
