import { useRef } from 'react';
import { useShowsPeek, useConfig } from '../hooks/useWidgetStore';
import { useWidget } from '../hooks/useWidget';
import { Launcher } from './Launcher';
import { Peek, useReportSize, type PeekSize } from './Peek';

/** A small box that a closed frame shows, with its size. */
export type CornerReport = (size: PeekSize, shown: 'launcher' | 'peek') => void;

interface FrameCornerProps {
  readonly onOpen: () => void;
  readonly onSize: CornerReport;
}

/**
 * Launcher and preview rendered by the frame, for host pages that render none [W-3]. The host resizes the frame to
 * fit them.
 */
function FrameCorner({ onOpen, onSize }: FrameCornerProps) {
  const widget = useWidget();
  const position = useConfig((config) => config.position);
  const isPeeking = useShowsPeek();
  const corner = useRef<HTMLDivElement>(null);
  const launcher = useRef<HTMLDivElement>(null);
  useReportSize(corner, (size) => {
    if (!size) return;
    // With a preview above the launcher, the host needs both sizes to keep the area beside the launcher free.
    if (isPeeking && launcher.current)
      onSize({ width: launcher.current.offsetWidth, height: launcher.current.offsetHeight }, 'launcher');
    onSize(size, isPeeking ? 'peek' : 'launcher');
  });
  return (
    <div ref={corner} className="sotto-corner" data-position={position}>
      {isPeeking && (
        <Peek
          onOpen={() => {
            widget.view.setOpen(true);
          }}
        />
      )}
      <div ref={launcher} className="sotto-corner-launcher">
        <Launcher buttonRef={null} onClick={onOpen} />
      </div>
    </div>
  );
}

interface FrameSmallProps {
  readonly onPeek: ((size: PeekSize | undefined) => void) | undefined;
  readonly onCorner: CornerReport | undefined;
}

/** Content of a closed frame: the preview, and the launcher if the host page has none. */
export function FrameSmall({ onPeek, onCorner }: FrameSmallProps) {
  const widget = useWidget();
  const open = (): void => {
    widget.view.setOpen(true);
  };
  return onCorner ? <FrameCorner onOpen={open} onSize={onCorner} /> : <Peek onOpen={open} onSize={onPeek} />;
}
