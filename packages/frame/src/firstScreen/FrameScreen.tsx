import type { Widget } from '@sotto/widget-core';
import { ChatWidget } from '@sotto/widget-react';
import type { ComponentProps } from 'react';
import { ReloadBoundary } from '@sotto/widget-react';

/** What the frame's page shows. */
export interface FrameScreenProps extends Pick<
  ComponentProps<typeof ChatWidget>,
  'host' | 'onClose' | 'onPeek' | 'onCorner' | 'handle'
> {
  readonly widget: Widget;
  /** A part of it threw an error again and again. */
  readonly onFail: () => void;
}

/** The chat as it fills the frame's page: drawn by the server and taken over in the browser, from these same elements. */
export function FrameScreen({ widget, onFail, ...screen }: FrameScreenProps) {
  return (
    <ReloadBoundary onFail={onFail}>
      <ChatWidget {...screen} widget={widget} placement="frame" />
    </ReloadBoundary>
  );
}
