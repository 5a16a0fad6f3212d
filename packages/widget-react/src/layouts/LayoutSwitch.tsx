import type { Ref } from 'react';
import { useConfig } from '../hooks/useWidgetStore';
import { FillLayout } from './FillLayout';
import type { ChatWidgetHandle } from './Panel';
import { PopoverLayout } from './PopoverLayout';

interface LayoutSwitchProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  /** `frame`: the loader draws launcher and edges; `page`: we do. */
  readonly placement: 'frame' | 'page';
  readonly onClose?: (() => void) | undefined;
}

/** Layouts that float above a page and can be closed. */
const FLOATING: ReadonlySet<string> = new Set(['popover', 'popout', 'slideover']);

/** Layout name → layout [W-2]. Inside the iframe every layout fills it: the loader gives it its place and size. */
export function LayoutSwitch({ handle, placement, onClose }: LayoutSwitchProps) {
  const layout = useConfig((config) => config.layout);
  if (placement === 'page' && layout === 'popover') return <PopoverLayout />;
  return <FillLayout handle={handle} isFloating={placement === 'frame' && FLOATING.has(layout)} onClose={onClose} />;
}
