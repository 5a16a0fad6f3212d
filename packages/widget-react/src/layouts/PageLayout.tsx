import type { Ref } from 'react';
import { useConfig } from '../hooks/useWidgetStore';
import { FloatingLayout } from './FloatingLayout';
import type { ChatWidgetHandle } from './Panel';
import { StandingLayout } from './StandingLayout';

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
