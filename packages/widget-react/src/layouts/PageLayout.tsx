import { type Ref, useImperativeHandle, useRef } from 'react';
import type { ResolvedConfig } from '@sotto/widget-core';
import { readLayout } from '@sotto/widget-core/internal';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { FloatingLayout } from './FloatingLayout';
import { type ChatWidgetHandle, Panel } from './Panel';

interface PageLayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** A widget without an iframe, in one of the layouts [W-2]. */
export function PageLayout({ handle, onClose }: PageLayoutProps) {
  const layout = useConfig((config) => config.layout);
  const isFloating = useConfig((config) => readLayout(config).canClose);
  return isFloating ? (
    <FloatingLayout key={layout} layout={layout} handle={handle} onClose={onClose} />
  ) : (
    <StandingLayout key={layout} layout={layout} handle={handle} />
  );
}

interface StandingLayoutProps {
  readonly layout: ResolvedConfig['layout'];
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
}

/** A layout that is always open, without an iframe [W-2]: a region of the page. */
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
