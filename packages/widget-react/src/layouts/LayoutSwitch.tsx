import type { Ref } from 'react';
import { readLayout, showsLauncher } from '@sotto/widget-core/internal';
import { lazyPart } from '../hooks/lazyPart';
import { useHost } from '../hooks/useHost';
import { useShowsPeek, useConfig, useWidgetView } from '../hooks/useWidgetStore';
import { FillLayout } from './FillLayout';
import type { CornerReport } from './FrameCorner';
import type { ChatWidgetHandle } from './Panel';
import type { PeekSize } from './Peek';

/** Props of every layout. */
export interface LayoutProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly onPeek?: ((size: PeekSize | undefined) => void) | undefined;
  readonly onCorner?: CornerReport | undefined;
}

const PageLayout = lazyPart(() => import('./PageLayout').then((part) => part.PageLayout));
const FrameSmall = lazyPart(() => import('./FrameCorner').then((part) => part.FrameSmall));

/** Chooses the layout [W-2]. For an iframe, the loader draws launcher and edges. */
export function LayoutSwitch({
  placement,
  onPeek,
  onCorner,
  ...props
}: LayoutProps & { readonly placement: 'frame' | 'page' }) {
  return placement === 'page' ? (
    <PageLayout {...props} />
  ) : (
    <FrameLayout {...props} onPeek={onPeek} onCorner={onCorner} />
  );
}

/**
 * Every layout fills the iframe. When closed, only the preview is visible, and the loader resizes the iframe to it.
 */
function FrameLayout({ handle, onClose, onPeek, onCorner }: LayoutProps) {
  const isFloating = useConfig((config) => readLayout(config).canClose);
  const isFullscreen = useConfig((config) => config.layout === 'fullscreen');
  const canClose = useHost().canClose === true && isFullscreen;
  const isPeeking = useShowsPeek();
  const hasLauncher = useConfig(showsLauncher) && onCorner !== undefined;
  const isOpen = useWidgetView((view) => view.isOpen);
  const isSmall = isPeeking || (hasLauncher && !isOpen);
  return (
    <>
      <FillLayout
        handle={handle}
        isFloating={isFloating}
        canClose={isFloating || canClose}
        isHidden={isSmall}
        onClose={onClose}
      />
      {isSmall && <FrameSmall onPeek={onPeek} onCorner={hasLauncher ? onCorner : undefined} />}
    </>
  );
}
