import { type Ref, useImperativeHandle, useRef } from 'react';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { FloatingLayout } from './FloatingLayout';
import { type ChatWidgetHandle, Panel } from './Panel';

interface PageLayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** A widget without an iframe: it finds its own place on the page [W-2]. */
export function PageLayout({ handle, onClose }: PageLayoutProps) {
  const layout = useConfig((config) => config.layout);
  switch (layout) {
    case 'popover':
    case 'popout':
    case 'slideover':
      return <FloatingLayout key={layout} layout={layout} handle={handle} onClose={onClose} />;
    default:
      return <StandingLayout key={layout} layout={layout} handle={handle} />;
  }
}

interface StandingLayoutProps {
  readonly layout: 'center' | 'stretch' | 'fullscreen';
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
}

/** Center, stretch and fullscreen on a page of ours [W-2]: always open, a region of the page like any other. */
function StandingLayout({ layout, handle }: StandingLayoutProps) {
  const words = useWords();
  const title = useConfig((config) => config.barTitle);
  const panel = useRef<ChatWidgetHandle>(null);
  useImperativeHandle(handle, () => ({ focus: () => panel.current?.focus() }), []);
  return (
    <section
      className={`sotto-panel sotto-${layout}`}
      aria-label={words.title || title || words.conversation}
      data-floating={layout === 'center' || undefined}
    >
      <Panel handle={panel} canClose={false} canMaximize={false} />
    </section>
  );
}
