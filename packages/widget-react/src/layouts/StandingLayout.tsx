import { useImperativeHandle, useRef, type Ref } from 'react';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { Panel, type ChatWidgetHandle } from './Panel';

interface StandingLayoutProps {
  readonly layout: 'center' | 'stretch' | 'fullscreen';
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
}

/** Center, stretch and fullscreen on a page of ours [W-2]: always open, a region of the page like any other. */
export function StandingLayout({ layout, handle }: StandingLayoutProps) {
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
