import type { Ref } from 'react';
import { readLayout } from '@sotto/widget-core';
import { lazyPart } from '../hooks/lazyPart';
import { useShowsPeek } from '../hooks/useShown';
import { useWidget } from '../hooks/useWidget';
import { useConfig } from '../hooks/useWidgetStore';
import { FillLayout } from './FillLayout';
import type { ChatWidgetHandle } from './Panel';
import type { PeekSize } from './Peek';

/** What a layout is given, wherever it stands. */
export interface LayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly onPeek?: ((size: PeekSize | undefined) => void) | undefined;
}

const PageLayout = lazyPart(() => import('./PageLayout').then((part) => part.PageLayout));
const Peek = lazyPart(() => import('./Peek').then((part) => part.Peek));

/** Where the widget stands [W-2]. In the iframe the loader draws launcher and edges; on a page we do. */
export function LayoutSwitch({ placement, onPeek, ...props }: LayoutProps & { readonly placement: 'frame' | 'page' }) {
  return placement === 'page' ? <PageLayout {...props} /> : <FrameLayout {...props} onPeek={onPeek} />;
}

/** Every layout fills the iframe. Closed, with something to hint, the hint alone is seen: the loader makes the iframe as large as it. */
function FrameLayout({ handle, onClose, onPeek }: LayoutProps) {
  const widget = useWidget();
  const isFloating = useConfig((config) => readLayout(config).canClose);
  const isPeeking = useShowsPeek();
  return (
    <>
      <FillLayout handle={handle} isFloating={isFloating} isHidden={isPeeking} onClose={onClose} />
      {isPeeking && <Peek onOpen={() => { widget.setOpen(true); }} onSize={onPeek} />}
    </>
  );
}
